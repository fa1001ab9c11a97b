import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createForge } from '../../src/forge/create-forge.ts'
import { type Running, runIn, start } from './command.ts'

const root = mkdtempSync(join(tmpdir(), 'forgery-init-'))
afterAll(() => rmSync(root, { recursive: true }))

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(root, 'project-'))
})
const running: Running[] = []
afterEach(async () => {
  for (const { process, finished } of running.splice(0)) {
    process.kill('SIGKILL')
    await finished
  }
})

const init = (...words: string[]) => runIn(folder, 'init', ...words)
function serve(...words: string[]): Running {
  const command = start(['serve', '--port', '0', ...words], folder)
  running.push(command)
  return command
}
async function readyUrl(command: Running): Promise<string> {
  const [line] = await command.until(/^.*\n/)
  return JSON.parse(line).url
}

describe('forgery init', () => {
  it('writes a seed that loads, with what a front-end needs', async () => {
    const { code, out, err } = await init()
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect(out).toBe(
      'Wrote forgery.yaml. `forgery serve --watch` serves it, and again whenever it changes.\n',
    )
    const { db } = await createForge({ seed: join(folder, 'forgery.yaml') })
    const { users, projects, issues, mergeRequests, builds, notes } = db
    const counts = [users, projects, issues, mergeRequests, builds, notes].map((each) =>
      each.count(),
    )
    expect(Math.min(...counts)).toBeGreaterThan(0)
  })

  it('loads as well where its comments are put to use', async () => {
    await init()
    const file = join(folder, 'forgery.yaml')
    const text = readFileSync(file, 'utf8').replace(/^( *)# ((?: {2})?- \{|hooks:)/gm, '$1$2')
    expect(text).toMatch(/^hooks:\n {2}- \{ url/m)
    expect(text).toMatch(/^ {2}- \{ username: guest/m)
    writeFileSync(file, text)
    const { db } = await createForge({ seed: file })
    expect([db.hooks.count(), db.users.count()]).toEqual([1, 4])
  })

  it('leaves alone what is there', async () => {
    writeFileSync(join(folder, 'forgery.yaml'), 'users: []\n')
    const { code, out, err } = await init()
    expect({ code, out }).toEqual({ code: 1, out: '' })
    expect(err).toBe(
      'forgery: forgery.yaml is there already and stays as it is: --output writes to another file.\n',
    )
    expect(readFileSync(join(folder, 'forgery.yaml'), 'utf8')).toBe('users: []\n')
  })

  it('writes where it is asked to', async () => {
    expect((await init('--output', 'world.yaml')).out).toContain(
      '`forgery serve world.yaml --watch`',
    )
    expect(existsSync(join(folder, 'world.yaml'))).toBe(true)
  })

  it('makes the folders that are not there, and says where it cannot', async () => {
    const { code, out } = await init('--output', 'test/worlds/team.yaml')
    expect([code, out]).toEqual([0, expect.stringContaining('Wrote test/worlds/team.yaml.')])
    expect(existsSync(join(folder, 'test/worlds/team.yaml'))).toBe(true)
    const below = await init('--output', 'test/worlds/team.yaml/world.yaml')
    expect([below.code, below.err]).toEqual([
      1,
      'forgery: test/worlds/team.yaml/world.yaml cannot be written: its folder cannot be made.\n',
    ])
  })
})

describe('forgery serve', () => {
  const users = (name: string) => `users: [{ username: root, name: ${name}, admin: true }]\n`

  it('finds forgery.yaml, and begins again from it with --watch', async () => {
    const file = join(folder, 'forgery.yaml')
    writeFileSync(file, users('One'))
    const command = serve('--watch')
    const [, url] = await command.until(/the world "forgery\.yaml" on (http:\S+)\/api\/v4/)
    const nameOf = async () =>
      (await (await fetch(`${url}/api/v3/user?private_token=root-token`)).json()).name
    expect(await nameOf()).toBe('One')
    writeFileSync(file, users('Two'))
    await command.until(/^forgery\.yaml has changed: the world begins again from it\.$/m)
    expect(await nameOf()).toBe('Two')
    writeFileSync(file, 'users: [{ username: 5 }]\n')
    await expect.poll(command.err).toMatch(/users\[0\]\.username[\s\S]*stays as it was/)
    expect(await nameOf()).toBe('Two')
  })

  it('prefers the seed that it is given', async () => {
    writeFileSync(join(folder, 'forgery.yaml'), users('One'))
    const [line] = await serve('--json', 'demo').until(/^.*\n/)
    expect(Object.keys(JSON.parse(line).tokens).length).toBeGreaterThan(3)
  })

  it('watches no built-in world', async () => {
    const { code, err } = await runIn(folder, 'serve', '--watch')
    expect(code).toBe(2)
    expect(err).toBe(
      'forgery: --watch needs a seed that is a file, and "demo" is a built-in world: `forgery init` writes one.\n',
    )
  })

  it('answers with the address that it is given', async () => {
    const url = await readyUrl(
      serve('--json', '--seed', 'empty', '--base-url', 'https://forge.example.com/git/api/v3'),
    )
    const created = await fetch(`${url}/api/v3/projects?private_token=root-token`, {
      method: 'POST',
      body: new URLSearchParams({ name: 'site' }),
    })
    expect((await created.json()).web_url).toBe('https://forge.example.com/git/root/site')
  })

  it('answers with the address that a proxy sends, where it is trusted', async () => {
    const headers = { 'private-token': 'root-token', 'x-forwarded-host': 'forge.example.com' }
    const nextPage = async (url: string) =>
      (await fetch(`${url}/api/v3/users?per_page=1`, { headers })).headers.get('link')
    expect(await nextPage(await readyUrl(serve('--json', 'empty', '--trust-proxy')))).toContain(
      '<http://forge.example.com/api/v3/users?',
    )
    expect(await nextPage(await readyUrl(serve('--json', 'empty')))).toContain('<http://127.0.0.1:')
  })

  it('refuses a base URL that is none', async () => {
    const { code, err } = await runIn(folder, 'serve', '--base-url', 'forge.example.com')
    expect(code).toBe(2)
    expect(err).toContain('--base-url takes a URL such as https://forge.example.com')
  })
})
