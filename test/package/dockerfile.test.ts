import { execFile, spawn } from 'node:child_process'
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, expect, it } from 'vitest'
import { root } from './root.ts'

/** The image is not built here: its commands run in a folder, in the order of the Dockerfile. */
const call = promisify(execFile)
const folder = mkdtempSync(join(tmpdir(), 'forgery-docker-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

interface Instruction {
  readonly name: string
  readonly value: string
}

const instructions = readFileSync(join(root, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
  .map((line): Instruction => {
    const [, name = '', value = ''] = /^([A-Z]+) (.*)$/.exec(line) ?? []
    return { name, value }
  })
const second = instructions.findLastIndex(({ name }) => name === 'FROM')
const build = instructions.slice(0, second)
const image = instructions.slice(second)
const textOf = (name: string) => image.findLast((one) => one.name === name)?.value ?? ''
const wordsOf = (name: string): string[] =>
  JSON.parse(textOf(name).replace(/^.*?CMD (?=\[)/, '') || '[]')
const runsOf = (stage: readonly Instruction[]) =>
  stage.filter(({ name }) => name === 'RUN').map(({ value }) => value)

it('has two stages on an image that Node itself keeps, and ends as a user without rights', () => {
  const known = 'FROM RUN COPY WORKDIR ENV USER EXPOSE HEALTHCHECK ENTRYPOINT CMD'.split(' ')
  expect(instructions.filter(({ name }) => !known.includes(name))).toEqual([])
  const froms = instructions.filter(({ name }) => name === 'FROM').map(({ value }) => value)
  expect(froms).toEqual(['node:22-slim AS build', 'node:22-slim'])
  expect(textOf('USER')).toBe('node')
  expect(textOf('EXPOSE')).toBe('8080')
})

it('copies before its installation all that the installation reads', async () => {
  const before = build.slice(
    0,
    build.findIndex(({ name }) => name === 'RUN'),
  )
  const place = join(folder, 'build')
  mkdirSync(place)
  for (const { value } of before.filter(({ name }) => name === 'COPY')) {
    const paths = value.split(' ')
    const target = paths.pop() ?? '.'
    for (const path of paths) {
      const to = target === './' ? basename(path) : target
      cpSync(join(root, path), join(place, to), { recursive: true })
    }
  }
  const [command = ''] = runsOf(build)
  expect(command).toMatch(/^npm ci /)
  await call('sh', ['-c', `${command} --dry-run --offline`], { cwd: place })
})

it('installs the package, serves on every address, and finds itself healthy', async () => {
  const place = join(folder, 'opt')
  mkdirSync(place)
  const [, pack = ''] = runsOf(build)
  // What is packed is built already.
  await call('sh', ['-c', `${pack.replace('/tmp', folder)} --ignore-scripts`], { cwd: root })
  const [install = ''] = runsOf(image)
  expect(install).toContain(' /tmp/forgery-*.tgz')
  await call('sh', ['-c', `${install.replace('/tmp', folder)} --offline`], { cwd: place })

  const port = await freePort()
  const path = textOf('ENV').match(/PATH="([^"]*)"/)?.[1] ?? ''
  expect(textOf('ENV')).toContain(`PORT=${textOf('EXPOSE')}`)
  const environment = {
    ...process.env,
    PATH: path.replace('/opt/forgery', place).replace('$PATH', process.env.PATH ?? ''),
    PORT: String(port),
    FORGERY_CONTROL_TOKEN: 'token-of-a-test',
  }
  const [program = '', ...words] = [...wordsOf('ENTRYPOINT'), ...wordsOf('CMD')]
  const server = spawn(program, words, {
    cwd: place,
    env: environment,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise((resolve) => server.once('exit', resolve))
  try {
    const isUp = async () => (await fetch(`http://127.0.0.1:${port}/_forge/health`)).status
    await expect.poll(() => isUp().catch(() => 0)).toBe(200)
    const [tester = '', ...question] = wordsOf('HEALTHCHECK')
    await call(tester, question, { env: environment })
    const world = (headers: Record<string, string>) =>
      fetch(`http://127.0.0.1:${port}/_forge/worlds`, { headers }).then(({ status }) => status)
    expect(await world({})).toBe(401)
    expect(await world({ authorization: 'Bearer token-of-a-test' })).toBe(200)
    await expect(
      call(tester, question, { env: { ...environment, PORT: String(await freePort()) } }),
    ).rejects.toThrow('Command failed')
  } finally {
    server.kill('SIGTERM')
  }
  expect(await ended).toBe(0)
})

it('leaves out of the image what it makes itself', () => {
  const ignored = readFileSync(join(root, '.dockerignore'), 'utf8').trim().split('\n')
  expect(ignored).toEqual(
    expect.arrayContaining(['.git', '**/node_modules', '**/generated', 'dist']),
  )
})

function freePort(): Promise<number> {
  return new Promise((resolve) => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const address = server.address()
      const port = typeof address === 'object' && address ? address.port : 0
      server.close(() => resolve(port))
    })
  })
}
