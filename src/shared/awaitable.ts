/** A value or a promise of it: a forge in this process answers synchronously, one over HTTP does not. */
export type Awaitable<T> = T | Promise<T>

/**
 * Whether a value has to be awaited. `instanceof Promise` does not tell: where a suite replaces the global
 * Promise (as zone.js does), the promises of async functions are not instances of it.
 */
export function isPromise<T>(value: Awaitable<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}

/** Passes a value on once it is there: synchronously where it is no promise. */
export function after<T, Next>(
  value: Awaitable<T>,
  goOn: (value: T) => Awaitable<Next>,
): Awaitable<Next> {
  return isPromise(value) ? value.then(goOn) : goOn(value)
}
