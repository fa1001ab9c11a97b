import type { ComponentChildren } from 'preact'
import { Problem } from '../parts/problem.tsx'
import { ShowMore } from '../parts/show-more.tsx'
import { useApiList } from '../session/read.ts'

interface EntriesProps<One> {
  /** The path of the list in the API. */
  readonly path: string
  readonly collections: readonly string[]
  readonly keyOf: (one: One) => string | number
  /** Shown for an empty list. */
  readonly empty: string
  readonly children: (one: One) => ComponentChildren
}

/** Shows a list of the API, one line for each entry. */
export function Entries<One>({ path, collections, keyOf, empty, children }: EntriesProps<One>) {
  const list = useApiList<One>(path, collections)
  const { value, problem } = list
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (value?.length === 0) return <p class="dim">{empty}</p>
  return (
    <>
      <ul class="entries">
        {value?.map((one) => (
          <li key={keyOf(one)}>{children(one)}</li>
        ))}
      </ul>
      <ShowMore list={list} what="entries" />
    </>
  )
}
