/** Runs tasks one after the other, in the order in which they are added, whether earlier ones fail or not. */
export type WorkQueue = <Result>(work: () => Promise<Result>) => Promise<Result>

export function createWorkQueue(): WorkQueue {
  let last: Promise<unknown> = Promise.resolve()
  return (work) => {
    const next = last.then(work)
    last = next.catch(() => {})
    return next
  }
}
