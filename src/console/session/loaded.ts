import { useCallback, useEffect, useState } from 'preact/hooks'

/** A loaded value; while it is reloaded, the previous one stays, so that nothing jumps. */
export interface Loaded<T> {
  readonly value: T | undefined
  /** The error of the last attempt. */
  readonly problem: string | undefined
  readonly isLoading: boolean
  readonly reload: () => void
}

/**
 * Loads a value when the component is shown, and again when a dependency changes.
 *
 * @example const { value, problem } = useLoaded((signal) => controlCall('GET', '/faults', { signal }), [])
 */
export function useLoaded<T>(
  load: (signal: AbortSignal) => PromiseLike<T> | T,
  dependencies: readonly unknown[],
): Loaded<T> {
  const [state, setState] = useState<Omit<Loaded<T>, 'reload'>>({
    value: undefined,
    problem: undefined,
    isLoading: true,
  })
  const [turn, setTurn] = useState(0)
  useEffect(() => {
    const leaving = new AbortController()
    setState((before) => ({ ...before, isLoading: true }))
    Promise.resolve()
      .then(() => load(leaving.signal))
      .then(
        (value) => ({ value, problem: undefined, isLoading: false }),
        (error: unknown) => ({ value: undefined, problem: messageOf(error), isLoading: false }),
      )
      .then((next) => {
        if (!leaving.signal.aborted) setState(next)
      })
    return () => leaving.abort()
  }, [turn, ...dependencies])
  const reload = useCallback(() => setTurn((before) => before + 1), [])
  return { ...state, reload }
}

/** Whether neither a value nor a problem has arrived yet. */
export function isComing({ value, problem }: Loaded<unknown>): boolean {
  return value === undefined && problem === undefined
}

/** Returns the message of an error. */
export function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}
