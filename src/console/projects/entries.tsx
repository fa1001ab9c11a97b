import type { ComponentChildren } from 'preact'
import { Problem } from '../parts/problem.tsx'
import { useApi } from '../session/read.ts'

interface EntriesProps<One> {
  /** Where the API has the list: the first page of it is shown. */
  readonly path: string
  readonly collections: readonly string[]
  readonly keyOf: (one: One) => string | number
  /** Shown where there are none. */
  readonly empty: string
  readonly children: (one: One) => ComponentChildren
}

/** A short list of the API, a line each. */
export function Entries<One>({ path, collections, keyOf, empty, children }: EntriesProps<One>) {
  const separator = path.includes('?') ? '&' : '?'
  const { value, problem } = useApi<One[]>(`${path}${separator}per_page=100`, collections)
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (value?.length === 0) return <p class="dim">{empty}</p>
  return (
    <ul class="entries">
      {value?.map((one) => (
        <li key={keyOf(one)}>{children(one)}</li>
      ))}
    </ul>
  )
}
