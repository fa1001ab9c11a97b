import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, it } from 'vitest'
import { createForge } from '../../src/create-forge.ts'
import { type Running, start } from './command.ts'

const folder = mkdtempSync(join(tmpdir(), 'forgery-data-'))
afterAll(() => rmSync(folder, { recursive: true }))

const running: Running[] = []
afterEach(async () => {
  for (const { process, finished } of running.splice(0)) {
    process.kill('SIGKILL')
    await finished
  }
})

const asRoot = { 'private-token': 'root-token', 'content-type': 'application/json' }

async function serve(file: string, ...words: readonly string[]) {
  const command = start(['serve', '--port', '0', '--json', '--data', file, ...words])
  running.push(command)
  const [line] = await command.until(/^.*\n/)
  const { url, tokens } = JSON.parse(line)
  const call = async (method: string, path: string, body?: object) => {
    const init = { method, headers: asRoot, ...(body ? { body: JSON.stringify(body) } : {}) }
    return (await fetch(`${url}${path}`, init)).json()
  }
  return { ...command, tokens, call }
}

it('goes on where it ended', async () => {
  const file = join(folder, 'goes-on')
  const before = await serve(file, '--seed', 'empty')
  const { id } = await before.call('POST', '/api/v3/projects', { name: 'site' })
  before.process.kill('SIGTERM')
  expect(await before.finished).toMatchObject({ code: 0, err: '' })

  const after = await serve(file, '--seed', 'empty')
  expect(await after.call('GET', `/api/v3/projects/${id}`)).toMatchObject({ name: 'site' })
  expect(await after.call('POST', '/api/v3/projects', { name: 'next' })).toMatchObject({
    id: id + 1,
  })
  // The seed is what a reset leads to, now as before.
  await after.call('POST', '/_forge/reset', {})
  expect(await after.call('GET', '/api/v3/projects/all')).toEqual([])
  after.process.kill('SIGINT')
  await after.finished
  expect((await createForge({ from: file })).db.projects.all()).toEqual([])
  expect(readdirSync(folder).filter((name) => name.startsWith('goes-on'))).toEqual(['goes-on'])
})

it('has the file from the beginning, and after changes', async () => {
  const file = join(folder, 'at-once')
  const server = await serve(file, '--seed', 'empty')
  expect((await createForge({ from: file })).db.users.all()).toHaveLength(1)
  await server.call('POST', '/api/v3/projects', { name: 'site' })
  await expect
    .poll(async () => (await createForge({ from: file })).db.projects.all().length, {
      timeout: 5000,
    })
    .toBe(1)
})

it('tells the tokens of the world that it goes on from', async () => {
  const file = join(folder, 'tokens')
  await (await createForge({ seed: { users: [{ username: 'jane', token: 'of-jane' }] } })).save(
    file,
  )
  expect((await serve(file)).tokens).toEqual({ jane: 'of-jane' })
})

it('does not begin with a file that cannot be read, and leaves it as it is', async () => {
  const file = join(folder, 'damaged')
  writeFileSync(file, 'forgery-world 1 9 x')
  const { code, err } = await start(['serve', '--port', '0', '--data', file]).finished
  expect(code).toBe(1)
  expect(err).toBe(`forgery: The saved world ${file} cannot be read: its first line is damaged.\n`)
  expect(readFileSync(file, 'latin1')).toBe('forgery-world 1 9 x')
})

it('does not begin where the file cannot be written', async () => {
  const file = join(folder, 'nowhere/world')
  const { code, err } = await start(['serve', '--port', '0', '--data', file]).finished
  expect(code).toBe(1)
  expect(err).toContain(`forgery: The world cannot be saved to ${file}: ENOENT`)
})

it('goes on where the file cannot be written any more, says so, and ends with 1', async () => {
  const gone = join(folder, 'gone')
  mkdirSync(gone)
  const server = await serve(join(gone, 'world'), '--seed', 'empty')
  rmSync(gone, { recursive: true })
  await server.call('POST', '/api/v3/projects', { name: 'site' })
  await expect.poll(server.err, { timeout: 5000 }).toMatch(/tried again at the next change\.\n/)
  expect(await server.call('GET', '/api/v3/projects/all')).toHaveLength(1)
  server.process.kill('SIGTERM')
  expect((await server.finished).code).toBe(1)
  expect(existsSync(gone)).toBe(false)
})
