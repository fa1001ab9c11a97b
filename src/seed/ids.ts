interface Numbered {
  readonly nextId: number
  get(id: number): object | undefined
  reserveIds(next: number): void
}

/** Gives records their ids as the seed is read: what they are comes into being later. */
export interface Ids {
  /**
   * The id of a new record: the one that the seed gives, else the next, so that records keep the
   * order of the file. Undefined where another one has it, which is noted.
   */
  take(records: Numbered, given: number | undefined, path: string): number | undefined
}

export function createIds(
  isTwice: (record: object | undefined, value: number, path: string) => boolean,
): Ids {
  const taken = new Map<Numbered, Set<number>>()
  return {
    take(records, given, path) {
      const ids = taken.get(records) ?? new Set<number>()
      taken.set(records, ids)
      const id = given ?? records.nextId
      const isTaken = given !== undefined && (ids.has(id) || records.get(id) !== undefined)
      if (isTwice(isTaken ? {} : undefined, id, `${path}.id`)) return undefined
      records.reserveIds(id + 1)
      ids.add(id)
      return id
    },
  }
}
