interface Numbered {
  readonly nextId: number
  reserveIds(next: number): void
}

/** The id of a new record: the one that the seed gives, else the next; records keep their file's order. */
export function takeId(collection: Numbered, given: number | undefined): number {
  const id = given ?? collection.nextId
  collection.reserveIds(id + 1)
  return id
}
