import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, describe, expect, it } from 'vitest'
import type { Repository } from '../../../src/git/repository.ts'
import { lacks } from '../../programs.ts'
import { createGitFolder, scratchFolder } from '../git-program.ts'
import { type History, histories, runs } from '../histories.ts'
import { type GitServer, gitIn, serveByGit, servedAlone, serveGit } from './git-server.ts'

const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true }))

/** Two servers of the same repository: ours, and git's own on the same files. */
interface Pair {
  readonly history: History
  readonly server: GitServer
  readonly addresses: readonly [ours: string, gits: string]
}

let count = 0

/** Does the same with both, each in a folder of its own, and gives what each came to. */
async function inBoth(
  { addresses }: Pair,
  work: (address: string, path: string) => Promise<string>,
): Promise<[ours: string, gits: string]> {
  count += 1
  const [ours, gits] = addresses
  const of = (who: string) => join(folder, `${count}-${who}`)
  return [await work(ours, of('ours')), await work(gits, of('gits'))]
}

/** Refs, commits, the ends of a shallow history, and whether git finds all of it sound. */
async function stateOf(path: string, version: number): Promise<string> {
  const refs = await gitIn(path, version, 'for-each-ref', '--format=%(objectname) %(refname)')
  const all = await gitIn(path, version, 'rev-list', '--all', '--objects')
  const shallow = shallowOf(path)
  const objects = all
    .split('\n')
    .map((line) => line.slice(0, 40))
    .sort()
  await gitIn(path, version, 'fsck', '--full')
  return [refs, shallow, ...objects].join('\n')
}

function shallowOf(path: string): string {
  try {
    return readFileSync(join(path, 'shallow'), 'utf8').split('\n').sort().join('\n')
  } catch {
    return ''
  }
}

/** Gives random histories to a check, with both servers of each. */
async function agree(check: (pair: Pair) => Promise<void>): Promise<void> {
  const shape = { lines: 'distinct', clocks: 'right', maxSteps: 30 } as const
  const property = fc.asyncProperty(histories(shape), async (history) => {
    const git = createGitFolder(history.objects, history.repository)
    git.all([
      ['config', 'uploadpack.allowFilter', 'true'],
      ['config', 'uploadpack.allowAnySHA1InWant', 'true'],
    ])
    const server = await serveGit(servedAlone(history.objects, history.repository))
    const gits = await serveByGit(git.path)
    try {
      await check({ history, server, addresses: [server.url, gits.url] })
    } finally {
      server.close()
      gits.close()
      git.remove()
    }
  })
  const seed = Number(process.env.FORGERY_GIT_SEED ?? 20_161_222)
  await fc.assert(property, { numRuns: runs(5), seed, endOnFailure: true })
}

/** The repository as it was, with the refs of some of its commits alone. */
function before({ repository, commits }: History, length: number): Repository {
  const known = new Set(commits.slice(0, length).map(({ id }) => id))
  const refs = new Map([...repository.refs].filter(([, id]) => known.has(id)))
  const last = commits[length - 1]
  if (last) refs.set('refs/heads/master', last.id)
  return { ...repository, refs }
}

describe.skipIf(lacks('git')).each([0, 2])('git, by version %i of its protocol,', (version) => {
  const git = (path: string, ...words: string[]) => gitIn(path, version, ...words)

  it('clones what is there', () =>
    agree(async (pair) => {
      const [ours, gits] = await inBoth(pair, async (address, path) => {
        await git(folder, 'clone', '-q', '--mirror', address, path)
        return stateOf(path, version)
      })
      expect(ours).toBe(gits)
    }))

  it.each([
    ['--depth=1'],
    ['--depth=3', '--no-single-branch'],
    ['--shallow-since=1600003000', '--no-single-branch'],
    ['--shallow-exclude=v1.0'],
  ])('makes a shallow clone (%s), and a longer one of it', (...options) =>
    agree(async (pair) => {
      const [ours, gits] = await inBoth(pair, async (address, path) => {
        const outcomes: string[] = []
        const attempt = async (...words: string[]) => {
          // Where no commit is young enough, both refuse.
          const failure = await git(folder, ...words).then(
            () => '',
            () => 'refused',
          )
          outcomes.push(failure || (await stateOf(path, version)))
          return failure === ''
        }
        if (!(await attempt('clone', '-q', '--bare', ...options, address, path))) return 'refused'
        const refs = '+refs/heads/*:refs/heads/*'
        await attempt('-C', path, 'fetch', '-q', '--deepen=1', address, refs)
        await attempt('-C', path, 'fetch', '-q', '--depth=2', address, refs)
        await attempt('-C', path, 'fetch', '-q', '--unshallow', address, refs)
        return outcomes.join('\n---\n')
      })
      expect(ours).toBe(gits)
    }),
  )

  it('fetches what came since, into whole and into shallow clones', () =>
    agree(async (pair) => {
      const { history, server } = pair
      const half = before(history, Math.ceil(history.commits.length / 2))
      for (const options of [[], ['--depth=2', '--no-single-branch']]) {
        const path = join(folder, `since-${version}-${options.length}-${count++}`)
        server.repository = servedAlone(history.objects, half)
        await git(folder, 'clone', '-q', '--bare', ...options, server.url, path)
        server.repository = servedAlone(history.objects, history.repository)
        server.requests.length = 0
        await git(path, 'fetch', '-q', server.url, '+refs/*:refs/*')
        await git(path, 'fsck', '--full')
        const refs = await git(path, 'for-each-ref', '--format=%(objectname) %(refname)')
        const expected = [...history.repository.refs].map(([name, id]) => `${id} ${name}`).sort()
        expect(refs.trim().split('\n').sort()).toEqual(expected)
      }
    }))

  it.each(['blob:none', 'blob:limit=30', 'tree:0', 'tree:2', 'combine:tree:3+blob:none'])(
    'leaves out of a partial clone what %s does, and fetches it when it is needed',
    (filter) =>
      agree(async (pair) => {
        const [ours, gits] = await inBoth(pair, async (address, path) => {
          await git(folder, 'clone', '-q', '--bare', `--filter=${filter}`, address, path)
          const missing = await git(path, 'rev-list', '--all', '--objects', '--missing=print')
          const listed = missing
            .split('\n')
            .map((line) => line.slice(0, 41).trim())
            .sort()
          const files = await git(path, 'archive', 'master', '--format=tar')
          return [...listed, files].join('\n')
        })
        expect(ours).toBe(gits)
      }),
  )

  it('fetches a commit by its id, and refuses one that no ref leads to', () =>
    agree(async ({ history, server }) => {
      const path = join(folder, `id-${version}-${count++}`)
      await git(folder, 'init', '-q', '--bare', path)
      const middle = history.commits[Math.floor(history.commits.length / 2)]
      await git(path, 'fetch', '-q', '--depth=1', server.url, `${middle?.id}:refs/heads/middle`)
      expect(await git(path, 'rev-list', '--all')).toBe(`${middle?.id}\n`)
      await git(path, 'fsck', '--full')
      const tree = middle?.tree ?? ''
      const fetchOther = git(path, 'fetch', server.url, 'f'.repeat(40))
      await expect(fetchOther).rejects.toThrow(`not our ref ${'f'.repeat(40)}`)
      expect(await git(path, 'cat-file', '-t', tree)).toBe('tree\n')
    }))
})
