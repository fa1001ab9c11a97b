/** Requests that wait because a fault has it so. */
export interface Waiting {
  /**
   * Resolves to true after so many milliseconds, and to false where the signal is aborted or all are
   * ended before. Infinity waits for that alone.
   */
  wait(milliseconds: number, signal: AbortSignal): Promise<boolean>
  endAll(): void
}

export function createWaiting(): Waiting {
  const ends = new Set<() => void>()
  return {
    wait(milliseconds, signal) {
      if (signal.aborted) return Promise.resolve(false)
      return new Promise((resolve) => {
        const timer = Number.isFinite(milliseconds)
          ? setTimeout(() => finish(true), milliseconds)
          : undefined
        const end = () => finish(false)
        function finish(isOver: boolean): void {
          clearTimeout(timer)
          ends.delete(end)
          signal.removeEventListener('abort', end)
          resolve(isOver)
        }
        ends.add(end)
        signal.addEventListener('abort', end)
      })
    },
    endAll() {
      for (const end of [...ends]) end()
    },
  }
}
