import type { Forge } from '../../src/forge/forge.ts'

/** A record of any collection, as a checker reads it. */
export type AnyRecord = { readonly id: number } & Readonly<Record<string, unknown>>

/** All records of a forge by the name of their collection. */
export type World = Readonly<Record<string, readonly AnyRecord[]>>

/** The records as they are now: what is written later is not in it. */
export function worldOf({ db }: Forge): World {
  return Object.fromEntries(
    Object.entries(db).map(([name, collection]): [string, readonly AnyRecord[]] => [
      name,
      collection.all(),
    ]),
  )
}

/** Records are replaced, never changed: the same world holds the very same ones. */
export function isSameWorld(before: World, after: World): boolean {
  return Object.entries(before).every(([name, records]) => isSameList(records, after[name] ?? []))
}

function isSameList(before: readonly object[], after: readonly object[]): boolean {
  return before.length === after.length && before.every((record, index) => record === after[index])
}
