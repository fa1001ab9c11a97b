/** Runs work in the order in which it is given, each once the work before it has ended, well or not. */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createWorkQueue(): WorkQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}
