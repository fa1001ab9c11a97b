import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { connect } from '../../../../src/worlds/client/index.ts'
import { start } from '../../../cli/command.ts'
import { createWorkshop } from '../../../git-clients/served-forge.ts'
import build from '../../../package/build.ts'
import { lacks } from '../../../programs.ts'
import {
  blockNamed,
  blocksOf,
  consumerFolder,
  deploy,
  type Engine,
  removeFolder,
  startEngine,
} from './engine.ts'

/** `npm run test:worker`: what docs/worker.md says, on the engine itself. */
const token = 'a token of this test'
const headers = { 'private-token': 'root-token' }
const names = Array.from({ length: 200 }, (_, number) => `world-${number}`)
const call = promisify(execFile)

let folder = ''
let engine: Engine

beforeAll(async () => {
  build()
  folder = consumerFolder()
  await deploy(folder, blockNamed('worker.ts'), token)
  engine = await startEngine(folder)
}, 600_000)
afterAll(async () => {
  await engine?.kill()
  removeFolder(folder)
})

const control = () => connect(engine.url, { token })
const api = (world: string, path: string, method = 'GET') =>
  fetch(`${engine.url}/w/${world}/api/v3${path}`, { method, headers })

async function titlesIn(world: string): Promise<string[]> {
  const response = await api(world, '/projects/1/issues?order_by=created_at&per_page=5')
  const issues: { title: string }[] = await response.json()
  return issues.map(({ title }) => title)
}

/** Some at a time, as clients do. */
async function forEachWorld(act: (name: string, number: number) => Promise<void>): Promise<void> {
  const waiting = [...names.entries()]
  const work = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift()) await act(next[1], next[0])
  }
  await Promise.all([work(), work(), work(), work()])
}

/** The engine ends as a machine that loses its power does. */
async function restart(): Promise<void> {
  await engine.kill()
  engine = await startEngine(folder)
}

describe('200 worlds on the engine', () => {
  const left = new Map<string, readonly string[]>()

  it('are made, each with a state of its own', async () => {
    await forEachWorld(async (name, number) => {
      await control().worlds.create({ name })
      for (let count = 0; count <= number % 3; count++) {
        const made = await api(name, `/projects/1/issues?title=${name}-${count}`, 'POST')
        expect(made.status).toBe(201)
      }
      left.set(name, await titlesIn(name))
    })
    expect(left.get('world-5')?.slice(0, 3)).toEqual(['world-5-2', 'world-5-1', 'world-5-0'])
    expect(new Set([...left.values()].map(String)).size).toBe(names.length)
  }, 300_000)

  it('are there as they were when the engine was killed and started again', async () => {
    await restart()
    const listed = await control().worlds.list()
    expect(listed.map(({ name }) => name).toSorted()).toEqual(['default', ...names].toSorted())
    await forEachWorld(async (name) => expect(await titlesIn(name)).toEqual(left.get(name)))
  }, 300_000)

  it('go on from there', async () => {
    const made = await api('world-7', '/projects/1/issues?title=after', 'POST')
    expect(made.status).toBe(201)
    await control().worlds.remove('world-8')
    await restart()
    expect((await titlesIn('world-7')).slice(0, 2)).toEqual(['after', 'world-7-1'])
    expect((await api('world-8', '/user')).status).toBe(404)
  })
})

describe('a write', () => {
  it('that was answered is there whenever the engine is killed', async () => {
    await control().worlds.create({ name: 'crash' })
    for (let round = 0; round < 3; round++) {
      const answered: string[] = []
      const writer = async (title: string) => {
        const made = await api('crash', `/projects/1/issues?title=${title}`, 'POST').catch(() => {})
        if (made?.status === 201) answered.push(title)
      }
      const writers = Array.from({ length: 30 }, (_, n) => writer(`r${round}-${n}`))
      while (answered.length < 5 + round) await new Promise((resolve) => setTimeout(resolve, 5))
      await restart()
      await Promise.all(writers)
      const list = await api('crash', '/projects/1/issues?per_page=100')
      const issues: { title: string }[] = await list.json()
      const titles = issues.map(({ title }) => title)
      expect(answered.filter((title) => !titles.includes(title))).toEqual([])
    }
  }, 120_000)
})

describe('the engine', () => {
  it('writes nothing for worlds that are not there', async () => {
    const written = () =>
      readdirSync(join(folder, 'disk/ForgeWorld'))
        .filter((name) => /sqlite(-wal)?$/.test(name))
        .map((name) => statSync(join(folder, 'disk/ForgeWorld', name)).size)
        .reduce((sum, size) => sum + size, 0)
    const before = written()
    const answer = await api('nowhere', '/user')
    expect([answer.status, await answer.text()]).toEqual([
      404,
      expect.stringContaining('POST /_forge/worlds'),
    ])
    // The engine opens an empty database, of one page.
    expect(written() - before).toBe(4096)
  })

  it('carries faults, snapshots, the clock, pages and events', async () => {
    const world = await control().worlds.create({ name: 'all', seed: 'demo' })
    await world.snapshots.save('first')
    await world.clock.set('2017-02-01T08:00:00Z')
    await world.faults.add({ operation: 'createIssue', connection: 'drop', times: 1 })
    await restart()
    const again = await control().worlds.get('all')
    expect([await again.snapshots.all(), (await again.clock.now()).slice(0, 10)]).toEqual([
      ['first'],
      '2017-02-01',
    ])
    await expect(api('all', '/projects/1/issues?title=a', 'POST')).rejects.toThrow('fetch failed')
    expect((await api('all', '/projects/1/issues?title=b', 'POST')).status).toBe(201)
    expect(await again.requests.all()).toHaveLength(2)
    const page = await fetch(`${engine.url}/w/all`, { headers: { accept: 'text/html' } })
    expect(await page.text()).toContain('src="/w/all/_forge/assets/')
    expect(await firstEvent('all')).toContain('event: request')
  })
})

describe.skipIf(lacks('git'))('git', () => {
  const workshop = createWorkshop()
  afterAll(workshop.remove)
  // Each engine listens at a port of its own.
  const address = async () => {
    const project = await (await api('git', '/projects/1')).json()
    return project.http_url_to_repo.replace('://', '://root:root-token@')
  }

  it('clones, pushes what is more than an object stores in one piece, and finds it again', async () => {
    const { git, write } = workshop
    await control().worlds.create({ name: 'git', seed: 'demo' })
    for (const version of [0, 2]) {
      const clone = `clone-${version}`
      await git('.', '-c', `protocol.version=${version}`, 'clone', '-q', await address(), clone)
      write(`${clone}/noise-${version}`, randomBytes(1_200_000))
      await git(clone, 'add', '-A')
      await git(clone, 'commit', '-q', '-m', `Made by version ${version}`)
      await git(clone, 'push', '-q', 'origin', `HEAD:made-${version}`)
      await restart()
      const again = `again-${version}`
      await git('.', 'clone', '-q', '-b', `made-${version}`, await address(), again)
      await git(again, 'fsck', '--strict')
      expect(await git(again, 'rev-parse', 'HEAD')).toBe(await git(clone, 'rev-parse', 'HEAD'))
    }
  }, 120_000)

  it('is refused a push that makes a world too large to be stored, of which nothing stays', async () => {
    const { git, write } = workshop
    write('clone-0/noise', randomBytes(6_000_000))
    await git('clone-0', 'remote', 'set-url', 'origin', await address())
    await git('clone-0', 'add', '-A')
    await git('clone-0', 'commit', '-q', '-m', 'Too much')
    await expect(git('clone-0', 'push', 'origin', 'HEAD:large')).rejects.toThrow('HTTP 507')
    expect(await git('clone-0', 'ls-remote', 'origin', 'large', 'made-0')).toMatch(
      /^[0-9a-f]{40}\trefs\/heads\/made-0\n$/,
    )
  })
})

async function firstEvent(world: string): Promise<string> {
  const ending = new AbortController()
  const address = `${engine.url}/_forge/worlds/${world}/events`
  const asControl = { authorization: `Bearer ${token}` }
  const events = await fetch(address, { headers: asControl, signal: ending.signal })
  let text = ''
  const decoder = new TextDecoder()
  for await (const some of events.body ?? []) {
    text += decoder.decode(some)
    if (text.includes('event:')) break
    if (text === ':\n\n') await api(world, '/user')
  }
  ending.abort()
  return text
}

describe('docs/worker.md', () => {
  it('has blocks that are run here, and no others', () => {
    expect([blocksOf('ts').length, blocksOf('toml').length, blocksOf('sh').length]).toEqual([
      2, 1, 0,
    ])
  })

  it('compiles, strictly', async () => {
    writeFileSync(join(folder, 'preview.ts'), blockNamed('preview.ts'))
    const options = ['--strict', '--noEmit', '--target', 'es2023', '--module', 'nodenext']
    const words = [...options, '--types', 'node', 'worker.ts', 'preview.ts']
    const compiled = await start(words, folder, 'node_modules/typescript/bin/tsc').finished
    expect(compiled).toEqual({ code: 0, out: '', err: '' })
  }, 180_000)

  it('does what its script says', async () => {
    const { outputText } = ts.transpileModule(blockNamed('preview.ts'), {
      compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
    })
    writeFileSync(join(folder, 'preview.mjs'), outputText)
    const { stdout } = await call('node', ['preview.mjs', engine.url, token], { cwd: folder })
    expect(stdout).toBe('201\n')
  })
})
