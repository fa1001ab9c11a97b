/**
 * Stands for the world as it is in somebody's view, and keeps what is derived from it. It is let go with the
 * next write, and all that it keeps with it: a WeakMap by moments would hold what came after them as well, for
 * as long as the collector of garbage does not look at all there is.
 */
export class Moment {
  readonly #kept = new Map<() => unknown, unknown>()

  /** What `make`, one function for each kind of thing, made when it was first asked for. */
  keep<T>(make: () => T): T {
    const known = this.#kept.get(make)
    if (known !== undefined) return known as T
    const made = make()
    this.#kept.set(make, made)
    return made
  }
}
