import { afterEach, expect, it, vi } from 'vitest'
import type { Forge } from '../../src/forge/forge.ts'
import type { ForgeOptions } from '../../src/forge/options.ts'
import { type RunnerOptions, startRunner } from '../../src/worlds/runner.ts'
import { worldsAround } from '../../src/worlds/worlds.ts'
import { createTestForge } from '../harness.ts'

const configuration = `
stages: [check, deploy]
test: { stage: check, script: [npm ci, npm test] }
lint code: { stage: check, script: [npm run lint] }
site: { stage: deploy, script: [./deploy] }
by hand: { stage: deploy, script: [./deploy], when: manual }
`

let stop = () => {}
afterEach(() => {
  stop()
  vi.useRealTimers()
})

async function forgeWithBuilds(
  content = configuration,
  options: ForgeOptions = {},
): Promise<Forge> {
  const forge = await createTestForge({
    ...options,
    seed: { users: [{ username: 'root', admin: true }], projects: [{ path: 'root/website' }] },
  })
  const body = new URLSearchParams({
    file_path: '.gitlab-ci.yml',
    branch_name: 'master',
    content,
    commit_message: 'Build it',
    private_token: 'root-token',
  })
  const url = 'http://forge.test/api/v3/projects/1/repository/files'
  const { status } = await forge.fetch(new Request(url, { method: 'POST', body }))
  expect(status).toBe(201)
  return forge
}

function run(forge: Forge, options?: RunnerOptions): void {
  vi.useFakeTimers()
  stop = startRunner(forge, options).stop
}

const states = ({ db }: Forge) => db.builds.all().map(({ name, status }) => `${name} ${status}`)

it('runs what is pending, a line of its trace after the other, and the stages after it', async () => {
  const forge = await forgeWithBuilds()
  run(forge)
  const pending = ['test pending', 'lint code pending', 'site created', 'by hand created']
  vi.advanceTimersByTime(999)
  expect(states(forge)).toEqual(pending)
  vi.advanceTimersByTime(1)
  expect(states(forge).slice(0, 3)).toEqual(['test running', 'lint code running', 'site created'])
  const trace = () => forge.db.builds.get(1)?.trace
  expect(trace()).toBe('Running with the runner of Forgery\n')
  vi.advanceTimersByTime(1000)
  expect(trace()).toBe('Running with the runner of Forgery\n$ npm ci\n')
  vi.advanceTimersByTime(2000)
  expect(trace()).toMatch(/\n\$ npm ci\n\$ npm test\nBuild succeeded\n$/)
  vi.advanceTimersByTime(10_000)
  expect(states(forge)).toEqual([
    'test success',
    'lint code success',
    'site success',
    'by hand skipped',
  ])
  expect(forge.db.pipelines.all().map(({ status }) => status)).toEqual(['success'])
})

it('lets jobs fail by their names, and runs faster', async () => {
  const forge = await forgeWithBuilds()
  run(forge, { fail: ['lint*', 'sit'], speed: 100 })
  vi.advanceTimersByTime(100)
  expect(states(forge)).toEqual([
    'test success',
    'lint code failed',
    'site skipped',
    'by hand skipped',
  ])
  expect(forge.db.builds.get(2)?.trace).toMatch(/\nERROR: Build failed: exit status 1\n$/)
})

it('leaves alone what is canceled, what ran before, and a world that is reset', async () => {
  const forge = await forgeWithBuilds()
  forge.advance(2, 'running')
  run(forge)
  vi.advanceTimersByTime(1000)
  forge.advance(1, 'canceled')
  vi.advanceTimersByTime(10_000)
  expect(states(forge).slice(0, 2)).toEqual(['test canceled', 'lint code running'])
  forge.reset()
  expect(() => vi.advanceTimersByTime(5000)).not.toThrow()
  expect(forge.db.builds.count()).toBe(0)
})

it('takes no step once it is stopped', async () => {
  const forge = await forgeWithBuilds()
  run(forge)
  vi.advanceTimersByTime(1000)
  stop()
  const before = states(forge)
  vi.advanceTimersByTime(10_000)
  expect(states(forge)).toEqual(before)
})

it('plays the builds of all worlds, of those that come later too', async () => {
  const forge = await forgeWithBuilds()
  const worlds = worldsAround(forge)
  vi.useFakeTimers()
  stop = startRunner(worlds, { speed: 10 }).stop
  const { forge: other } = await worlds.create({ from: 'default' })
  vi.advanceTimersByTime(2000)
  expect(states(other)[0]).toBe('test success')
  expect(states(forge)[0]).toBe('test success')
})

it('refuses options that are wrong', async () => {
  const forge = await createTestForge()
  expect(() => startRunner(forge, { speed: 0 })).toThrow(
    'startRunner: option `speed` must be a number from 0.01 to 1000; got 0',
  )
  expect(() => startRunner(forge, { fail: 'deploy' } as never)).toThrow(
    'startRunner: option `fail` must be an array of names of jobs',
  )
  expect(() => startRunner({} as never)).toThrow('the first argument must be a forge')
})

it('leaves out the lines of a build that its trace does not hold', async () => {
  const script = `echo ${'x'.repeat(100_000)}`
  const forge = await forgeWithBuilds(
    `large: { script: [&line "${script}", ${'*line, '.repeat(14)}echo done] }\n`,
  )
  await forge.db.builds.update((query) => query.where({ id: 1 }), {
    data(build) {
      build.trace = 'y'.repeat(3_000_000)
    },
  })
  run(forge)
  vi.advanceTimersByTime(60_000)
  expect(states(forge)).toEqual(['large success'])
  const lines = forge.db.builds.get(1)?.trace?.split('\n') ?? []
  expect(lines.filter((line) => line === `$ ${script}`)).toHaveLength(11)
  expect(lines.slice(-3)).toEqual(['$ echo done', 'Build succeeded', ''])
})

it('goes on in the other worlds where one takes no step', async () => {
  let time: unknown = new Date('2017-01-15T12:00:00Z')
  const broken = await forgeWithBuilds(configuration, { now: () => time as Date })
  const worlds = worldsAround(broken)
  const { forge } = await worlds.create({ from: 'default' })
  forge.clock.freeze()
  time = 'never'
  vi.useFakeTimers()
  stop = startRunner(worlds).stop
  vi.advanceTimersByTime(20_000)
  expect(states(broken)[0]).toBe('test pending')
  expect(states(forge)[0]).toBe('test success')
  time = new Date('2017-01-15T12:00:00Z')
  vi.advanceTimersByTime(20_000)
  expect(states(broken)[0]).toBe('test success')
})
