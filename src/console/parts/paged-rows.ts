import { useEffect, useRef, useState } from 'preact/hooks'
import { messageOf } from '../session/loaded.ts'

/** A page of a list, with the total number of rows. */
export interface RowPage<Row> {
  readonly total: number
  readonly rows: readonly Row[]
}

/** A long list whose pages are loaded when they are viewed. */
export interface PagedRows<Row> {
  /** The indexes of the list from 0, which are the rows of a table. */
  readonly places: readonly number[]
  /** Returns the row at an index; undefined while it is loading, which this call starts. */
  readonly rowAt: (place: number) => Row | undefined
  /** Returns the row at an index if it is loaded, without loading it. */
  readonly peek: (place: number) => Row | undefined
  readonly problem: string | undefined
  /** Whether nothing is loaded yet. */
  readonly isEmpty: boolean
  /** Reloads the viewed pages; the shown rows stay until then. */
  readonly reload: () => void
}

interface State<Row> {
  readonly pages: ReadonlyMap<number, readonly Row[]>
  readonly total: number | undefined
  readonly problem: string | undefined
}

export const rowsPerPage = 100

/** The number of recently viewed pages that are reloaded after a change. */
const maxReloaded = 3

/**
 * Loads a list of any length for a table: a page of 100 rows is loaded when one of its rows is rendered.
 *
 * @param loadPage loads a page, counted from 1
 * @param dependencies the list is replaced when one of them changes
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
