import { mkdirSync, mkdtempSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, describe, expect, it } from 'vitest'
import { watchSeed } from '../../../src/adapters/server/watch-seed.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { createTestForge } from '../../harness.ts'

const root = mkdtempSync(join(tmpdir(), 'forgery-watch-'))
afterAll(() => rmSync(root, { recursive: true }))

let folder: string
let stop = () => {}
let reported: string[]
let number = 0
beforeEach(() => {
  folder = join(root, String(number++))
  mkdirSync(folder)
  reported = []
})
afterEach(() => stop())

const write = (name: string, text: string) => writeFileSync(join(folder, name), text)
const users = (...names: string[]) =>
  `users: [${names.map((username) => `{ username: ${username} }`).join(', ')}]\n`
const namesIn = (forge: Forge) => forge.db.users.all().map(({ username }) => username)

async function watched(path: string): Promise<Forge> {
  const forge = await createTestForge({ seed: path })
  stop = watchSeed(forge, path, {
    onReload: () => reported.push('reloaded'),
    onProblem: (message) => reported.push(message),
  })
  return forge
}
const untilReported = (count: number) => expect.poll(() => reported.length).toBe(count)

describe('a seed that is watched', () => {
  it('is loaded again when its file changes, and a reset goes back to the new one', async () => {
    write('world.yaml', users('jane'))
    const forge = await watched(join(folder, 'world.yaml'))
    write('world.yaml', users('jane', 'bob'))
    await untilReported(1)
    expect(reported).toEqual(['reloaded'])
    expect(namesIn(forge)).toEqual(['jane', 'bob'])
    forge.db.users.insert({ username: 'eve', name: 'Eve', email: 'eve@example.com' })
    forge.reset()
    expect(namesIn(forge)).toEqual(['jane', 'bob'])
  })

  it('is reported with the place where it is wrong, and the old world stays until it is right', async () => {
    write('world.yaml', users('jane'))
    const forge = await watched(join(folder, 'world.yaml'))
    forge.db.users.insert({ username: 'eve', name: 'Eve', email: 'eve@example.com' })
    write('world.yaml', 'users: [{ name: nobody }]\n')
    await untilReported(1)
    expect(reported[0]).toContain('users[0].username')
    expect(namesIn(forge)).toEqual(['jane', 'eve'])
    write('world.yaml', 'users: [\n')
    await untilReported(2)
    expect(reported[1]).toContain('world.yaml')
    write('world.yaml', users('bob'))
    await untilReported(3)
    expect(namesIn(forge)).toEqual(['bob'])
  })

  it('may be a file that an editor replaces', async () => {
    write('world.yaml', users('jane'))
    const forge = await watched(join(folder, 'world.yaml'))
    write('new.yaml', users('bob'))
    renameSync(join(folder, 'new.yaml'), join(folder, 'world.yaml'))
    await untilReported(1)
    expect(namesIn(forge)).toEqual(['bob'])
  })

  it('may be a folder, to which files come', async () => {
    write('a.yaml', users('jane'))
    const forge = await watched(folder)
    write('b.yaml', users('bob'))
    await untilReported(1)
    expect(namesIn(forge)).toEqual(['jane', 'bob'])
  })

  it('may be a folder that becomes a file', async () => {
    const path = join(folder, 'world')
    mkdirSync(path)
    write('world/a.yaml', users('jane'))
    const forge = await watched(path)
    rmSync(path, { recursive: true })
    write('world', users('bob'))
    await expect.poll(() => namesIn(forge)).toEqual(['bob'])
  })

  it('may become a link that leads nowhere, and comes back', async () => {
    write('world.yaml', users('jane'))
    const forge = await watched(join(folder, 'world.yaml'))
    rmSync(join(folder, 'world.yaml'))
    symlinkSync('world.yaml', join(folder, 'world.yaml'))
    await expect.poll(() => reported.join('\n')).toContain('ELOOP')
    expect(namesIn(forge)).toEqual(['jane'])
    rmSync(join(folder, 'world.yaml'))
    write('world.yaml', users('bob'))
    await expect.poll(() => namesIn(forge)).toEqual(['bob'])
  })

  it('is loaded again when a file that it names changes', async () => {
    write('greeting.txt', 'Hello')
    write(
      'world.yaml',
      `${users('jane')}projects:
  - path: jane/site
    repository:
      commits:
        - { message: Begin, author: jane, actions: [{ action: create, file_path: a, file: greeting.txt }] }
`,
    )
    const forge = await watched(join(folder, 'world.yaml'))
    write('greeting.txt', 'Good morning')
    await untilReported(1)
    const headers = { 'private-token': 'jane-token' }
    const raw = 'http://forge.test/api/v3/projects/1/repository/blobs/master?filepath=a'
    expect(await (await forge.fetch(raw, { headers })).text()).toBe('Good morning')
  })
})
