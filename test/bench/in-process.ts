import { join } from 'node:path'
import { start } from '../cli/command.ts'
import { median, spread } from './median.ts'
import { runProgram } from './programs.ts'
import type { Row } from './row.ts'

/** What a suite does: it writes and reads in turns, and reads what nobody read before. */
export async function inProcessRows(rounds: number): Promise<Row[]> {
  const measured = await runProgram<{ inTurns: number; one: number }>('in-process.ts', [rounds])
  const row = (what: string, name: 'inTurns' | 'one', atMost: number): Row => {
    const times = measured.map((round) => round[name])
    return {
      table: 'A request in process, by `fetch` and `json()` (processor time)',
      ...{ what, value: median(times), unit: 'µs', spread: spread(times), goal: { atMost } },
    }
  }
  return [
    row('POST, list, get, PUT, list of issues in turns', 'inTurns', 240),
    row('one issue that was never asked for', 'one', 110),
  ]
}

/** A page of v4, which says more of an issue, beside one of v3: as a whole, and by what it has. */
export async function pageRows(rounds: number): Promise<Row[]> {
  type Page = Readonly<Record<'time' | 'characters', number>>
  const measured = await runProgram<Readonly<Record<'v3' | 'v4', Page>>>('pages.ts', [rounds])
  const rows = (what: string, costOf: (page: Page) => number, atMost?: number): Row[] =>
    (['v3', 'v4'] as const).map((api) => {
      const shares = measured.map((round) => costOf(round[api]) / costOf(round.v3))
      return {
        table: 'A page of 20 issues that was never asked for, of v3 and of v4 (processor time)',
        what: `${what} of ${api}`,
        value: median(measured.map((round) => costOf(round[api]))),
        ...{ unit: 'µs', share: median(shares), spread: spread(shares) },
        ...(api === 'v4' && atMost !== undefined && { goal: { atMost } }),
      }
    })
  return [
    ...rows('a page', ({ time }) => time),
    ...rows(
      '1,000 characters of its JSON,',
      ({ time, characters }) => (1000 * time) / characters,
      1,
    ),
  ]
}

/** A project with many issues beside one with few. */
export async function largeProjectRows(many: number): Promise<Row[]> {
  type Times = Readonly<Record<'page' | 'read' | 'create', number>>
  const [small] = await runProgram<Times>('large-project.ts', [1000])
  const [large] = await runProgram<Times>('large-project.ts', [many])
  if (!small || !large) throw new Error('The projects were not measured.')
  const row = (what: string, name: keyof Times, atMost: number): Row => ({
    table: `A project of ${many.toLocaleString('en')} issues beside one of 1,000 (processor time)`,
    ...{ what, value: large[name], unit: 'µs', share: large[name] / small[name], goal: { atMost } },
  })
  return [
    row('a page of 20 open issues', 'page', 3),
    row('one issue', 'read', 1.5),
    row('an issue is created', 'create', 1.5),
  ]
}

/** A large seed, as `forgery seed` invents it. */
export async function seedRows(projects: number, scratch: string): Promise<Row[]> {
  const file = join(scratch, 'seed.json')
  const words = ['--users', '200', '--projects', `${projects}`, '--random-seed', '1']
  const { code, err } = await start(['seed', ...words, '--output', file]).finished
  if (code !== 0) throw new Error(`forgery seed ended with ${code}: ${err}`)
  const [measured] = await runProgram<{ seconds: number }>('seed.ts', [file])
  if (!measured) throw new Error('The seed was not measured.')
  return [
    {
      table: 'A large seed (processor time)',
      what: `${projects.toLocaleString('en')} projects with code and trackers, from a file of JSON`,
      value: measured.seconds,
      unit: 's',
      // A smaller one costs more a project: the code is not compiled yet.
      ...(projects === 5000 && { goal: { atMost: 4 } }),
    },
  ]
}
