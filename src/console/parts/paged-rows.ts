import { useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../session/loaded.ts'

/** A page of a list, with how many there are on all pages. */
export interface RowPage<Row> {
  readonly total: number
  readonly rows: readonly Row[]
}

/** A long list, of which the pages that somebody looks at are loaded. */
export interface PagedRows<Row> {
  /** The places of the list, from 0: what a table has as its rows. */
  readonly places: readonly number[]
  /** What stands at a place; undefined while it is on its way, which asking for it began. */
  readonly rowAt: (place: number) => Row | undefined
  /** What stands at a place if it is here already: for what goes through all places. */
  readonly peek: (place: number) => Row | undefined
  readonly problem: string | undefined
  /** Whether nothing has come yet. */
  readonly isEmpty: boolean
  /** Loads again what is looked at; what is shown stays until then. */
  readonly reload: () => void
}

interface State<Row> {
  readonly pages: ReadonlyMap<number, readonly Row[]>
  readonly total: number | undefined
  readonly problem: string | undefined
}

export const rowsPerPage = 100

/** So many pages are loaded again when the list has changed: those that were looked at last. */
const maxReloaded = 3

/**
 * A list of any length for a table: pages of 100 rows are loaded when a row of them is drawn.
 *
 * @param loadPage loads a page, from 1
 * @param dependencies the list is another one where one of them is
 * @example
 * const list = usePagedRows((page, signal) => readPage('/projects', page, signal), [])
 */
export function usePagedRows<Row>(
  loadPage: (page: number, signal: AbortSignal) => Promise<RowPage<Row>>,
  dependencies: readonly unknown[],
): PagedRows<Row> {
  const [state, setState] = useState<State<Row>>({
    pages: new Map(),
    total: undefined,
    problem: undefined,
  })
  const [turn, setTurn] = useState(0)
  const loading = useRef(new Map<number, AbortSignal>())
  const leaving = useRef(new AbortController())
  const looked = useRef<readonly number[]>([])
  const list = useRef('')
  const load = useRef(loadPage)
  load.current = loadPage

  function ask(page: number, isFirst: boolean) {
    const { signal } = leaving.current
    if (signal.aborted || loading.current.get(page) === signal) return
    loading.current.set(page, signal)
    load.current(page, signal).then(
      ({ total, rows }) => {
        if (signal.aborted) return
        setState(({ pages }) => ({
          pages: new Map([...(isFirst ? [] : pages), [page, rows]]),
          total,
          problem: undefined,
        }))
      },
      (error: unknown) => {
        if (signal.aborted) return
        setState((before) => ({ ...before, problem: messageOf(error) }))
      },
    )
  }

  const key = JSON.stringify(dependencies)
  useEffect(() => {
    leaving.current = new AbortController()
    const isOther = list.current !== key
    list.current = key
    const wanted = isOther ? [1] : looked.current.slice(0, maxReloaded)
    if (isOther) looked.current = [1]
    for (const [index, page] of (wanted.length > 0 ? wanted : [1]).entries()) ask(page, index === 0)
    return () => leaving.current.abort()
  }, [key, turn])

  const total = state.total ?? 0
  const places = useRef<readonly number[]>([])
  if (places.current.length !== total) {
    places.current = Array.from({ length: total }, (_, place) => place)
  }
  return {
    places: places.current,
    rowAt(place) {
      const page = Math.floor(place / rowsPerPage) + 1
      if (looked.current[0] !== page) {
        looked.current = [page, ...looked.current.filter((one) => one !== page)].slice(0, 5)
      }
      const rows = state.pages.get(page)
      if (!rows) queueMicrotask(() => ask(page, false))
      return rows?.[place % rowsPerPage]
    },
    peek: (place) => state.pages.get(Math.floor(place / rowsPerPage) + 1)?.[place % rowsPerPage],
    problem: state.problem,
    isEmpty: state.total === undefined,
    reload: () => setTurn((before) => before + 1),
  }
}
