/** Tells what a suite does, by `forge.db`, from what an operation does in its transaction. */
export interface CollectionGuard<R> {
  /** What messages call the collection: `forge.db.issues`. */
  readonly name: string
  /** Whether a suite is at work: its writes are checked, and the arrays it gets are its own. */
  isSuiteAtWork(): boolean
  /** Throws where `next` must not be written; `previous` is undefined for a new record. */
  check(next: R, previous: R | undefined): void
  /** Runs a step; where it throws, every write it made is taken back. */
  atomically<T>(step: () => T): T
}

export const noGuard: CollectionGuard<unknown> = {
  name: 'the collection',
  isSuiteAtWork: () => false,
  check() {},
  atomically: (step) => step(),
}
