import type { Values } from '../shared-tools.ts'

export const isCommitId = (text: unknown) => /^[0-9a-f]{40}$/.test(String(text))

/** Some fields of an object. */
export const picked = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(names.map((name) => [name, values[name]]))

/** The records in the order of their creation, the newest first. */
export const newestFirst = (all: readonly Values[]): readonly Values[] =>
  [...all].sort((one, other) => String(other.created_at).localeCompare(String(one.created_at)))

/** The set of a key, which there is from now on. */
export function among<Key>(sets: Map<Key, Set<unknown>>, key: Key): Set<unknown> {
  const found = sets.get(key) ?? new Set()
  sets.set(key, found)
  return found
}

interface Recent<Item> {
  readonly add: (item: Item) => void
  /** What was added within the time. */
  readonly all: () => readonly Item[]
}

/** What happened within the last milliseconds. */
export function createRecent<Item>(time: number): Recent<Item> {
  let items: readonly { readonly item: Item; readonly when: number }[] = []
  const forget = () => {
    items = items.filter(({ when }) => Date.now() - when < time)
  }
  return {
    add(item) {
      forget()
      items = [...items, { item, when: Date.now() }]
    },
    all() {
      forget()
      return items.map(({ item }) => item)
    },
  }
}

/** Does something later, and leaves nobody waiting for it. */
export function inBackground(time: number, job: () => Promise<unknown>): void {
  setTimeout(() => {
    job().catch((error: unknown) => console.error(error))
  }, time)
}
