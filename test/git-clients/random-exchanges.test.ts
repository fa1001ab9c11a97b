import { cpSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { createGitFolder } from '../git/git-program.ts'
import { type History, histories, runs } from '../git/histories.ts'
import { lacks } from '../programs.ts'
import { serveFolder } from './http-backend.ts'
import { createWorkshop, serveForge } from './served-forge.ts'
import { cloneTwins, type Twins } from './twins.ts'

const depth = fc.integer({ min: 1, max: 4 })

const cloning = fc.oneof(
  fc.constantFrom<readonly string[]>(
    [],
    ['--mirror'],
    ['--single-branch'],
    ['--no-tags'],
    ['--bare'],
  ),
  depth.map((count) => ['--depth', String(count)]),
  depth.map((count) => ['--depth', String(count), '--no-single-branch']),
  fc.constant(['--shallow-since=1600000100', '--no-single-branch']),
  fc.constant(['--shallow-exclude=light', '--no-single-branch']),
)

const fetching = fc.oneof(
  fc.constantFrom<readonly string[]>(
    ['fetch'],
    ['fetch', '--all', '--prune'],
    ['fetch', '--tags'],
    ['fetch', '--refetch'],
    ['fetch', 'origin', 'refs/heads/*:refs/seen/*'],
    ['fetch', 'origin', 'master'],
    ['fetch', '--unshallow'],
    ['fetch', '--shallow-exclude=v1.0'],
    ['fetch', '--shallow-since=1600000200'],
  ),
  depth.map((count) => ['fetch', '--depth', String(count)]),
  depth.map((count) => ['fetch', '--deepen', String(count)]),
)

const branch = fc.constantFrom('master', 'topic/0', 'new', 'deep/er/new')
const others = fc.constantFrom('topic/0', 'new', 'deep/er/new')
const tag = fc.constantFrom('v2', 'v1.0', 'rc/1')

/** Something to write, and the commands that follow. */
interface Step {
  readonly file?: string
  readonly commands: readonly (readonly string[])[]
}

const commit = (name: string, file: number): Step => ({
  file: `written/${file % 5}`,
  commands: [
    ['checkout', '-q', '-B', name],
    ['add', '-A'],
    ['commit', '-q', '-m', `Commit ${file}`],
  ],
})

const pushing: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(branch, fc.nat({ max: 1000 })).map(([name, file]) => {
    const { commands, ...step } = commit(name, file)
    return { ...step, commands: [...commands, ['push', '-q', 'origin', name]] }
  }),
  fc.tuple(branch, fc.nat({ max: 1000 })).map(([name, file]) => commit(name, file)),
  fc
    .oneof(
      branch.map((name) => [['push', 'origin', name]]),
      branch.map((name) => [
        ['checkout', '-q', '-B', name, 'HEAD~1'],
        ['push', 'origin', name],
        ['push', '--force', 'origin', name],
      ]),
      branch.map((name) => [
        ['commit', '-q', '--amend', '--allow-empty', '-m', 'Amended'],
        ['push', '--force-with-lease', 'origin', `HEAD:${name}`],
      ]),
      fc
        .tuple(branch, others)
        .map(([one, other]) => [
          ['push', '--atomic', 'origin', `HEAD:refs/heads/${one}`, `+HEAD~1:refs/heads/${other}`],
        ]),
      others.map((name) => [['push', 'origin', `:${name}`]]),
      tag.map((name) => [
        ['tag', '-f', '-a', '-m', 'A tag', name],
        ['push', 'origin', name],
      ]),
      tag.map((name) => [
        ['tag', '-f', name],
        ['push', '-f', 'origin', `refs/tags/${name}`],
      ]),
      tag.map((name) => [['push', 'origin', `:refs/tags/${name}`]]),
      fc.constantFrom<readonly string[][]>(
        [['push', '--all']],
        [['push', '--tags', '--follow-tags']],
        [['merge', '-q', '--no-edit', '-X', 'ours', 'origin/topic/0'], ['push']],
        [['fetch', '--prune']],
      ),
    )
    .map((commands) => ({ commands })),
)

/** What git has to be told for its server to do what a forge does. */
const SERVICE = [
  ['http.receivepack', 'true'],
  ['uploadpack.allowReachableSHA1InWant', 'true'],
  ['uploadpack.allowFilter', 'true'],
  ['receive.advertisePushOptions', 'true'],
]

const options = { numRuns: runs(5) }

describe.skipIf(lacks('git')).each([0, 2] as const)('git at protocol %i', (protocol) => {
  /** A forge and a bare repository with one history, and a clone of each. */
  async function withTwins(
    { objects, repository }: History,
    isPacked: boolean,
    cloneWith: readonly string[],
    work: (twins: Twins) => Promise<void>,
  ): Promise<void> {
    const source = createGitFolder(objects, repository)
    if (isPacked) source.all([['repack', '-adq'], ['prune-packed']])
    const workshop = createWorkshop()
    cpSync(source.path, join(workshop.path, 'bare.git'), { recursive: true })
    for (const setting of SERVICE) await workshop.git('bare.git', 'config', ...setting)
    const served = await serveForge({
      seed: {
        users: [{ username: 'root', admin: true }],
        settings: { default_branch_protection: 0 },
      },
      imports: { 'root/twin': source.path },
    })
    const backend = await serveFolder(workshop.path)
    try {
      const other = `${backend.url}/bare.git`
      const place = { workshop, served, project: 'root/twin', user: 'root', other }
      const twins = await cloneTwins({ ...place, protocol, name: 'clone', cloneWith })
      if (twins) await work(twins)
    } finally {
      await Promise.all([served.close(), backend.close()])
      workshop.remove()
      source.remove()
    }
  }

  async function expectAlike(twins: Twins): Promise<void> {
    const [forge, git] = await twins.states()
    expect(forge).toEqual(git)
    expect(forge.check).toBe('')
  }

  it('clones and fetches of any history what it would of its own, shallow or whole', async () => {
    const commands = fc.array(fetching, { minLength: 1, maxLength: 4 })
    await fc.assert(
      fc.asyncProperty(
        histories({ lines: 'repeated', clocks: 'wrong' }),
        fc.boolean(),
        cloning,
        commands,
        async (history, isPacked, cloneWith, steps) => {
          await withTwins(history, isPacked, cloneWith, async (twins) => {
            for (const words of steps) await twins.both(...words)
            await expectAlike(twins)
          })
        },
      ),
      options,
    )
  })

  it('pushes to any history what it would to its own', async () => {
    await fc.assert(
      fc.asyncProperty(
        histories({ lines: 'repeated', clocks: 'wrong' }),
        fc.boolean(),
        fc.array(pushing, { minLength: 1, maxLength: 6 }),
        async (history, isPacked, steps) => {
          await withTwins(history, isPacked, [], async (twins) => {
            for (const { file, commands } of steps) {
              if (file !== undefined) twins.write(file, `${steps.length} ${commands.join()}\n`)
              for (const words of commands) await twins.both(...words)
            }
            await expectAlike(twins)
          })
        },
      ),
      options,
    )
  })
})
