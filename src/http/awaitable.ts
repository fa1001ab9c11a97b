/** A value, or a promise of it where it has to be waited for. */
export type Awaitable<T> = T | Promise<T>

/**
 * Goes on with a value once it is there: at once where nothing is waited for, which most answers do
 * not. A promise for each step of theirs would cost as much as all of the steps.
 */
export function after<T, Next>(
  value: Awaitable<T>,
  goOn: (value: T) => Awaitable<Next>,
): Awaitable<Next> {
  return value instanceof Promise ? value.then(goOn) : goOn(value)
}

/** Takes a step, and recovers from what it throws, now or later. */
export function attempt<T>(
  step: () => Awaitable<T>,
  recover: (error: unknown) => Awaitable<T>,
): Awaitable<T> {
  try {
    const result = step()
    return result instanceof Promise ? result.catch(recover) : result
  } catch (error) {
    return recover(error)
  }
}
