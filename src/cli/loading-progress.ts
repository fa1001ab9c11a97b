import type { SeedProgress } from '../seed/loaders/loading.ts'

/** The output of progress, such as `process.stderr`. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): void
}

/** The milliseconds before the first report; a world that loads faster is only reported by the greeting. */
const SILENT_AT_FIRST = 1000
/** The milliseconds between reports: on a terminal, where the line is overwritten, and elsewhere. */
const BETWEEN_REPORTS = { terminal: 100, file: 5000 }

/**
 * Reports the progress of loading a world, if that takes longer than a second: on a terminal in a line that is
 * overwritten, and removed by `end`; elsewhere in a line every five seconds. `now` is a clock in milliseconds.
 */
export function loadingProgress(world: string, output: Output, now = () => performance.now()) {
  const pause = output.isTTY ? BETWEEN_REPORTS.terminal : BETWEEN_REPORTS.file
  let next = now() + SILENT_AT_FIRST
  let isShown = false
  return {
    report({ stage, done }: SeedProgress): void {
      const time = now()
      if (time < next) return
      next = time + pause
      isShown = true
      const line = `forgery: ${stage} ${world}: ${Math.floor(done * 100)} %`
      output.write(output.isTTY ? `\r${line}\x1b[K` : `${line}\n`)
    },
    end(): void {
      if (isShown && output.isTTY) output.write('\r\x1b[K')
    },
  }
}
