import { at } from '../server.ts'
import { type Call, encoded, fieldsOf, idOf, type Values } from '../shared-tools.ts'

/** The id of the project that a call is about, however its path names it. */
export const projectIdOf = async ({ path, askAsRoot }: Call) =>
  idOf((await askAsRoot('GET', `/projects/${encoded(path.id)}`)).json)

/** A configuration whose one job waits for a runner. */
export const oneJob = 'compile:\n  script: make\n'

/** Objects of JSON, at any depth, each changed. */
export function deepChanged(json: unknown, change: (one: Values) => Values): unknown {
  if (Array.isArray(json)) return json.map((one) => deepChanged(one, change))
  if (typeof json !== 'object' || json === null) return json
  const inside = Object.entries(fieldsOf(json)).map(
    ([name, value]) => [name, deepChanged(value, change)] as const,
  )
  return change(Object.fromEntries(inside))
}

/** What was recorded in the last moments only. */
export function createMoments<Item>(delay: number) {
  const items: { readonly item: Item; readonly since: number }[] = []
  return {
    add: (item: Item) => items.push({ item, since: Date.now() }),
    all: () => items.filter(({ since }) => Date.now() - since < delay).map(({ item }) => item),
  }
}

/** Does something later; a forge that is gone by then is none of its business. */
export function later(delay: number, work: () => Promise<unknown>): void {
  setTimeout(() => {
    work().catch(() => undefined)
  }, delay)
}

export const messageOf = (json: unknown) => String(at(json, 'message'))
