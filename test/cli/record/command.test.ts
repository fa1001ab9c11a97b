import {
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { run, start } from '../command.ts'
import { serveFor, serveForge } from '../proxy/proxied.ts'

function folderForTest(): string {
  const folder = mkdtempSync(join(tmpdir(), 'forgery-record-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  return folder
}

const recordOf = (url: string, output: string, ...words: string[]) =>
  run('record', url, '--token', 'root-token', '--rate', '1000', '-o', output, ...words)

it('writes a seed without people that loads, and leaves no state', async () => {
  const output = join(folderForTest(), 'world.yaml')
  const { code, out, err } = await recordOf(await serveForge(), output, '--project', 'jane/boat')
  expect({ code, out }).toEqual({ code: 0, out: '' })
  expect(err).toMatch(
    /Reading project jane\/boat[\s\S]*requests in \d+ s; 2 users, 1 project, 30 issues/,
  )
  expect(existsSync(`${output}.state`)).toBe(false)
  expect(readFileSync(output, 'utf8')).not.toContain('jane')
  const forge = await createForge({ seed: output })
  expect(forge.db.issues.all()).toHaveLength(30)
})

it('says who administers the seed, and with what token', async () => {
  const output = join(folderForTest(), 'world.yaml')
  const { err } = await recordOf(await serveForge(), output, '--project', 'jane/boat')
  const [, username, token = ''] =
    /Its administrator is (\S+), with the token (\S+)\.\n$/.exec(err) ?? []
  expect(username).not.toBe('root')
  const forge = await createForge({ seed: output })
  const headers = { 'private-token': token }
  const answer = await forge.fetch(new Request('http://forge.test/api/v3/user', { headers }))
  expect(await answer.json()).toMatchObject({ username, is_admin: true })
})

it('adds an administrator where the token showed none', async () => {
  const output = join(folderForTest(), 'world.yaml')
  const words = ['--token', 'jane-token', '--rate', '1000', '-o', output]
  const { err } = await run('record', await serveForge(), ...words)
  expect(err).toContain('so one was added: root, with the token root-token.')
})

it('ends with 1 where everything but the user is redirected, and writes no seed', async () => {
  const output = join(folderForTest(), 'world.yaml')
  const url = await serveFor((request, response) => {
    if (request.url?.endsWith('/user')) {
      response.setHeader('content-type', 'application/json')
      return void response.end('{"id":1,"username":"jane","is_admin":false}')
    }
    response.writeHead(302, { location: 'https://login.example.com/' }).end()
  })
  const { code, err } = await recordOf(url, output)
  expect(code).toBe(1)
  expect(err).toContain('listVisibleProjects with a redirect (302) to https://login.example.com/')
  expect(existsSync(output)).toBe(false)
})

it('keeps people where it is asked to, and writes JSON', async () => {
  const output = join(folderForTest(), 'world.json')
  const { code } = await recordOf(await serveForge(), output, '--keep-personal-data', '--quiet')
  expect(code).toBe(0)
  const { records } = JSON.parse(readFileSync(output, 'utf8'))
  expect(records.users).toMatchObject([{ username: 'root' }, { username: 'jane' }])
})

it('goes on after it was killed, in a state that only its owner reads', async () => {
  const url = await serveForge()
  const output = join(folderForTest(), 'world.yaml')
  const state = `${output}.state`
  const words = ['record', url, '--token', 'root-token', '-o', output]
  const killed = start([...words, '--rate', '20'])
  await expect
    .poll(() => existsSync(state) && readFileSync(state, 'utf8').split('\n').length)
    .toBeGreaterThan(5)
  killed.process.kill('SIGKILL')
  await killed.finished
  expect(statSync(state).mode & 0o777).toBe(0o600)
  expect(readFileSync(state, 'utf8')).not.toContain('root-token')
  const { code, err } = await recordOf(url, output)
  expect(code).toBe(0)
  expect(err).toMatch(/Going on with \d+ answers from /)
  expect(existsSync(output)).toBe(true)
})

it.each([
  [['--token', ''], 'Give a token'],
  [['--token', 'wrong'], 'does not accept the token (401)'],
  [['--token', 'root-token', '--project', 'no/where'], 'There is no project no/where'],
  [['--token', 'root-token', '--rate', '0'], '--rate takes a whole number'],
])('ends with 2 where it cannot begin: %j', async (words, message) => {
  const output = join(folderForTest(), 'world.yaml')
  const { code, err } = await run('record', await serveForge(), '-o', output, ...words)
  expect(code).toBe(2)
  expect(err).toContain(message)
  expect(existsSync(output)).toBe(false)
  expect(existsSync(`${output}.state`)).toBe(false)
})

it('ends with 2 where nothing answers, and leaves nothing', async () => {
  const folder = folderForTest()
  const output = join(folder, 'world.yaml')
  const { code, err } = await recordOf('http://127.0.0.1:9', output)
  expect(code).toBe(2)
  expect(err).toContain('did not answer')
  expect(err).not.toContain('What was read is in')
  expect(readdirSync(folder)).toEqual([])
})

it('says first that an address is none', async () => {
  const { code, err } = await run('record', 'nope')
  expect(code).toBe(2)
  expect(err).toBe('forgery: "nope" is not a URL; give one such as https://forge.example.com.\n')
})

it.each([
  [['-o', 'none/world.yaml'], '--output none/world.yaml', 'its folder is not there'],
  [['-o', '.'], '--output .', 'it is a folder'],
  [['-o', 'w.yaml', '--state', 'none/state'], '--state none/state', 'its folder is not there'],
])('sends nothing where the seed cannot be written: %j', async (words, place, reason) => {
  const folder = folderForTest()
  const line = ['record', 'http://a.test', '--token', 'x', ...words]
  const { code, err } = await start(line, folder).finished
  expect([code, err]).toEqual([2, `forgery: ${place} cannot be written: ${reason}.\n`])
  expect(readdirSync(folder)).toEqual([])
})

it('does not mix recordings', async () => {
  const output = join(folderForTest(), 'world.yaml')
  writeFileSync(
    `${output}.state`,
    '{"format":"forgery-record-state","version":1,"server":"http://a.test"}\n',
  )
  const { code, err } = await recordOf('http://b.test', output)
  expect(code).toBe(2)
  expect(err).toContain('is the state of another recording')
})
