import type { CompareProgress } from '../../verify/compare/index.ts'
import { counted } from '../command.ts'
import { timeLeft } from '../time-left.ts'
import type { ProgressStream } from '../verify/verify-progress.ts'

/** The interval of progress lines without a terminal, in milliseconds. */
const pause = 5000

/**
 * Shows progress: one line on a terminal, which is overwritten and removed at the end of the run; elsewhere a line
 * every few seconds.
 */
export function showCompareProgress(stream: ProgressStream, now = () => performance.now()) {
  let last = now()
  return {
    show(progress: CompareProgress): void {
      const text = lineOf(progress)
      if (stream.isTTY) stream.write(`\r\u001b[K${text}`)
      else if (now() - last >= pause) {
        last = now()
        stream.write(`${text}\n`)
      }
    },
    end(): void {
      if (stream.isTTY) stream.write('\r\u001b[K')
    },
  }
}

function lineOf(progress: CompareProgress): string {
  const { histories, calls, differences, isShrinking, remaining } = progress
  const tracing = isShrinking ? ', tracing the last to its fewest calls' : ''
  const drawn = histories === 1 ? '1 history' : `${histories} histories`
  return `${drawn}, ${counted(calls, 'calls')}, ${counted(differences, 'differences')}${tracing}${timeLeft(remaining, ', ')}`
}
