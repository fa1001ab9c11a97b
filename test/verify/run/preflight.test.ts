import { describe, expect, it } from 'vitest'
import { CannotVerify, type Fetch, type VerifyOptions, verify } from '../../../src/verify/index.ts'
import { createTestForge } from '../../harness.ts'
import { worldOf } from '../world-of.ts'

const seed = { users: [{ username: 'root', admin: true }] }

/** Judges a forge behind what stands between, with one story; says what is there afterwards. */
async function judge(
  between: (request: Request, send: Fetch) => Promise<Response>,
  options: Partial<VerifyOptions> = {},
) {
  const forge = await createTestForge({ seed })
  const before = worldOf(forge)
  const run = verify({
    url: 'http://forge.test',
    token: 'root-token',
    only: ['blocking and unblocking a user'],
    fetch: (request) => between(request, forge.fetch),
    ...options,
  })
  const outcome = await run.summary.catch((error: unknown) => error)
  return { outcome, before, after: worldOf(forge) }
}

/** Why a run could not begin; nothing is left of it. */
async function refusalOf(...given: Parameters<typeof judge>): Promise<string> {
  const { outcome, before, after } = await judge(...given)
  expect(outcome).toBeInstanceOf(CannotVerify)
  expect(after).toEqual(before)
  return outcome instanceof Error ? outcome.message : ''
}

const isOf = (request: Request, method: string, end: string) =>
  request.method === method && new URL(request.url).pathname.endsWith(end)

describe('a run does not begin, and says why in one sentence, where', () => {
  it('the server is elsewhere', async () => {
    const message = await refusalOf(async (request) => {
      const { pathname } = new URL(request.url)
      const location = `https://code.example.com/gitlab${pathname}`
      return new Response('', { status: 301, headers: { location } })
    })
    expect(message).toContain('answers 301 with the Location https://code.example.com/gitlab/api')
    expect(message).toContain('give https://code.example.com/gitlab/api/v3 as the URL')
  })

  it('%2F is taken for a slash', async () => {
    const message = await refusalOf((request, send) =>
      send(new Request(request.url.replaceAll('%2F', '/'), request)),
    )
    expect(message).toContain('takes %2F in a path for a slash')
  })

  it('the administrator may write nothing', async () => {
    const message = await refusalOf(async (request, send) =>
      request.method === 'GET' ? send(request) : new Response('Read only', { status: 403 }),
    )
    expect(message).toContain('(createUser answered 403, createGroup 403)')
  })

  /** Shows another time than the forge in each record that is made at a path. */
  const shifted = (end: string, shift: () => number) => async (request: Request, send: Fetch) => {
    const answer = await send(request)
    if (!isOf(request, 'POST', end) || answer.status !== 201) return answer
    const { created_at, ...rest } = await answer.json()
    const time = new Date(Date.parse(created_at) + shift()).toISOString()
    return Response.json({ created_at: time, ...rest }, { status: 201 })
  }
  const year = 365.25 * 86_400_000

  it('the clock of the server stands before what is meant to be past', async () => {
    const message = await refusalOf(shifted('/users', () => -30 * year))
    expect(message).toMatch(/^The clock of http:\/\/forge\.test\/api\/v3 says 19\d\d-\d\d-\d\d, /)
    expect(message).toContain('set it to a year 2012 or later')
  })

  it('its machines have clocks that disagree', async () => {
    let machine = 0
    const isSecond = () => (machine++ % 2 === 0 ? 0 : 90_000)
    const ofUsers = shifted('/users', isSecond)
    const message = await refusalOf((request, send) =>
      ofUsers(request, (one) => shifted('/projects', isSecond)(one, send)),
    )
    expect(message).toContain('The clocks of http://forge.test/api/v3 are 90 s apart')
  })

  it('no password is taken', async () => {
    const message = await refusalOf(async (request, send) =>
      isOf(request, 'POST', '/users')
        ? Response.json({ message: { password: ['is known to everybody'] } }, { status: 400 })
        : send(request),
    )
    expect(message).toContain('takes no password that was tried')
    expect(message).toContain('--password-pattern')
  })
})

describe('a run goes on where one operation alone is broken:', () => {
  it.each([
    ['POST', '/users', 403],
    ['POST', '/groups', 403],
    ['POST', '/groups', 500],
  ])('%s %s', async (method, end, status) => {
    const { outcome } = await judge(async (request, send) =>
      isOf(request, method, end) ? Response.json({ message: 'No' }, { status }) : send(request),
    )
    expect(outcome).not.toBeInstanceOf(Error)
  })

  it('the times of projects', async () => {
    const { outcome } = await judge(async (request, send) => {
      const answer = await send(request)
      if (!isOf(request, 'POST', '/projects') || answer.status !== 201) return answer
      return Response.json(
        { ...(await answer.json()), created_at: '2019-03-04T05:06:07.890Z' },
        { status: 201 },
      )
    })
    const expected = expect.stringContaining('created_at')
    const result = { operation: 'getProject', aspect: 'shows-alike', expected }
    // Two operations say two times: neither is known to be the right one.
    const others = [{ operation: 'createProject', aspect: 'shows-alike' }]
    expect(outcome).toMatchObject({ failures: [{ result, others }] })
  })

  it('a project by its path', async () => {
    const { outcome } = await judge(
      async (request, send) =>
        /\/projects\/[^/]+%2F[^/]+$/.test(request.url)
          ? Response.json({ error: '404 Not Found' }, { status: 404 })
          : send(request),
      { only: ['blocking and unblocking a user'] },
    )
    expect(outcome).toMatchObject({ isPassed: true })
  })
})

describe('the passwords of users are those that the server takes, where', () => {
  const rules: readonly (readonly [string, (password: string) => boolean, string])[] = [
    [
      'they have all kinds of characters',
      (one) => [/[a-z]/, /[A-Z]/, /\d/, /[^a-z0-9]/i].every((kind) => kind.test(one)),
      'must have letters, digits and signs',
    ],
    ['they are long', (one) => one.length >= 40, 'is too short (minimum is 40 characters)'],
    ['they are short', (one) => one.length <= 12, 'is too long (maximum is 12 characters)'],
    ['they are short, and that is not said', (one) => one.length <= 8, 'is not allowed'],
    ['they have no signs', (one) => /^[a-z0-9]+$/i.test(one), 'has signs'],
  ]
  const held = (isTaken: (password: string) => boolean, refusal: string) => {
    return async (request: Request, send: Fetch) => {
      if (!isOf(request, 'POST', '/users')) return send(request)
      const { password } = await request.clone().json()
      if (password === undefined || isTaken(password)) return send(request)
      return Response.json({ message: { password: [refusal] } }, { status: 400 })
    }
  }

  const some = ['read-back: Users', 'what only one user may have']

  it.each(rules)('%s', async (_, isTaken, refusal) => {
    const { outcome } = await judge(held(isTaken, refusal), { only: some })
    expect(outcome).toMatchObject({ isPassed: true, failures: [], leftBehind: [] })
  })

  it('only a pattern is taken', async () => {
    const takes = (password: string) => /^Corp-\d{4}$/.test(password)
    const options = { passwordPattern: 'Corp-0000' }
    const { outcome } = await judge(held(takes, 'is none of ours'), options)
    expect(outcome).toMatchObject({ isPassed: true })
  })
})
