/** How often the parent is looked for, in milliseconds. */
const interval = 500

/**
 * Ends this process, as SIGTERM does, once the process that started it is gone: `npm start` or `npx` that
 * is ended by a signal does not pass that on.
 */
export function endWithParent(): void {
  const parent = process.ppid
  const timer = setInterval(() => {
    if (process.ppid === parent) return
    clearInterval(timer)
    process.kill(process.pid, 'SIGTERM')
  }, interval)
  timer.unref()
}

/**
 * Whether a package manager runs `forgery` and nothing else, as `npx forgery serve` or a script of these
 * words: the shell between them then waits for it. One that starts others beside it may end before it.
 */
export function isRunAlone({ npm_lifecycle_script: script = '' }: NodeJS.ProcessEnv): boolean {
  return /^(['"]?)forgery\1(\s[^&|;\n]*)?$/.test(script.trim())
}
