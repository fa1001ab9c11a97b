/** The interval of checking for the parent process, in milliseconds. */
const interval = 500

/**
 * Ends this process like SIGTERM once its parent process is gone: `npm start` and `npx` do not forward the signal that
 * ends them.
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
 * Whether a package manager runs only `forgery`, as `npx forgery serve` or as a script with just this command: the
 * shell in between then waits for it. A script that starts further commands can end before it.
 */
export function isRunAlone({ npm_lifecycle_script: script = '' }: NodeJS.ProcessEnv): boolean {
  return /^(['"]?)forgery\1(\s[^&|;\n]*)?$/.test(script.trim())
}
