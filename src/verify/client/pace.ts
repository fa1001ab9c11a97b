/** Waits for a number of milliseconds, or until the signal is aborted. */
export function wait(milliseconds: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted || milliseconds <= 0) return resolve()
    const end = () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', end)
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    signal?.addEventListener('abort', end)
  })
}

export interface Pace {
  /** Runs a task when the concurrency and the rate allow it. */
  run<T>(task: () => Promise<T>): Promise<T>
}

/** The milliseconds of continuous work after which new tasks wait for a turn of the event loop. */
const TURN_EVERY = 50

/** Limits tasks to `concurrency` at once, and to `rate` per second. */
export function createPace({
  concurrency,
  rate,
}: {
  readonly concurrency: number
  readonly rate: number
}): Pace {
  const waiting: (() => void)[] = []
  let running = 0
  let nextStart = 0
  let lastTurn = performance.now()
  let turn: Promise<void> | undefined

  /** A `fetch` that responds from memory never yields: without this, timers and file reads would starve. */
  async function letOthersRun(): Promise<void> {
    if (performance.now() - lastTurn < TURN_EVERY) return
    turn ??= wait(1).then(() => {
      lastTurn = performance.now()
      turn = undefined
    })
    await turn
  }

  async function enter(): Promise<void> {
    if (running >= concurrency) await new Promise<void>((resolve) => waiting.push(resolve))
    else running++
    if (!Number.isFinite(rate)) return
    const now = performance.now()
    const start = Math.max(now, nextStart)
    nextStart = start + 1000 / rate
    await wait(start - now)
  }

  function leave(): void {
    const next = waiting.shift()
    if (next) next()
    else running--
  }

  return {
    async run(task) {
      await enter()
      try {
        await letOthersRun()
        return await task()
      } finally {
        leave()
      }
    },
  }
}
