import { Presets, SingleBar } from 'cli-progress'
import type { Progress } from '../../verify/index.ts'
import { timeLeft } from '../time-left.ts'

/** Where progress is written: standard error, or what stands in for it. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean }

export interface ProgressDisplay {
  show(progress: Progress): void
  end(): void
}

/** Between two lines where there is no terminal, in milliseconds. */
const pause = 5000

/** A bar on a terminal, which goes when the run ends; elsewhere a line every few seconds. */
export function showProgress(
  stream: ProgressStream,
  now = () => performance.now(),
): ProgressDisplay {
  return stream.isTTY ? showBar(stream) : showLines(stream, now)
}

function showBar(stream: ProgressStream): ProgressDisplay {
  const format =
    '{bar} {percentage}% | {value} of {total} | {requests} requests | {failures} failed{left}'
  const options = { stream, format, clearOnComplete: true, hideCursor: true, barsize: 30 }
  const bar = new SingleBar(options, Presets.shades_classic)
  let isStarted = false
  return {
    show({ completed, stories, requests, failures, remaining }) {
      const payload = { requests, failures, left: timeLeft(remaining, ' | ') }
      if (isStarted) bar.update(completed, payload)
      else bar.start(stories, completed, payload)
      isStarted = true
    },
    end: () => bar.stop(),
  }
}

function showLines(stream: ProgressStream, now: () => number): ProgressDisplay {
  let last = now()
  return {
    show({ completed, stories, requests, failures, remaining }) {
      if (now() - last < pause) return
      last = now()
      stream.write(
        `${completed} of ${stories} checks and stories, ${requests} requests, ${failures} failed${timeLeft(remaining, ', ')}\n`,
      )
    },
    end() {},
  }
}
