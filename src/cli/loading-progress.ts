import type { SeedProgress } from '../seed/loaders/loading.ts'

/** Where progress is written, such as `process.stderr`. */
interface Output {
  readonly isTTY?: boolean
  write(text: string): void
}

/** A world that is there sooner is reported on by the greeting alone; in milliseconds. */
const SILENT_AT_FIRST = 1000
/** Milliseconds from one report to the next: on a terminal, where the line is written anew, and elsewhere. */
const BETWEEN_REPORTS = { terminal: 100, file: 5000 }

/**
 * Reports how far a world is loaded, where that takes longer than a second: on a terminal in one line that is
 * written anew, and removed by `end`; elsewhere in a line every five seconds. `now` is a clock in milliseconds.
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
