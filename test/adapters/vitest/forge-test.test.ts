import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { HttpResponse, http, passthrough } from 'msw'
import { afterAll, describe, expect, expectTypeOf } from 'vitest'
import { forgeTest } from '../../../src/adapters/vitest/index.ts'
import type { ForgeControl } from '../../../src/forge/control.ts'

const test = forgeTest({
  seed: { users: [{ username: 'jane' }], projects: [{ path: 'jane/website' }] },
  baseUrl: 'https://forge.example.com',
})
const api = 'https://forge.example.com/api/v3'
const headers = { 'private-token': 'jane-token', 'content-type': 'application/json' }

const createIssue = (title: string) =>
  fetch(`${api}/projects/1/issues`, { method: 'POST', headers, body: JSON.stringify({ title }) })
async function titles(): Promise<string[]> {
  const issues: { title: string }[] = await (
    await fetch(`${api}/projects/1/issues`, { headers })
  ).json()
  return issues.map(({ title }) => title)
}
const pause = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** A server that runs for all tests of the file, as the subject of a suite may. */
const application = createServer(async (_, response) => response.end((await titles()).join()))

test.beforeAll(async () => {
  await new Promise<void>((resolve) => application.listen(0, '127.0.0.1', resolve))
  await createIssue('Of the file')
})

afterAll(() => application.close())

describe('a test of forgeTest', () => {
  for (const name of ['first', 'second']) {
    test(`begins with the world of the file: the ${name}`, async ({ forge }) => {
      expect(await titles()).toEqual(['Of the file'])
      expect(forge).not.toHaveReceived('createIssue')
      expect((await createIssue(name)).status).toBe(201)
      expect(await titles()).toEqual([name, 'Of the file'])
      expect(forge).toHaveReceived('createIssue', { title: name }, { times: 1 })
      expect(forge).toHaveIssue({ project: 'jane/website', title: name })
    })
  }

  test('has a forge of its own, which is not that of the file', ({ forge, baseForge }) => {
    forge.db.users.insert({ username: 'bob', name: 'Bob', email: 'bob@example.com' })
    expect(baseForge).not.toHaveUser({ username: 'bob' })
  })

  test('has handlers of its own', async ({ server }) => {
    server.use(http.get(`${api}/user`, () => new HttpResponse(null, { status: 503 })))
    expect((await fetch(`${api}/user`, { headers })).status).toBe(503)
  })

  test('does not have the handlers of the test before', async () => {
    expect((await fetch(`${api}/user`, { headers })).status).toBe(200)
  })

  test('has its forge where a server that runs for all tests asks it', async ({
    forge,
    server,
  }) => {
    const { port } = application.address() as AddressInfo
    const address = `http://127.0.0.1:${port}/`
    server.use(http.get(address, () => passthrough()))
    await forge.add({ issues: [{ project: 'jane/website', title: 'Seen', author: 'jane' }] })
    expect(await (await fetch(address)).text()).toBe('Seen,Of the file')
    expect(forge).toHaveReceived('listIssuesOfProject', {}, { times: 1 })
  })
})

describe.concurrent('tests at the same time', () => {
  for (const name of ['one', 'two', 'three']) {
    test(`see what they wrote alone: ${name}`, async ({ forge, expect: expectHere }) => {
      await createIssue(name)
      await pause(20)
      expectHere(await titles()).toEqual([name, 'Of the file'])
      expectHere(forge).toHaveReceived('createIssue', { title: name }, { times: 1 })
      expectHere(forge).not.toHaveReceived('createIssue', {}, { times: 2 })
    })
  }
})

describe('the matchers', () => {
  test('have types that fit the subject', async ({ forge }) => {
    expectTypeOf(expect(forge).toHaveUser).returns.toEqualTypeOf<undefined>()
    expectTypeOf(
      expect<ForgeControl>(forge as object as ForgeControl).toHaveUser,
    ).returns.toEqualTypeOf<Promise<void>>()
    // @ts-expect-error There is no operation of this name.
    const wrong = () => expect(forge).not.toHaveReceived('createIssues')
    expect(wrong).toThrow('there is no operation "createIssues"; did you mean "createIssue"?')
    // @ts-expect-error An issue is opened or closed.
    expect(forge).not.toHaveIssue({ state: 'asleep' })
  })
})

describe('the options', () => {
  test('are checked', async () => {
    const wrong = 'fail' as 'error'
    expect(() => forgeTest({ onUnhandledRequest: wrong })).toThrow(
      'forgeTest: option `onUnhandledRequest` must be `error`, `warn` or `bypass`; got "fail"',
    )
  })
})
