import { join } from 'node:path'
import { root } from '../package/root.ts'
import { median } from './median.ts'

/** Median milliseconds of what is asked of a repository with a long history. */
export interface RepositoryTimes {
  readonly firstCommits: number
  readonly lastCommits: number
  readonly tree: number
  readonly log: number
  readonly compare: number
  readonly file: number
  readonly branches: number
}

type Ask = (path: string, body?: object) => Promise<unknown>

const commits = 2000
const folders = 50
const filesPerFolder = 100
/** A commit takes 3,000 actions at most. */
const filesPerCommit = 2500
const rounds = 100
/** How many commits are the first and the last ones, whose cost should be the same. */
const edge = 200

/**
 * Times of a repository of 2,000 commits and 5,000 files, from request to read answer. All of it is
 * made and asked for through the API; each round asks for something else than the one before.
 */
export async function repositoryTimes(): Promise<RepositoryTimes> {
  const ask = await createAsk()
  await ask('/projects', { name: 'long-history' })
  const project = '/projects/root%2Flong-history/repository'
  const files = Array.from(allFiles())
  for (let start = 0; start < files.length; start += filesPerCommit) {
    const some = files.slice(start, start + filesPerCommit)
    await ask(`${project}/commits`, commitOf('Some files', some))
  }
  const [commitTimes, ids] = await commitAll(ask, project)
  for (let number = 0; number < 10; number++) {
    await ask(`${project}/branches`, { branch_name: `old-${number}`, ref: ids[number * 50] })
  }
  const each = (round: number) => ids[(round * 17) % (ids.length - 1)] ?? ''
  const next = (round: number) => ids[((round * 17) % (ids.length - 1)) + 1] ?? ''
  return {
    firstCommits: median(commitTimes.slice(0, edge)),
    lastCommits: median(commitTimes.slice(-edge)),
    tree: await timesOf(ask, (round) => `${project}/tree?path=folder-${round % folders}`),
    log: await timesOf(ask, (round) => `${project}/commits?ref_name=${each(round)}`),
    compare: await timesOf(
      ask,
      (round) => `${project}/compare?from=${each(round)}&to=${next(round)}`,
    ),
    file: await timesOf(
      ask,
      (round) => `${project}/files?ref=master&file_path=${pathOf(round * 37)}`,
    ),
    branches: await timesOf(ask, () => `${project}/branches`),
  }
}

async function createAsk(): Promise<Ask> {
  const { createForge }: typeof import('../../src/index.ts') = await import(
    join(root, 'dist/index.js')
  )
  const forge = await createForge({ seed: 'empty' })
  const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
  return async (path, body) => {
    const method = body ? 'POST' : 'GET'
    const init = { method, headers, ...(body && { body: JSON.stringify(body) }) }
    const response = await forge.fetch(new Request(`http://forge.test/api/v3${path}`, init))
    const answer: unknown = await response.json()
    if (!response.ok) throw new Error(`${path}: ${JSON.stringify(answer)}`)
    return answer
  }
}

/** One file a commit, of all folders in turn; with the ids of the commits, oldest first. */
async function commitAll(ask: Ask, project: string): Promise<[number[], string[]]> {
  const times: number[] = []
  const ids: string[] = []
  for (let number = 1; number < commits; number++) {
    const content = `${contentOf(number)}Changed by commit ${number}.\n`
    const change = { action: 'update', file_path: pathOf(number * 7), content }
    const started = performance.now()
    const made = await ask(`${project}/commits`, commitOf(`Change ${number}`, [change]))
    times.push(performance.now() - started)
    ids.push(String(Reflect.get(made as object, 'id')))
  }
  return [times, ids]
}

async function timesOf(ask: Ask, pathOf: (round: number) => string): Promise<number> {
  const times: number[] = []
  for (let round = 0; round < rounds; round++) {
    const started = performance.now()
    await ask(pathOf(round))
    times.push(performance.now() - started)
  }
  return median(times)
}

function commitOf(commit_message: string, actions: readonly object[]) {
  return { branch_name: 'master', commit_message, actions }
}

function* allFiles() {
  for (let number = 0; number < folders * filesPerFolder; number++) {
    yield { action: 'create', file_path: pathOf(number), content: contentOf(number) }
  }
}

function pathOf(number: number): string {
  const file = Math.floor(number / folders) % filesPerFolder
  return `folder-${number % folders}/file-${file}.txt`
}

function contentOf(number: number): string {
  return Array.from({ length: 20 }, (_, line) => `Line ${line} of file ${number}.\n`).join('')
}
