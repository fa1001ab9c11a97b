import { type RepositoryTimes, repositoryTimes } from './repository.ts'
import type { Row } from './row.ts'
import { bareNodeTime, firstAnswerTime, importTime } from './start-up.ts'
import { worldCosts } from './worlds.ts'

/**
 * A cold start. What takes milliseconds is the best of several runs, as everything else that a machine
 * does only ever adds to it; the share is beside `node -e 0` of the same turn.
 */
export async function startRows(runs: number): Promise<Row[]> {
  const times: { bare: number; whole: number; served: number }[] = []
  for (let run = 0; run < runs; run++) {
    times.push({
      bare: await bareNodeTime(),
      whole: await importTime(),
      served: await firstAnswerTime(),
    })
  }
  const least = (name: 'bare' | 'whole' | 'served') => Math.min(...times.map((each) => each[name]))
  const row = (what: string, value: number, most?: number): Row => ({
    table: 'A cold start',
    what,
    value,
    unit: 'ms',
    ...(most !== undefined && { goal: { atMost: most } }),
  })
  const [bare, served] = [least('bare'), least('served')]
  return [
    row('`node -e 0`', bare),
    row('import of the built package', least('whole'), 110),
    row('the first answer of `forgery serve`', served, 350),
    { ...row('the same, beside `node -e 0`', served / bare), unit: 'times' },
  ]
}

/** A thousand worlds of the demo seed in one process. */
export async function worldRows(): Promise<Row[]> {
  const { together, one, memory, request } = await worldCosts()
  const row = (what: string, value: number, unit: Row['unit'], atMost: number): Row => ({
    table: 'A thousand demo worlds',
    ...{ what, value, unit, goal: { atMost } },
  })
  return [
    row('one of them made', one, 'ms', 1),
    row('all of them made', together, 'ms', 2000),
    row('their memory', memory, 'MiB', 120),
    row('a request to each, beside as many to one', request, 'times', 1.1),
  ]
}

/** A few milliseconds each, in a repository of 2,000 commits and 5,000 files; and no commit dearer. */
export async function repositoryRows(): Promise<Row[]> {
  const times: RepositoryTimes = await repositoryTimes()
  const table = 'A repository of 2,000 commits and 5,000 files'
  const row = (what: string, value: number): Row => ({
    table,
    ...{ what, value, unit: 'ms', goal: { atMost: 5 } },
  })
  return [
    row('a commit, the last 200', times.lastCommits),
    row('a folder of the tree', times.tree),
    row('the first page of the log', times.log),
    row('a compare of two neighbours', times.compare),
    row('a file with its last commit', times.file),
    row('11 branches, merged or not', times.branches),
    {
      table,
      what: 'the last 200 commits beside the first 200',
      value: times.lastCommits / times.firstCommits,
      unit: 'times',
      goal: { atMost: 1.5 },
    },
  ]
}
