import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
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
    const text = await (await fetch(`${url}${path}`, init)).text()
    return text === '' ? undefined : JSON.parse(text)
  }
  return { ...command, url, tokens, call }
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

describe('the other worlds of a server', () => {
  const file = join(folder, 'many')
  const emails = async (server: Awaited<ReturnType<typeof serve>>, world: string) => {
    const list: { email: string }[] = await server.call('GET', `${world}/api/v3/user/emails`)
    return list.map(({ email }) => email)
  }
  const addEmail = (server: Awaited<ReturnType<typeof serve>>, world: string, email: string) =>
    server.call('POST', `${world}/api/v3/user/emails`, { email })

  it('go on where they ended, with where a reset of them leads', async () => {
    const before = await serve(file, '--seed', 'empty')
    const jane = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
    await before.call('POST', '/_forge/worlds', { name: 'Shop' })
    await before.call('POST', '/_forge/worlds', { name: 'shop', seed: jane })
    await addEmail(before, '/w/Shop', 'shop@example.com')
    await before.call('POST', '/_forge/worlds', { name: 'copy', from: 'Shop' })
    await addEmail(before, '/w/copy', 'copy@example.com')
    await before.call('POST', '/_forge/worlds', { name: 'gone' })
    await addEmail(before, '/w/gone', 'gone@example.com')
    await expect.poll(() => readdirSync(`${file}.worlds`)).toContain('world-gone.forgery')
    await before.call('DELETE', '/_forge/worlds/gone', {})
    before.process.kill('SIGTERM')
    expect(await before.finished).toMatchObject({ code: 0, err: '' })
    expect(readdirSync(`${file}.worlds`).sort()).toEqual([
      'start-copy.forgery',
      'start-shop.forgery',
      'world-+shop.forgery',
      'world-copy.forgery',
      'world-shop.forgery',
    ])

    const after = await serve(file, '--seed', 'empty')
    const listed: { name: string }[] = await after.call('GET', '/_forge/worlds')
    expect(listed.map(({ name }) => name).sort()).toEqual(['Shop', 'copy', 'default', 'shop'])
    expect(await emails(after, '/w/copy')).toEqual(['shop@example.com', 'copy@example.com'])
    expect(await after.call('GET', '/w/shop/api/v3/users?username=jane')).toHaveLength(1)
    for (const name of ['copy', 'Shop', 'shop']) {
      await after.call('POST', `/_forge/worlds/${name}/reset`, {})
    }
    expect(await emails(after, '/w/copy')).toEqual(['shop@example.com'])
    expect(await emails(after, '/w/Shop')).toEqual([])
    expect(await after.call('GET', '/w/shop/api/v3/users?username=jane')).toHaveLength(1)
    expect(await emails(after, '')).toEqual([])
  })

  it('bring what their builds may lead to: a merge that waits for one', async () => {
    const waiting = join(folder, 'waiting')
    const commit = (branch: string, file_path: string) => ({
      ...{ branch, message: file_path, author: 'root' },
      actions: [{ action: 'create', file_path, content: 'a' }],
    })
    const seed = {
      users: [{ username: 'root', admin: true }],
      projects: [
        {
          path: 'root/site',
          repository: { commits: [commit('master', 'a'), commit('next', 'b')] },
          merge_requests: [
            { title: 'b', source_branch: 'next', target_branch: 'master', scheduled_by: 'root' },
          ],
        },
      ],
      pipelines: [
        { project: 'root/site', ref: 'next', builds: [{ name: 'b', status: 'running' }] },
      ],
    }
    const before = await serve(waiting, '--seed', 'empty')
    await before.call('POST', '/_forge/worlds', { name: 'a', seed })
    before.process.kill('SIGTERM')
    await before.finished

    const after = await serve(waiting, '--seed', 'empty')
    await after.call('POST', '/_forge/worlds/a/builds/1/advance', { state: 'success' })
    expect(await after.call('GET', '/w/a/api/v3/projects/1/merge_requests/1')).toMatchObject({
      state: 'merged',
    })
  })

  it('are saved after changes, and those that are let go are no more', async () => {
    const several = join(folder, 'several')
    const server = await serve(several, '--seed', 'empty', '--max-worlds', '1')
    await server.call('POST', '/_forge/worlds', { name: 'a' })
    await addEmail(server, '/w/a', 'a@example.com')
    const saved = async () => {
      const bytes = readFileSync(`${several}.worlds/world-a.forgery`)
      return (await createForge({ from: bytes })).db.emails.all().map(({ email }) => email)
    }
    await expect.poll(saved).toEqual(['a@example.com'])
    await server.call('POST', '/_forge/worlds', { name: 'b' })
    await expect.poll(() => readdirSync(`${several}.worlds`)).toEqual(['world-b.forgery'])
  })

  it('are not fewer than were kept: it does not start where it would evict some', async () => {
    const many = join(folder, 'fewer')
    const server = await serve(many, '--seed', 'empty')
    for (const name of ['a', 'b']) await server.call('POST', '/_forge/worlds', { name })
    server.process.kill('SIGTERM')
    await server.finished
    const kept = readdirSync(`${many}.worlds`).sort()
    expect(kept).toEqual(['world-a.forgery', 'world-b.forgery'])
    const words = ['serve', '--port', '0', '--seed', 'empty', '--data', many]
    const { code, err } = await start([...words, '--max-worlds', '1']).finished
    expect(code).toBe(1)
    expect(err).toContain(
      `${many}.worlds holds 2 worlds, and --max-worlds 1 would evict the oldest`,
    )
    expect(err).toContain('--max-worlds 2 or more')
    expect(readdirSync(`${many}.worlds`).sort()).toEqual(kept)
    const again = await serve(many, '--seed', 'empty', '--max-worlds', '2')
    expect(await again.call('GET', '/_forge/worlds')).toHaveLength(3)
  })

  it('are not put back from a file that cannot be read, which is left as it is', async () => {
    const damaged = join(folder, 'one-damaged')
    mkdirSync(`${damaged}.worlds`)
    writeFileSync(`${damaged}.worlds/world-a.forgery`, 'forgery-world 1 9 x')
    writeFileSync(`${damaged}.worlds/notes.txt`, 'of somebody')
    const words = ['serve', '--port', '0', '--seed', 'empty', '--data', damaged]
    const { code, err } = await start(words).finished
    expect(code).toBe(1)
    expect(err).toContain('The saved world of the world "a" cannot be read: its first line is')
    expect(readdirSync(`${damaged}.worlds`).sort()).toEqual(['notes.txt', 'world-a.forgery'])
  })
})

it('has the file from the beginning, and after changes', async () => {
  const file = join(folder, 'at-once')
  const server = await serve(file, '--seed', 'empty')
  expect((await createForge({ from: file })).db.users.all()).toHaveLength(1)
  await server.call('POST', '/api/v3/projects', { name: 'site' })
  await expect
    .poll(async () => (await createForge({ from: file })).db.projects.all().length)
    .toBe(1)
})

it('reports the tokens of the world that it goes on from', async () => {
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
  await expect.poll(server.err).toMatch(/tried again at the next change\.\n/)
  expect(await server.call('GET', '/api/v3/projects/all')).toHaveLength(1)
  server.process.kill('SIGTERM')
  expect((await server.finished).code).toBe(1)
  expect(existsSync(gone)).toBe(false)
})

describe('two servers on one file', () => {
  const pair = async (name: string) => {
    const file = join(folder, name)
    const words = ['--seed', 'empty', '--now', '2017-01-15']
    return [file, await serve(file, ...words), await serve(file, ...words)] as const
  }
  const refusal = (file: string) =>
    `forgery: The world cannot be saved to ${file}: another program has written to it since,`
  const times = (text: string, part: string) => text.split(part).length - 1
  const projects = async (file: string) =>
    (await createForge({ from: file })).db.projects.all().map(({ name }) => name)

  it('lose nothing in silence: the second one to write says that it cannot, once', async () => {
    const [file, one, other] = await pair('two')
    await one.call('POST', '/api/v3/projects', { name: 'one' })
    await expect.poll(() => projects(file)).toEqual(['one'])
    for (const name of ['a', 'b']) {
      await other.call('POST', '/api/v3/projects', { name })
      await expect.poll(other.err).toContain(refusal(file))
      await new Promise((resolve) => setTimeout(resolve, 500))
    }
    expect(times(other.err(), refusal(file))).toBe(1)
    expect(other.err()).toContain('Let one server write to one file')
    other.process.kill('SIGTERM')
    const { code, err } = await other.finished
    expect([code, times(err, refusal(file))]).toEqual([1, 2])
    one.process.kill('SIGTERM')
    expect(await one.finished).toMatchObject({ code: 0, err: '' })
    expect(await projects(file)).toEqual(['one'])
  })

  it('write to what was moved away, again', async () => {
    const [file, one, other] = await pair('moved')
    await one.call('POST', '/api/v3/projects', { name: 'one' })
    await expect.poll(() => projects(file)).toEqual(['one'])
    await other.call('POST', '/api/v3/projects', { name: 'other' })
    await expect.poll(other.err).toContain(refusal(file))
    one.process.kill('SIGTERM')
    await one.finished
    renameSync(file, `${file}-of-one`)
    other.process.kill('SIGTERM')
    expect((await other.finished).code).toBe(0)
    expect(await projects(file)).toEqual(['other'])
    expect(await projects(`${file}-of-one`)).toEqual(['one'])
  })

  it('leave each other the worlds that they made', async () => {
    const [file, one, other] = await pair('worlds')
    const world = `${file}.worlds/world-shop.forgery`
    const jane = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }
    await one.call('POST', '/_forge/worlds', { name: 'shop', seed: jane })
    const start = `${file}.worlds/start-shop.forgery`
    await expect.poll(() => existsSync(world)).toBe(true)
    const written = [readFileSync(world), readFileSync(start)]
    await other.call('POST', '/_forge/worlds', { name: 'shop', seed: 'empty' })
    await expect.poll(other.err).toContain(refusal(world))
    await other.call('DELETE', '/_forge/worlds/shop', {})
    other.process.kill('SIGTERM')
    await other.finished
    expect([readFileSync(world), readFileSync(start)]).toEqual(written)
  })
})
