import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isTyping } from './filter-field.tsx'

/** A column of a table. */
export interface Column<Row> {
  readonly id: string
  readonly title: string
  /** The width as a CSS grid track: `6rem`, `minmax(8rem, 1fr)`. */
  readonly width: string
  readonly cell: (row: Row) => ComponentChildren
  /** Whether the column is hidden in narrow tables. */
  readonly isMinor?: boolean
  /** Whether the cells are numbers, which are right-aligned. */
  readonly isNumber?: boolean
  /**
   * The sort key of rows; `elsewhere` where `ordering` of the table sorts; undefined where the column is not sortable.
   */
  readonly order?: ((row: Row) => string | number) | 'elsewhere'
}

/** The sorted column and its direction. */
export interface Order {
  readonly id: string
  readonly isDown: boolean
}

export interface TableProps<Row> {
  /** The accessible name of the table. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** The key of the row that is open beside the table. */
  readonly selected?: string | undefined
  /** Called when the user opens a row by a click or by Enter. */
  readonly onOpen: (row: Row) => void
  /** Shown where there are no rows. */
  readonly empty?: ComponentChildren
  /** Further CSS classes of a row, such as `is-failed`. */
  readonly classOf?: (row: Row) => string
  /** The order of rows that the server sorts, as in paged lists. */
  readonly ordering?: Order & { readonly onOrder: (order: Order | undefined) => void }
}

/** In rem, since the root font is larger on large screens. */
const rowHeightInRem = 2.25
/** The number of rows rendered above and below the visible ones. */
const spare = 12
/** In pixels; narrower tables hide minor columns. */
const narrowWidth = 720

/**
 * A virtualized table of any number of rows. Keyboard: arrows or j and k select a row, Enter opens it, Home and End go
 * to the ends; j and k also work while the focus is outside of input fields. Clicking the title of a column sorts by
 * it.
 *
 * @example
 * <Table label="Requests" rows={entries} columns={columns} keyOf={({ id }) => id} onOpen={open} />
 */
export function Table<Row>(props: TableProps<Row>) {
  const { label, rows, columns, keyOf, selected, onOpen, empty, classOf, ordering } = props
  const view = useRef<HTMLDivElement>(null)
  const [{ height, width, rowHeight }, setSize] = useState({
    height: 600,
    width: 1000,
    rowHeight: 32,
  })
  const [top, setTop] = useState(0)
  const [active, setActive] = useState<string | undefined>(undefined)
  const [order, setOrder] = useState<Order>()
  useLayoutEffect(() => {
    const element = view.current
    if (!element) return
    const measure = () => {
      const rem = Number.parseFloat(getComputedStyle(document.documentElement).fontSize)
      const { clientHeight: height, clientWidth: width } = element
      setSize({ height, width, rowHeight: Math.round(rem * rowHeightInRem) })
    }
    measure()
    const observer = new ResizeObserver(measure)
    observer.observe(element)
    return () => observer.disconnect()
  }, [])

  useAnchor(view, rows, keyOf, rowHeight)

  const shown = fitting(columns, width, rowHeight / rowHeightInRem)
  const ordered = useOrdered(rows, columns, ordering ? undefined : order)
  const first = Math.max(0, Math.floor(top / rowHeight) - spare)
  const last = Math.min(ordered.length, Math.ceil((top + height) / rowHeight) + spare)
  const current = selected ?? active
  const tracks = shown.map((column) => column.width).join(' ')
  const idOf = (row: Row) => `row-${keyOf(row)}`

  function show(index: number) {
    const element = view.current
    const row = ordered[index]
    if (!element || row === undefined) return
    setActive(keyOf(row))
    if (selected !== undefined) onOpen(row)
    const at = index * rowHeight
    const seen = element.clientHeight - rowHeight
    if (at < element.scrollTop) element.scrollTop = at
    else if (at + rowHeight > element.scrollTop + seen) element.scrollTop = at + rowHeight - seen
  }

  function onKeyDown(event: KeyboardEvent) {
    if (event.ctrlKey || event.metaKey || event.altKey) return
    // Enter on the title of a column sorts, and opens no row.
    if (event.key === 'Enter' && event.target instanceof HTMLButtonElement) return
    const index = ordered.findIndex((row) => keyOf(row) === current)
    const page = Math.max(1, Math.floor(height / rowHeight) - 2)
    const target: Record<string, number> = {
      ArrowDown: index + 1,
      j: index + 1,
      ArrowUp: Math.max(0, index - 1),
      k: Math.max(0, index - 1),
      PageDown: Math.min(ordered.length - 1, index + page),
      PageUp: Math.max(0, index - page),
      Home: 0,
      End: ordered.length - 1,
    }
    const to = target[event.key]
    const row = ordered[index]
    if (to !== undefined) show(Math.min(to, ordered.length - 1))
    else if (event.key === 'Enter' && row !== undefined) onOpen(row)
    else return
    event.preventDefault()
  }
  useKeysFromElsewhere(view, onKeyDown)

  const isInView = ordered.slice(first, last).some((row) => keyOf(row) === current)
  return (
    <div
      ref={view}
      class="table"
      role="grid"
      tabIndex={0}
      aria-label={label}
      aria-rowcount={ordered.length + 1}
      aria-colcount={shown.length}
      aria-activedescendant={isInView ? `row-${current}` : undefined}
      style={{ '--tracks': tracks, '--row': `${rowHeight}px` }}
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
    >
      <div class="table-head" role="row" aria-rowindex={1}>
        {shown.map((column) => (
          <HeadCell
            key={column.id}
            column={column}
            order={ordering ?? order}
            onOrder={ordering?.onOrder ?? setOrder}
          />
        ))}
      </div>
      {ordered.length === 0 && (
        <div role="row">
          <div role="gridcell" class="table-empty">
            {empty ?? 'Nothing here.'}
          </div>
        </div>
      )}
      <div
        class="table-space"
        role="presentation"
        style={{ height: `${ordered.length * rowHeight}px` }}
      >
        {ordered.slice(first, last).map((row, index) => (
          <div
            key={keyOf(row)}
            id={idOf(row)}
            role="row"
            tabIndex={-1}
            class={`table-row ${classOf?.(row) ?? ''}`}
            aria-rowindex={first + index + 2}
            aria-selected={keyOf(row) === current}
            style={{ top: `${(first + index) * rowHeight}px` }}
            onClick={() => {
              setActive(keyOf(row))
              onOpen(row)
            }}
          >
            {shown.map(({ id, cell, isNumber }) => (
              <div key={id} role="gridcell" class={isNumber ? 'cell is-number' : 'cell'}>
                {cell(row)}
              </div>
            ))}
          </div>
        ))}
      </div>
    </div>
  )
}

/** The gap between columns, and the margin at both sides, in rem, as in `parts.css`. */
const [gap, margin] = [0.75, 1]

/** Returns the columns that fit: minor ones are dropped from the end, and all of them in a narrow table. */
function fitting<Row>(
  columns: readonly Column<Row>[],
  width: number,
  rem: number,
): readonly Column<Row>[] {
  let shown = width >= narrowWidth ? columns : columns.filter(({ isMinor }) => !isMinor)
  while (leastWidth(shown) * rem > width) {
    const last = shown.findLastIndex(({ isMinor }) => isMinor)
    if (last < 0) break
    shown = shown.filter((_, place) => place !== last)
  }
  return shown
}

/** Returns the minimum width in rem; tracks in other units count as 0. */
function leastWidth<Row>(columns: readonly Column<Row>[]): number {
  const widths = columns.map(({ width }) => Number(/([\d.]+)rem/.exec(width)?.[1] ?? 0))
  return widths.reduce((sum, one) => sum + one + gap, 2 * margin - gap)
}

/** Lets j and k move through the table while the focus is elsewhere. */
function useKeysFromElsewhere(
  view: { readonly current: HTMLDivElement | null },
  onKeyDown: (event: KeyboardEvent) => void,
): void {
  const latest = useRef(onKeyDown)
  latest.current = onKeyDown
  useLayoutEffect(() => {
    const listener = (event: KeyboardEvent) => {
      const { key, target } = event
      if ((key !== 'j' && key !== 'k') || isTyping(target)) return
      if (document.querySelector('dialog[open], [role=menu]')) return
      if (target instanceof Node && view.current?.contains(target)) return
      view.current?.focus({ preventScroll: true })
      latest.current(event)
    }
    addEventListener('keydown', listener)
    return () => removeEventListener('keydown', listener)
  }, [])
}

interface HeadCellProps<Row> {
  readonly column: Column<Row>
  readonly order: Order | undefined
  readonly onOrder: (order: Order | undefined) => void
}

/** A column title: the first click sorts ascending, the second descending, the third restores the original order. */
function HeadCell<Row>({ column, order, onOrder }: HeadCellProps<Row>) {
  const { id, title, isNumber } = column
  const isOrdered = order?.id === id
  const direction = !isOrdered ? 'none' : order.isDown ? 'descending' : 'ascending'
  const next = !isOrdered ? { id, isDown: false } : order.isDown ? undefined : { id, isDown: true }
  const mark = { none: '', ascending: ' ↑', descending: ' ↓' }[direction]
  return (
    <div
      role="columnheader"
      class={isNumber ? 'cell is-number' : 'cell'}
      aria-sort={column.order ? direction : undefined}
    >
      {column.order ? (
        <button type="button" class="bare" onClick={() => onOrder(next)}>
          {title}
          {mark}
        </button>
      ) : (
        title
      )}
    </div>
  )
}

/**
 * Keeps the scroll position relative to the viewed rows while rows are inserted above; at the top, new rows become
 * visible.
 */
function useAnchor<Row>(
  view: { readonly current: HTMLDivElement | null },
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  rowHeight: number,
): void {
  const before = useRef<{ rows: readonly Row[]; rowHeight: number }>({ rows, rowHeight })
  useLayoutEffect(() => {
    const last = before.current
    before.current = { rows, rowHeight }
    const element = view.current
    if (!element || last.rows === rows || element.scrollTop < rowHeight) return
    const seen = last.rows[Math.floor(element.scrollTop / rowHeight)]
    if (seen === undefined) return
    const key = keyOf(seen)
    const from = last.rows.indexOf(seen)
    const to = rows.findIndex((row) => row === seen || keyOf(row) === key)
    if (to > from) element.scrollTop += (to - from) * rowHeight
  })
}

/** Sorts the rows by a column, memoized. */
function useOrdered<Row>(
  rows: readonly Row[],
  columns: readonly Column<Row>[],
  order: Order | undefined,
): readonly Row[] {
  const kept = useRef<{ rows: readonly Row[]; order: typeof order; ordered: readonly Row[] }>(
    undefined,
  )
  if (kept.current?.rows === rows && kept.current.order === order) return kept.current.ordered
  const by = order && columns.find(({ id }) => id === order.id)?.order
  const ordered =
    typeof by === 'function'
      ? rows
          .map((row) => ({ row, key: by(row) }))
          .sort((one, other) => compare(one.key, other.key) * (order?.isDown ? -1 : 1))
          .map(({ row }) => row)
      : rows
  kept.current = { rows, order, ordered }
  return ordered
}

const collator = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

function compare(one: string | number, other: string | number): number {
  if (typeof one === 'number' && typeof other === 'number') return one - other
  return collator.compare(String(one), String(other))
}

/** Focuses the table of a view when it is first shown. */
export function useFocusOnTable(): void {
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('.table')?.focus({ preventScroll: true })
  }, [])
}
