/** A value now or later: a forge in this process answers at once, one that is asked over HTTP later. */
export type Awaitable<T> = T | Promise<T>

/**
 * Whether a value has to be waited for. `instanceof Promise` does not say: where a suite replaces the
 * global Promise (zone.js does), what async functions return is no instance of it.
 */
export function isPromise<T>(value: Awaitable<T>): value is Promise<T> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}

/** Goes on with a value once it is there: at once where nothing is waited for. */
export function after<T, Next>(
  value: Awaitable<T>,
  goOn: (value: T) => Awaitable<Next>,
): Awaitable<Next> {
  return isPromise(value) ? value.then(goOn) : goOn(value)
}
