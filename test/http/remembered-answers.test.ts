import { describe, expect, it } from 'vitest'
import { operations } from '../../src/contract/generated/v3/operations.ts'
import type { Forge } from '../../src/forge/forge.ts'
import { GivenParameters } from '../../src/http/given-parameters.ts'
import { createPerspectives } from '../../src/http/perspectives.ts'
import { RememberedAnswers } from '../../src/http/remembered-answers.ts'
import { readAddress, rememberAddresses } from '../../src/http/request-address.ts'
import { createStore } from '../../src/store/store.ts'
import { buildWorld } from '../gitlab/operations/v3/build-world.ts'
import { createTestForge } from '../harness.ts'
import { noCredentials } from './no-credentials.ts'

const origin = 'http://forge.test'

async function ask(forge: Forge, path: string, user = 'mona') {
  const headers = { 'private-token': `${user}-token` }
  const response = await forge.fetch(`${origin}/api/v3${path}`, { headers })
  const shown = Object.fromEntries(response.headers)
  const { 'x-request-id': id, 'x-runtime': _, ...rest } = shown
  return { id, status: response.status, headers: rest, body: await response.text() }
}

/** What is answered, without what belongs to the one request. */
async function answer(forge: Forge, path: string, user?: string) {
  const { id: _, ...rest } = await ask(forge, path, user)
  return rest
}

describe('an answer that is given again', () => {
  it('is the same for the same viewer, under a request id of its own', async () => {
    const forge = await createTestForge({ seed: buildWorld })
    const [first, again] = [await ask(forge, '/user'), await ask(forge, '/user')]
    expect(again.id).not.toBe(first.id)
    expect({ ...again, id: first.id }).toEqual(first)
    expect(JSON.parse((await ask(forge, '/user', 'dev')).body)).toMatchObject({ username: 'dev' })
    expect(JSON.parse((await ask(forge, '/user')).body)).toMatchObject({ username: 'mona' })
  })

  it('is told by the journal as the first one was', async () => {
    const forge = await createTestForge({ seed: buildWorld })
    await ask(forge, '/projects/1/builds/3?ignored=1')
    await ask(forge, '/projects/1/builds/3?ignored=1')
    const [first, again] = forge.requests.all()
    if (!first || !again) expect.fail()
    expect(again).toEqual({ ...first, id: again.id, milliseconds: again.milliseconds })
    expect(again.given).toEqual({ id: 1, build_id: 3 })
    expect(forge.coverage().operations.find(({ operation }) => operation === 'getBuild')).toEqual({
      operation: 'getBuild',
      statuses: expect.objectContaining({ 200: 2 }),
    })
  })

  it('follows what is written, whoever writes it', async () => {
    const forge = await createTestForge({ seed: buildWorld })
    const start = forge.snapshot()
    const nameOf = async () => JSON.parse((await ask(forge, '/user')).body).name
    const mona = forge.db.users.by('username', 'mona')[0] ?? expect.fail()
    expect(await nameOf()).toBe('Mona Meyer')
    forge.db.users.replace(mona, { name: 'Mona Lisa' })
    expect(await nameOf()).toBe('Mona Lisa')
    forge.restore(start)
    expect(await nameOf()).toBe('Mona Meyer')
    forge.reset()
    expect(await nameOf()).toBe('Mona Meyer')
  })

  it('is hit by faults as any other', async () => {
    const forge = await createTestForge({ seed: buildWorld })
    expect((await ask(forge, '/user')).status).toBe(200)
    forge.faults.add({ operation: 'getCurrentUser', status: 503, times: 1 })
    expect((await ask(forge, '/user')).status).toBe(503)
    expect((await ask(forge, '/user')).status).toBe(200)
  })

  it('is none where it depends on the time of the day', async () => {
    let time = new Date('2017-01-15T12:00:00Z')
    const forge = await createTestForge({ seed: buildWorld, now: () => time })
    const build = forge.advance(11, 'success', {
      artifacts: { filename: 'x.zip', bytes: new Uint8Array([1]) },
    })
    const { artifacts } = build
    if (!artifacts) expect.fail()
    forge.db.builds.replace(build, {
      artifacts: { ...artifacts, expires_at: '2017-01-15T13:00:00.000Z' },
    })
    const file = async () =>
      JSON.parse((await ask(forge, '/projects/1/builds/11')).body).artifacts_file
    expect(await file()).toMatchObject({ filename: 'x.zip' })
    time = new Date('2017-01-15T14:00:00Z')
    expect(await file()).toBeNull()
  })
})

/** Every operation that reads, asked for the first of each kind. */
const reading = operations
  .filter(({ method }) => method === 'GET')
  .map(({ path }) =>
    path.replace(/\{(?:sha|ref|ref_name|branch)\}/g, 'master').replace(/\{\w+\}/g, '1'),
  )

it.each(['root', 'mona', 'gus'])(
  'each operation answers %s as a forge that was never asked before',
  async (user) => {
    let time = new Date('2017-01-15T12:00:00Z')
    const now = () => time
    const asked = await createTestForge({ seed: buildWorld, now })
    const askAll = (forge: Forge) => Promise.all(reading.map((path) => answer(forge, path, user)))
    const first = await askAll(asked)
    expect(first.filter(({ status }) => status === 200).length).toBeGreaterThan(30)
    expect(await askAll(asked)).toEqual(first)
    time = new Date('2017-01-15T23:00:00Z')
    expect(await askAll(asked)).toEqual(
      await askAll(await createTestForge({ seed: buildWorld, now })),
    )
  },
)

describe('what is remembered', () => {
  const addressOf = (path: string) => readAddress({ method: 'GET', url: `${origin}/api/v3${path}` })
  const answerOf = (json: unknown) => ({
    answer: { status: 200, headers: {}, json },
    given: new GivenParameters({}),
  })
  const remembered = () => new RememberedAnswers({ characters: 0 })

  it('is written once, and found by the address', () => {
    const answers = remembered()
    const address = addressOf('/user')
    const answer = answers.keep(address, answerOf(['é']))
    expect(answer.written?.read()).toBe('["é"]')
    expect(answer.written).toMatchObject({ length: 5, byteLength: 6 })
    expect(answers.at(address)?.answer).toBe(answer)
    expect(answers.at(addressOf('/user'))).toBeUndefined()
  })

  it.each([
    ['a text of 4 KiB as that', 'x'.repeat(2 ** 12 - 2), false],
    ['a longer one as bytes', 'x'.repeat(2 ** 12 - 1), true],
    ['one of as many bytes beyond ASCII as that', 'é'.repeat(2 ** 11 - 1), false],
    ['one of more bytes beyond ASCII as bytes', `é${'é'.repeat(2 ** 11 - 1)}`, true],
  ])('keeps %s', (_, json, isBytes) => {
    const { written } = remembered().keep(addressOf('/user'), answerOf(json))
    expect(written?.bytes !== undefined).toBe(isBytes)
    expect(written?.read()).toBe(JSON.stringify(json))
    expect(written?.byteLength).toBe(new TextEncoder().encode(JSON.stringify(json)).length)
  })

  it('is no answer beyond 64 KiB, and none without JSON', () => {
    const answers = remembered()
    const address = addressOf('/long')
    const { written } = answers.keep(address, answerOf('x'.repeat(2 ** 16)))
    expect(written?.length).toBe(2 ** 16 + 2)
    answers.keep(address, answerOf(undefined))
    expect(answers.at(address)).toBeUndefined()
  })

  it('is at most 4 MiB, and a little, in all perspectives of a world', () => {
    const perspectiveAt = createPerspectives(createStore())
    const seenFrom = (place: string) =>
      perspectiveAt({
        presented: noCredentials,
        today: '2017-01-15',
        origin: `http://${place}.test`,
      })
    const addresses = Array.from({ length: 33 }, (_, index) => addressOf(`/users/${index}`))
    const [first, second] = [seenFrom('one'), seenFrom('other')]
    for (const address of addresses.slice(1)) {
      for (const { answers } of [first, second]) {
        answers.keep(address, answerOf('x'.repeat(2 ** 16 - 2)))
      }
    }
    expect([seenFrom('one'), seenFrom('other')]).toEqual([first, second])
    expect(seenFrom('one')).toBe(first)
    first.answers.keep(addressOf('/user'), answerOf(1))
    expect(seenFrom('other')).not.toBe(second)
    expect(seenFrom('one')).not.toBe(first)
  })
})

describe('the addresses of a forge', () => {
  const get = (url: string) => ({ method: 'GET', url })

  it('are read once each, by each method; that of HEAD is that of GET', () => {
    const addressOf = rememberAddresses()
    const url = `${origin}/api/v3/user?a=1`
    expect(addressOf(get(url))).toBe(addressOf(get(url)))
    expect(addressOf(get(url)).query).toEqual({ a: '1' })
    expect(addressOf(get(`${url}1`))).not.toBe(addressOf(get(url)))
    expect(addressOf({ method: 'HEAD', url })).toBe(addressOf(get(url)))
    const posted = addressOf({ method: 'POST', url })
    expect(posted.method).toBe('POST')
    expect(addressOf({ method: 'POST', url })).toBe(posted)
    expect(addressOf({ method: 'PUT', url }).method).toBe('PUT')
  })

  it('are told apart by the host, where host and target come apart', () => {
    const addressOf = rememberAddresses()
    const target = '/api/v3/user'
    const at = (host: string) => ({ method: 'GET', host, target, url: `http://${host}${target}` })
    const first = addressOf(at('one.test'))
    expect(addressOf(at('one.test'))).toBe(first)
    expect(addressOf(at('other.test')).origin).toBe('http://other.test')
    expect(addressOf(at('one.test')).origin).toBe('http://one.test')
  })

  it('are remembered up to 500, and of 500 characters each', () => {
    const addressOf = rememberAddresses()
    const long = `${origin}/api/v3/${'x'.repeat(500)}`
    expect(addressOf(get(long))).not.toBe(addressOf(get(long)))
    const first = addressOf(get(`${origin}/0`))
    for (let count = 1; count < 500; count++) addressOf(get(`${origin}/${count}`))
    expect(addressOf(get(`${origin}/0`))).toBe(first)
    addressOf(get(`${origin}/500`))
    expect(addressOf(get(`${origin}/0`))).not.toBe(first)
  })
})
