import type { ComponentChildren } from 'preact'
import type { PagedRows } from './paged-rows.ts'
import { Problem } from './problem.tsx'
import { type Column, Table, type TableProps, useFocusOnTable } from './table.tsx'

/** A column of a list that is sorted by the server. */
export type PagedColumn<Row> = Omit<Column<Row>, 'order'> & { readonly order?: 'elsewhere' }

interface PagedTableProps<Row> extends Pick<TableProps<number>, 'label' | 'selected' | 'ordering'> {
  readonly list: PagedRows<Row>
  readonly columns: readonly PagedColumn<Row>[]
  readonly keyOf: (row: Row) => string
  readonly onOpen: (row: Row) => void
  /** Shown once it is known that there are no rows. */
  readonly empty: ComponentChildren
}

/**
 * The table of a long list, which gets the focus when it is first shown; replaced by an error where the list cannot be
 * loaded. Cells of rows that are loading are empty.
 *
 * @example <PagedTable label="Tags" list={tags} columns={columns} keyOf={nameOf} onOpen={open} empty="No tags." />
 */
export function PagedTable<Row>(props: PagedTableProps<Row>) {
  const { list, columns, keyOf, onOpen, empty, ...rest } = props
  useFocusOnTable()
  const ofPlaces = columns.map(
    ({ cell, ...column }): Column<number> => ({
      ...column,
      cell(place) {
        const row = list.rowAt(place)
        return row === undefined ? null : cell(row)
      },
    }),
  )
  if (list.problem !== undefined) return <Problem>{list.problem}</Problem>
  return (
    <Table
      {...rest}
      rows={list.places}
      columns={ofPlaces}
      keyOf={(place) => {
        const row = list.peek(place)
        return row === undefined ? `at-${place}` : keyOf(row)
      }}
      onOpen={(place) => {
        const row = list.rowAt(place)
        if (row !== undefined) onOpen(row)
      }}
      empty={list.isEmpty ? ' ' : empty}
    />
  )
}
