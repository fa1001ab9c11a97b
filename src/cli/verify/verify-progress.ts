import { Presets, SingleBar } from 'cli-progress'
import type { Progress } from '../../verify/index.ts'
import { timeLeft } from '../time-left.ts'

/** The output of progress: standard error, or a substitute. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean }

export interface ProgressDisplay {
  show(progress: Progress): void
  end(): void
}

/** The interval of progress lines without a terminal, in milliseconds. */
const pause = 5000

/** Shows progress: a bar on a terminal, which is removed at the end of the run; elsewhere a line every few seconds. */
export function showProgress(
  stream: ProgressStream,
  now = () => performance.now(),
): ProgressDisplay {
  return stream.isTTY ? showBar(stream) : showLines(stream, now)
}

function showBar(stream: ProgressStream): ProgressDisplay {
  const format = '{bar} {percentage}% | {part} | {requests} requests | {failures} failed{left}'
  const options = { stream, format, clearOnComplete: true, hideCursor: true, barsize: 30 }
  const bar = new SingleBar(options, Presets.shades_classic)
  let isStarted = false
  return {
    show({ completed, stories, requests, failures, remaining, compared }) {
      const isCompared = compared !== undefined
      const part = isCompared ? 'comparison with a forge' : `${completed} of ${stories}`
      const payload = { part, requests, failures, left: timeLeft(remaining, ' | ') }
      const [value, total] = isCompared ? [100 * compared, 100] : [completed, stories]
      if (isStarted) {
        bar.setTotal(total)
        bar.update(value, payload)
      } else bar.start(total, value, payload)
      isStarted = true
    },
    end: () => bar.stop(),
  }
}

function showLines(stream: ProgressStream, now: () => number): ProgressDisplay {
  let last = now()
  return {
    show({ completed, stories, requests, failures, remaining, compared }) {
      if (now() - last < pause) return
      last = now()
      const part =
        compared === undefined
          ? `${completed} of ${stories} checks and stories`
          : `${Math.floor(100 * compared)}% of the comparison with a forge`
      stream.write(
        `${part}, ${requests} requests, ${failures} failed${timeLeft(remaining, ', ')}\n`,
      )
    },
    end() {},
  }
}
