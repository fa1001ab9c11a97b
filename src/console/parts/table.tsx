import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isTyping } from './filter-field.tsx'

/** A column of a table. */
export interface Column<Row> {
  readonly id: string
  readonly title: string
  /** A track of CSS grid: `6rem`, `minmax(8rem, 1fr)`. */
  readonly width: string
  readonly cell: (row: Row) => ComponentChildren
  /** Whether it gives way where the table is narrow. */
  readonly isMinor?: boolean
  /** Whether what it has are numbers, which stand at the right. */
  readonly isNumber?: boolean
  /**
   * What rows are ordered by when a person asks for it, `elsewhere` where `ordering` of the table does that; none where
   * this is missing.
   */
  readonly order?: ((row: Row) => string | number) | 'elsewhere'
}

/** Which column a table is ordered by. */
export interface Order {
  readonly id: string
  readonly isDown: boolean
}

export interface TableProps<Row> {
  /** What the table is, for who does not see it. */
  readonly label: string
  readonly rows: readonly Row[]
  readonly columns: readonly Column<Row>[]
  readonly keyOf: (row: Row) => string
  /** The key of the row that is open beside the table. */
  readonly selected?: string | undefined
  /** A person opens a row: by a click, or by Enter. */
  readonly onOpen: (row: Row) => void
  /** Shown where there are no rows. */
  readonly empty?: ComponentChildren
  /** More of a row's look, such as `is-failed`. */
  readonly classOf?: (row: Row) => string
  /** The order of rows that come in one already, as those of a list of which there are pages alone here. */
  readonly ordering?: Order & { readonly onOrder: (order: Order | undefined) => void }
}

/** In lines of the page's own type, which is larger on large screens. */
const rowHeightInRem = 2.25
/** So many rows are there above and below those that are seen: nobody sees them come. */
const spare = 12
/** In pixels: a narrower table has no minor columns. */
const narrowWidth = 720

/**
 * A table of any number of rows, of which those in view are drawn. It has the keyboard: arrows or j and k choose a
 * row, Enter opens it, Home and End go to the ends; j and k from wherever else nobody types, too. The list is ordered by
 * the column whose title is clicked.
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
    // It presses the title of a column where that has the focus, and opens no row.
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

/** What stands between two columns, and beside the first and the last one, in rem: `parts.css` has it. */
const [gap, margin] = [0.75, 1]

/** The columns that there is room for: the last of the minor ones give way, all of them where the table is narrow. */
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

/** In rem. Of a track in another unit nothing is known. */
function leastWidth<Row>(columns: readonly Column<Row>[]): number {
  const widths = columns.map(({ width }) => Number(/([\d.]+)rem/.exec(width)?.[1] ?? 0))
  return widths.reduce((sum, one) => sum + one + gap, 2 * margin - gap)
}

/** Whoever has looked at something beside the table goes on in it by j and k, without leading the focus back first. */
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

/** Clicked once it orders upwards, twice downwards, and a third time not at all. */
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
 * Keeps what a person looks at in its place where rows come in above it; at the top of the list one sees them
 * come.
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

/** The rows in the order of a column; kept until rows or order are others. */
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

/** Gives the keyboard to the table of a view when it is first shown. */
export function useFocusOnTable(): void {
  useLayoutEffect(() => {
    if (document.activeElement !== document.body) return
    document.querySelector<HTMLElement>('.table')?.focus({ preventScroll: true })
  }, [])
}
