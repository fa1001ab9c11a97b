import { median } from './median.ts'
import { type RepositoryTimes, repositoryTimes } from './repository.ts'
import { resetTime } from './reset.ts'
import { firstAnswerTime, importTime } from './start-up.ts'
import { measureThroughput } from './throughput.ts'
import { type WorldCosts, worldCosts } from './worlds.ts'

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
  ...worldRows(await worldCosts()),
  ...(await throughputRows()),
  ...repositoryRows(await repositoryTimes()),
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

/** A thousand worlds of the demo seed. */
function worldRows({ together, one, memory, request }: WorldCosts): Row[] {
  const row = (what: string, measured: string, budget: string, isKept: boolean): Row => ({
    what: `1,000 demo worlds: ${what}`,
    ...{ measured, budget, isKept },
  })
  return [
    row('one of them made', `${one.toFixed(2)} ms`, 'at most 1 ms', one <= 1),
    row('all of them made', `${together.toFixed(0)} ms`, 'at most 2,000 ms', together <= 2000),
    row('their memory', `${memory.toFixed(0)} MiB`, 'at most 200 MiB', memory <= 200),
    row(
      'a request to each, beside as many to one',
      request.toFixed(2),
      'at most 1.10',
      request <= 1.1,
    ),
  ]
}

/** The share of the second yardstick is the one that hardly depends on the client that measures. */
async function throughputRows(): Promise<Row[]> {
  const measured = await measureThroughput()
  const { ours, constant, sorted, shareOfConstant, shareOfSorted, bytes } = measured
  const what = `20 of 1,000 projects (${(bytes / 1024).toFixed(0)} KB)`
  const row = (beside: string, share: number, rate: number, budget: string): Row => ({
    what: `${what}, beside ${beside}`,
    measured: `${share.toFixed(2)} (${ours.toFixed(0)} of ${rate.toFixed(0)} requests/s)`,
    budget,
    isKept: undefined,
  })
  return [
    row('a constant Hono page', shareOfConstant, constant, 'the goal: 0.60'),
    row('Hono that sorts plain objects', shareOfSorted, sorted, 'the goal: 0.83'),
  ]
}

/** A few milliseconds each, in a repository of 2,000 commits and 5,000 files; and no commit dearer. */
function repositoryRows(times: RepositoryTimes): Row[] {
  const row = (what: string, milliseconds: number): Row => ({
    what: `2,000 commits, 5,000 files: ${what}`,
    measured: `${milliseconds.toFixed(2)} ms`,
    budget: 'at most 5 ms',
    isKept: milliseconds <= 5,
  })
  const growth = times.lastCommits / times.firstCommits
  return [
    row('a commit, the last 200', times.lastCommits),
    row('a folder of the tree', times.tree),
    row('the first page of the log', times.log),
    row('a compare of two neighbours', times.compare),
    row('a file with its last commit', times.file),
    row('11 branches, merged or not', times.branches),
    {
      what: '2,000 commits: the last 200 beside the first 200',
      measured: `${growth.toFixed(2)} (${times.firstCommits.toFixed(2)} ms at first)`,
      budget: 'at most 1.5',
      isKept: growth <= 1.5,
    },
  ]
}

function write({ what, measured, budget, isKept }: Row): string {
  const verdict = isKept === undefined ? '' : isKept ? 'kept' : 'MISSED'
  return `${what.padEnd(68)}  ${measured.padEnd(36)}  ${budget.padEnd(16)}  ${verdict}`
}
