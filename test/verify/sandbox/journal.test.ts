import { expect, it } from 'vitest'
import { createClient } from '../../../src/verify/client/client.ts'
import { verify } from '../../../src/verify/index.ts'
import { type JournalRecord, readJournal } from '../../../src/verify/sandbox/journal.ts'
import { createTestForge } from '../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }] }
const only = ['Users', 'System hooks', 'Application settings']

it('has every write before it is sent, and no secret', async () => {
  const forge = await createTestForge({ seed })
  const lines: string[] = []
  const announced: JournalRecord[] = []
  const unannounced: string[] = []
  const secrets = new Set<string>(['root-token'])
  const { summary } = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only,
    instance: true,
    journal: (line) => {
      lines.push(line)
      announced.push(JSON.parse(line))
    },
    fetch: async (request) => {
      const { pathname } = new URL(request.url)
      const path = decodeURIComponent(pathname.replace('/api/v3', ''))
      const body = request.method === 'GET' ? {} : await bodyOf(request)
      if (typeof body.password === 'string') secrets.add(body.password)
      if (request.method !== 'GET' && !announces(announced, path, body)) {
        unannounced.push(`${request.method} ${path}`)
      }
      return forge.fetch(request)
    },
  })
  expect((await summary).requests).toBeGreaterThan(300)
  expect(unannounced).toEqual([])
  for (const { token } of forge.db.credentials.all()) secrets.add(token)
  expect(secrets.size).toBeGreaterThan(10)
  const text = lines.join('\n')
  expect([...secrets].filter((secret) => secret !== '' && text.includes(secret))).toEqual([])
  expect(readJournal(text).inventory.changed()).toEqual([])
})

/** The parameters of a write, in whichever place they are. */
async function bodyOf(request: Request): Promise<Record<string, unknown>> {
  const query = Object.fromEntries(new URL(request.url).searchParams)
  const text = await request.clone().text()
  const isJson = request.headers.get('content-type')?.includes('json')
  return {
    ...query,
    ...(isJson ? JSON.parse(text) : Object.fromEntries(new URLSearchParams(text))),
  }
}

/** Whether the journal has a write: what it makes by its name, what it changes, or its path. */
function announces(
  records: readonly JournalRecord[],
  path: string,
  body: Readonly<Record<string, unknown>>,
): boolean {
  return records.some((record) => {
    if (record.event === 'makes') {
      const names = [body.username, body.path, body.url, body.title, body.email]
      return names.includes(record.name) || (record.name === '' && isNameless(path, body))
    }
    if (record.event === 'changes') {
      return Object.keys(body).every((name) => name in record.to && name in record.from)
    }
    return record.event === 'writes' && record.path === path
  })
}

/** A creation without the name that it needs, which is to be refused. */
const isNameless = (path: string, body: Readonly<Record<string, unknown>>) =>
  (path === '/users' && !('username' in body)) || (path === '/hooks' && !('url' in body))

it('is asked before a write is sent: a client without one sends none', async () => {
  const sent: string[] = []
  const settings = {
    apiUrl: 'http://forge.test/api/v3',
    fetch: async ({ method }: Request) => {
      sent.push(method)
      return new Response('{}')
    },
    rate: Number.POSITIVE_INFINITY,
    concurrency: 1,
    timeout: 1000,
  }
  const write = { method: 'POST', url: 'http://forge.test/api/v3/users', headers: {} }
  await expect(createClient(settings).read(write)).rejects.toThrow('is in no journal')
  expect(sent).toEqual([])
})

it('stops the run where it cannot be written', async () => {
  const forge = await createTestForge({ seed })
  const methods: string[] = []
  const { summary } = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: ['Tags'],
    journal: () => {
      throw new Error('no space left on device')
    },
    fetch: (request) => {
      methods.push(request.method)
      return forge.fetch(request)
    },
  })
  await expect(summary).rejects.toThrow('no space left on device')
  expect(new Set(methods)).toEqual(new Set(['GET']))
})
