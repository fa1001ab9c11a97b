/** How often the parent is looked for, in milliseconds. */
const interval = 500

/**
 * Calls `end` once the process that started this one is gone: `npm start` that is killed does not
 * end what it started.
 */
export function endWithParent(end: () => void): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    end()
  }, interval)
  timer.unref()
}
