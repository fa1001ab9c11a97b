import { describe, expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { CannotVerify, type Fetch, findLeftovers, verify } from '../../../src/verify/index.ts'
import { worldOf } from '../world-of.ts'

const server = { url: 'http://forge.test', token: 'root-token' }

const demo = () =>
  createForge({
    seed: 'demo',
    log: () => {},
    fetch: () => Promise.reject(new TypeError('There is no network behind this server.')),
  })

/**
 * A run whose process is gone at one of its requests: nothing is sent or noted after that, and nothing
 * ends it. `isLast` says which; it is carried out, and its answer heard by nobody.
 */
function killedRun(
  forge: Forge,
  only: readonly string[],
  isLast: (request: Request, count: number) => boolean,
): Promise<string> {
  const lines: string[] = []
  let requests = 0
  let isGone = false
  return new Promise((resolve) => {
    const never = new Promise<never>(() => {})
    const fetch: Fetch = async (request) => {
      if (isGone) return never
      const last = isLast(request, ++requests)
      isGone ||= last
      const answer = await forge.fetch(request)
      if (!last) return isGone ? never : answer
      resolve(`${lines.join('\n')}\n`)
      return never
    }
    const journal = (line: string) => {
      if (!isGone) lines.push(line)
    }
    // Whatever waits for an answer waits for ever.
    verify({
      ...server,
      only,
      fetch,
      journal,
      instance: true,
      timeout: 2 ** 30,
    }).summary.then(() => resolve(`${lines.join('\n')}\n`))
  })
}

const isPut = ({ method, url }: Request) =>
  method === 'PUT' && url.endsWith('/application/settings')

async function undo(forge: Forge, text: string | undefined) {
  const appended: string[] = []
  const leftovers = await findLeftovers({
    ...server,
    fetch: forge.fetch,
    patience: 200,
    ...(text === undefined ? {} : { journal: { text, append: (line) => appended.push(line) } }),
  })
  return { items: leftovers.items, left: await leftovers.undo(), appended, leftovers }
}

describe('what a run left that was killed', () => {
  it.each([1, 2, 5, 20, 60, 130, 250, 400])('is removed by its journal: request %i', async (at) => {
    const forge = await demo()
    const before = worldOf(forge)
    const text = await killedRun(forge, ['Groups'], (_request, count) => count === at)
    expect((await undo(forge, text)).left).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })

  it.each([1, 2, 9, 30])('is put back by its journal: change %i of the settings', async (at) => {
    const forge = await demo()
    const before = worldOf(forge)
    let changes = 0
    const text = await killedRun(
      forge,
      ['Application settings'],
      (request) => isPut(request) && ++changes === at,
    )
    expect(changes).toBe(at)
    expect((await undo(forge, text)).left).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })

  it('is removed by its names where the journal is lost', async () => {
    const forge = await demo()
    const before = worldOf(forge)
    await killedRun(forge, ['Groups'], (_request, count) => count === 250)
    const { items, left } = await undo(forge, undefined)
    expect(items.length).toBeGreaterThan(5)
    for (const { name } of items)
      expect(name).toMatch(/^forgery-[a-z0-9]{8}-(user|group|list|name|path)-\d+/)
    expect(left).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })

  it('is removed once, and nothing of others', async () => {
    const forge = await demo()
    await forge.add({
      users: [{ username: 'forgery-team' }, { username: 'forgery-user-1' }],
      groups: [{ path: 'forgery-k3v9x2q7' }],
    })
    const before = worldOf(forge)
    const text = await killedRun(forge, ['Groups'], (_request, count) => count === 100)
    const { appended } = await undo(forge, text)
    expect(worldOf(forge)).toEqual(before)
    for (const again of [text, text + appended.join('\n'), undefined]) {
      expect(await undo(forge, again)).toMatchObject({ items: [], left: [] })
    }
    expect(worldOf(forge)).toEqual(before)
  })

  it('is removed though the last line of the journal was cut off', async () => {
    const forge = await demo()
    const before = worldOf(forge)
    const text = await killedRun(forge, ['Groups'], (_request, count) => count === 100)
    expect((await undo(forge, `${text}{"event":"mak`)).left).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })

  it('is listed where it could not be undone', async () => {
    const forge = await demo()
    const text = await killedRun(forge, ['Groups'], (_request, count) => count === 100)
    const fetch: Fetch = async (request) =>
      request.method === 'DELETE' && request.url.includes('/users/')
        ? Response.json({ message: '403 Forbidden' }, { status: 403 })
        : forge.fetch(request)
    const { undo } = await findLeftovers({ ...server, fetch, patience: 200, journal: { text } })
    const left = await undo()
    expect(left.length).toBeGreaterThan(0)
    for (const one of left) {
      expect(one).toMatchObject({ kind: 'user', reason: 'deleteUser answered 403' })
    }
  })

  it('is looked for again as long as the server removes it in the background', async () => {
    const forge = await demo()
    const before = worldOf(forge)
    const text = await killedRun(forge, ['Groups'], (_request, count) => count === 100)
    const fetch: Fetch = async (request) => {
      if (request.method !== 'DELETE') return forge.fetch(request)
      setTimeout(() => forge.fetch(request), 300)
      return Response.json({})
    }
    const { undo } = await findLeftovers({ ...server, fetch, patience: 600_000, journal: { text } })
    expect(await undo()).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })

  it('is removed though the server takes longer to be asked than it is waited for', async () => {
    const forge = await demo()
    const before = worldOf(forge)
    const text = await killedRun(forge, ['Groups'], (_request, count) => count === 100)
    const fetch: Fetch = async (request) => {
      const isList = /\/(groups|users)\?/.test(request.url)
      if (isList) await new Promise((resolve) => setTimeout(resolve, 100))
      return forge.fetch(request)
    }
    const { undo } = await findLeftovers({ ...server, fetch, patience: 20, journal: { text } })
    expect(await undo()).toEqual([])
    expect(worldOf(forge)).toEqual(before)
  })

  it('is removed but for what the server does not answer for', async () => {
    const forge = await demo()
    const text = await killedRun(forge, ['Groups'], (_request, count) => count === 100)
    const users = () => forge.db.users.all().filter(({ username }) => /^forgery-/.test(username))
    const [unlucky] = users()
    expect(users().length).toBeGreaterThan(1)
    const fetch: Fetch = async (request) => {
      const isUnlucky = request.method === 'DELETE' && request.url.endsWith(`/users/${unlucky?.id}`)
      if (isUnlucky) return new Promise(() => {})
      return forge.fetch(request)
    }
    const options = { ...server, fetch, timeout: 1000, patience: 20, journal: { text } }
    const left = await (await findLeftovers(options)).undo()
    expect(left).toMatchObject([
      { kind: 'user', name: unlucky?.username, reason: 'there was no answer within 1 s' },
    ])
    expect(users()).toHaveLength(1)
  })

  it('is left alone where its id shows the name of somebody else', async () => {
    const forge = await demo()
    const before = worldOf(forge)
    const [jane] = forge.db.users.by('username', 'jane')
    const text = [
      '{"event":"run begins","format":"forgery-verify-journal","version":1,"url":"http://forge.test/api/v3","user":"root","prefix":"forgery-aaaaaaaa"}',
      '{"event":"makes","kind":"user","name":"forgery-aaaaaaaa-user-1"}',
      `{"event":"made","kind":"user","name":"forgery-aaaaaaaa-user-1","id":${jane?.id ?? 2}}`,
      '',
    ].join('\n')
    expect(await undo(forge, text)).toMatchObject({ items: [], left: [] })
    expect(worldOf(forge)).toEqual(before)
  })
})

it.each([
  ['text', 'The journal cannot be read: it is no journal of `forgery verify`.'],
  [
    '{"event":"run begins","format":"forgery-verify-journal","version":1,"url":"https://other.test/api/v3","user":"root","prefix":"forgery-aaaaaaaa"}\n',
    'The journal is of https://other.test/api/v3, not of http://forge.test/api/v3.',
  ],
])('does not begin with %s', async (text, message) => {
  const forge = await demo()
  const begun = findLeftovers({ ...server, fetch: forge.fetch, journal: { text } })
  await expect(begun).rejects.toThrow(new CannotVerify(message))
})
