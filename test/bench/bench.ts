import { median } from './median.ts'
import { resetTime } from './reset.ts'
import { firstAnswerTime, importTime } from './start-up.ts'
import { measureThroughput } from './throughput.ts'

/**
 * `npm run bench`: the budgets of the design. What takes milliseconds is the best of several runs,
 * as everything else that a machine does only ever adds to it. Ends with 1 where a budget is missed.
 */
interface Row {
  readonly what: string
  readonly measured: string
  readonly budget: string
  /** Undefined where the budget is a later goal. */
  readonly isKept: boolean | undefined
}

const rows = [
  bestOf('import of the built package', await several(importTime), 80),
  bestOf('first answer of `serve`', await several(firstAnswerTime), 300),
  await resetRow(),
  await throughputRow(),
]
for (const row of rows) process.stdout.write(`${write(row)}\n`)
process.exitCode = rows.some(({ isKept }) => isKept === false) ? 1 : 0

async function several(measure: () => Promise<number>): Promise<number[]> {
  const times: number[] = []
  for (let run = 0; run < 9; run++) times.push(await measure())
  return times
}

function bestOf(what: string, times: readonly number[], budget: number): Row {
  const best = Math.min(...times)
  return {
    what,
    measured: `${best.toFixed(0)} ms (median ${median(times).toFixed(0)} ms)`,
    budget: `at most ${budget} ms`,
    isKept: best <= budget,
  }
}

async function resetRow(): Promise<Row> {
  const milliseconds = await resetTime()
  return {
    what: 'reset of the demo world',
    measured: `${milliseconds.toFixed(3)} ms`,
    budget: 'at most 1 ms',
    isKept: milliseconds <= 1,
  }
}

async function throughputRow(): Promise<Row> {
  const { ours, constant, share, bytes } = await measureThroughput()
  return {
    what: `20 of 1,000 projects (${(bytes / 1024).toFixed(0)} KB), beside a constant Hono page`,
    measured: `${share.toFixed(2)} (${ours.toFixed(0)} of ${constant.toFixed(0)} requests/s)`,
    budget: 'the goal: 0.60',
    isKept: undefined,
  }
}

function write({ what, measured, budget, isKept }: Row): string {
  const verdict = isKept === undefined ? '' : isKept ? 'kept' : 'MISSED'
  return `${what.padEnd(68)}  ${measured.padEnd(36)}  ${budget.padEnd(16)}  ${verdict}`
}
