import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { type Running, start } from '../cli/command.ts'
import { serveFolder } from '../git-clients/http-backend.ts'
import { runProgram } from '../git-clients/served-forge.ts'
import { median, spread } from './median.ts'
import type { Row } from './row.ts'

const CLONED = 10_000
const PUSHED = 1000
const FILES = 400

/**
 * Clones and pushes of git, from and to `forgery serve`, beside `git http-backend`, which git's own program serves with,
 * in turns.
 */
export async function gitRows(rounds: number, scratch: string): Promise<Row[]> {
  const folder = join(scratch, 'git')
  mkdirSync(folder)
  await makeHistory(folder, 'large.git', CLONED)
  await makeHistory(folder, 'small.git', PUSHED)
  const words = ['serve', '--port', '0', '--json', '--seed', 'empty']
  const small = join(folder, 'small.git')
  const large = CLONED.toLocaleString('en')
  const forge = start([...words, '--import', `root/large=${join(folder, 'large.git')}`])
  const backend = await serveFolder(folder)
  try {
    const [line] = await forge.until(/^.*\n/)
    const { url }: { readonly url: string } = JSON.parse(line)
    const withToken = url.replace('://', '://root:root-token@')
    await makeProject(url, 'pushed')
    await push(join(folder, 'large.git'), `${withToken}/root/pushed.git`)
    const clonesOf = (project: string) =>
      inTurns(rounds, {
        ours: () => clone(folder, `${withToken}/root/${project}.git`),
        theirs: () => clone(folder, `${backend.url}/large.git`),
      })
    const imported = await clonesOf('large')
    const pushed = await clonesOf('pushed')
    const pushes = await inTurns(rounds, {
      ours: async (round) => {
        await makeProject(url, `empty-${round}`)
        return push(small, `${withToken}/root/empty-${round}.git`)
      },
      theirs: async (round) => {
        await git(folder, 'init', '-q', '--bare', `empty-${round}.git`)
        await git(join(folder, `empty-${round}.git`), 'config', 'http.receivepack', 'true')
        return push(small, `${backend.url}/empty-${round}.git`)
      },
    })
    return [
      row(`a clone of ${large} commits that were imported`, imported, 1.5),
      row(`a clone of ${large} commits that were pushed`, pushed, 1.5),
      row(`a push of ${PUSHED.toLocaleString('en')} commits`, pushes, 3),
    ]
  } finally {
    await end(forge)
    await backend.close()
  }
}

interface Turn {
  readonly ours: number
  readonly theirs: number
}

/** Milliseconds of each, round by round; the first round is not counted. */
async function inTurns(
  rounds: number,
  work: Record<keyof Turn, (round: number) => Promise<number>>,
): Promise<Turn[]> {
  const turns: Turn[] = []
  for (let round = 0; round <= rounds; round += 1) {
    const turn = { ours: await work.ours(round), theirs: await work.theirs(round) }
    if (round > 0) turns.push(turn)
  }
  return turns
}

function row(what: string, turns: readonly Turn[], atMost: number): Row {
  const shares = turns.map(({ ours, theirs }) => ours / theirs)
  return {
    table: 'Git over HTTP, beside `git http-backend`',
    what,
    value: median(turns.map(({ ours }) => ours)),
    unit: 'ms',
    share: median(shares),
    spread: spread(shares),
    goal: { atMost },
  }
}

async function clone(folder: string, address: string): Promise<number> {
  const target = join(folder, 'clone.git')
  rmSync(target, { recursive: true, force: true })
  return timeOf(() => git(folder, 'clone', '-q', '--bare', address, target))
}

function push(from: string, address: string): Promise<number> {
  return timeOf(() => git(from, 'push', '-q', address, 'main'))
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await work()
  return performance.now() - begun
}

async function git(folder: string, ...words: string[]): Promise<void> {
  const { status, err } = await runProgram('git', ['-c', 'gc.auto=0', ...words], folder)
  if (status !== 0) throw new Error(`git ${words.join(' ')} ended with ${status}: ${err}`)
}

async function makeProject(url: string, name: string): Promise<void> {
  const { ok, status } = await fetch(`${url}/api/v4/projects`, {
    method: 'POST',
    headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
    body: JSON.stringify({ name }),
  })
  if (!ok) throw new Error(`The project is a ${status}.`)
}

/** A history in which each commit changes one of some hundred files, packed as `git gc` packs it. */
async function makeHistory(folder: string, name: string, commits: number): Promise<void> {
  await git(folder, 'init', '-q', '--bare', '-b', 'main', name)
  const who = 'A <a@example.com>'
  const steps = Array.from({ length: commits }, (_, step) => {
    const file = (step * 7919) % FILES
    const content = Array.from({ length: 40 }, (_, line) => {
      return `${line} of file ${file}${line === step % 40 ? `, changed by ${step}` : ''}\n`
    }).join('')
    const when = `${1_600_000_000 + 60 * step} +0000`
    return [
      `commit refs/heads/main\nauthor ${who} ${when}\ncommitter ${who} ${when}\n`,
      `data <<END\nCommit ${step}\nEND\n`,
      `M 100644 inline folder${file % 20}/file${file}.txt\ndata <<END\n${content}END\n\n`,
    ].join('')
  })
  const place = join(folder, name)
  const { status, err } = await runProgram(
    'git',
    ['fast-import', '--quiet'],
    place,
    {},
    steps.join(''),
  )
  if (status !== 0) throw new Error(`git fast-import ended with ${status}: ${err}`)
  await git(place, 'repack', '-qadf')
}

async function end({ process, finished }: Running): Promise<void> {
  process.kill()
  await finished
}
