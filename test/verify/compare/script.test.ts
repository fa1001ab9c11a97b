import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { compare, replay, type Step, script } from '../../../src/verify/compare/index.ts'
import { tours } from '../../../src/verify/compare/v3/tours/index.ts'
import { issues } from '../../../src/verify/compare/v3/tours/tracker.ts'
import { wrongTokenPlaces } from '../../../src/verify/reproduction/wrong-tokens.ts'
import { editList } from '../mutants/faults/lists.ts'
import { isObject } from '../mutants/json.ts'
import { listenTo } from '../variants/listen.ts'
import { worldOf } from '../world-of.ts'

const run = promisify(execFile)
const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

/** A server that lists a closed issue with one note too many. */
async function startFaulty() {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const fault = editList('listIssuesOfProject', (items) =>
    items.map((one) =>
      isObject(one) && one.state === 'closed'
        ? { ...one, user_notes_count: Number(one.user_notes_count) + 7 }
        : one,
    ),
  )
  const server = await listenTo(fault({ forge, hit: () => {} }), {})
  return { forge, server, before: worldOf(forge) }
}

it('traces a difference to the fewest calls, which a script makes with curl alone', async () => {
  const { forge, server, before } = await startFaulty()
  const options = { url: server.url, token: 'root-token', patience: 1, concurrency: 1 }
  const seed = tours.findIndex((part) => part.includes(issues))
  const { differences, leftBehind } = await compare({ ...options, seed, runs: 1 })
  expect(differences.map(({ key }) => key)).toEqual(['listIssuesOfProject | [].user_notes_count'])
  expect(leftBehind).toEqual([])
  const [difference] = differences
  if (!difference) throw new Error('there is no difference')

  // Somebody, a session, a group and a project; an issue is made, closed and listed.
  const calls = difference.history.map(({ operation }) => operation)
  expect(calls.slice(-5)).toEqual([
    'createGroup',
    'createProject',
    'createIssue',
    'updateIssue',
    'listIssuesOfProject',
  ])
  expect(calls.length).toBeLessThanOrEqual(7)
  expect(difference.history.at(-2)?.parameters).toMatchObject({ state_event: 'close' })
  expect(Object.keys(difference.history.at(-2)?.parameters ?? {})).toHaveLength(3)

  // The same calls show it again, and none of it on a server without the fault.
  expect((await replay(options, difference.history)).map(({ place }) => place)).toEqual([
    '[].user_notes_count',
  ])
  const sound = { ...options, url: 'http://forge.test', fetch: forge.fetch }
  expect(await replay(sound, difference.history)).toEqual([])

  const folder = mkdtempSync(join(tmpdir(), 'forgery-script-'))
  const file = join(folder, 'difference.sh')
  writeFileSync(file, await script(difference, server.url))
  const env = { PATH: process.env.PATH, FORGERY_TOKEN: 'root-token' }
  const { stdout, stderr } = await run('bash', [file, `${server.url}/api/v3`], { env })
  rmSync(folder, { recursive: true })
  await server.close()
  expect(stderr).toBe('')
  expect(stdout).toContain('Forgery answers [].user_notes_count with 0; the server answered:')
  expect(stdout).toContain('"user_notes_count":7')
  // Lines of calls alone: a header such as Content-Length may well say 412.
  expect(stdout).not.toMatch(/^(?:GET|POST|PUT|DELETE) .*: (?!20\d$)/m)
  expect(stdout).toMatch(/^DELETE .*: 200$/m)
  expect(worldOf(forge)).toEqual(before)
})

it('sends a token that nobody has in each of its places', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const asked: string[] = []
  const handle = (request: Request) => {
    const { headers, url } = request
    const { searchParams } = new URL(url)
    const places = {
      'PRIVATE-TOKEN': headers.get('private-token'),
      private_token: searchParams.get('private_token'),
      Authorization: headers.get('authorization'),
      access_token: searchParams.get('access_token'),
    }
    if (new URL(url).pathname.endsWith('/user/keys'))
      asked.push(
        Object.entries(places)
          .filter(([, value]) => value !== null)
          .join(),
      )
    return forge.fetch(request)
  }
  const server = await listenTo(handle, {})
  const history = wrongTokenPlaces.map(
    (credential): Step => ({
      operation: 'listOwnSshKeys',
      as: 'developer',
      parameters: {},
      credential,
    }),
  )
  const difference = { key: '', operation: 'listOwnSshKeys', place: 'status', history }
  const folder = mkdtempSync(join(tmpdir(), 'forgery-script-'))
  const file = join(folder, 'difference.sh')
  writeFileSync(file, await script({ ...difference, forge: 401, server: 200 }, server.url))
  const env = { PATH: process.env.PATH, FORGERY_TOKEN: 'root-token' }
  const { stdout } = await run('bash', [file, `${server.url}/api/v3`], { env })
  rmSync(folder, { recursive: true })
  await server.close()
  expect(asked).toEqual([
    'PRIVATE-TOKEN,nobody-has-this-token',
    'private_token,nobody-has-this-token',
    'Authorization,Bearer nobody-has-this-token',
    'access_token,nobody-has-this-token',
  ])
  expect(stdout.match(/^GET .*: 401$/gm)).toHaveLength(4)
})
