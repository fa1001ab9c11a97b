import { type Call, idOf, projectPath, type Values } from '../shared-tools.ts'

/** The id of the project that a call is about, whether it names it by its id or by its path. */
export const projectIdOf = async (call: Call) =>
  idOf((await call.askAsRoot('GET', projectPath(call))).json)

/** The set of a key, which there is from now on. */
export function among<Key>(sets: Map<Key, Set<unknown>>, key: Key): Set<unknown> {
  const found = sets.get(key) ?? new Set()
  sets.set(key, found)
  return found
}

/** How long the jobs in the background wait, in milliseconds. */
export const delay = 500

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, delay)
}

/** What a job in the background has still to do: each thing for the time of its delay. */
export function createWaiting<Item>(): {
  readonly add: (item: Item) => void
  readonly all: () => readonly Item[]
} {
  let items: readonly { readonly item: Item; readonly when: number }[] = []
  return {
    add(item) {
      items = [...items, { item, when: Date.now() }]
    },
    all() {
      items = items.filter(({ when }) => Date.now() - when < delay)
      return items.map(({ item }) => item)
    },
  }
}

/** The records without some of them, by their ids. */
export const without = (all: readonly Values[], ids: readonly unknown[]): readonly Values[] =>
  all.filter(({ id }) => !ids.includes(id))
