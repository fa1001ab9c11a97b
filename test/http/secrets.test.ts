import fc from 'fast-check'
import { expect, it } from 'vitest'
import { coloursFor } from '../../src/adapters/server/colours.ts'
import { deliveryLine, requestLine } from '../../src/adapters/server/log-lines.ts'
import { createTestForge } from '../harness.ts'

/** Secrets that a world holds; whoever knows one may write it anywhere. */
const stored = {
  root: 'root-private-7f3a',
  jane: 'jane-private-91bc',
  personal: 'jane-personal-ee02',
  session: 'jane-session-5d5d',
  hook: 'hook-token-4c1e',
  hookPassword: 'hook-password-88aa',
  runners: 'runners-token-0b9f',
}
/** Secrets that come with a request and are kept by nobody. */
const sent = ['hunter2-a1b2c3', 'Pa55 word&=?', 'geheim-süß-99', 'quo"te\\slash-1']

const seed = {
  users: [
    { username: 'root', admin: true, token: stored.root },
    {
      username: 'jane',
      token: stored.jane,
      personal_access_tokens: [{ token: stored.personal }],
      sessions: [stored.session],
    },
  ],
  projects: [{ path: 'jane/site', runners_token: stored.runners }],
  hooks: [{ url: `http://jo:${stored.hookPassword}@127.0.0.1:9/`, token: stored.hook }],
}

interface Call {
  readonly method: string
  readonly path: string
  readonly headers: Record<string, string>
  readonly body?: string
}

const json = (value: object) => ({ type: 'application/json', body: JSON.stringify(value) })
const form = (value: Record<string, string>) => ({
  type: 'application/x-www-form-urlencoded',
  body: new URLSearchParams(value).toString(),
})

/** Bodies that carry a secret where secrets stand, whether the forge understands them or not. */
const carriers: ((secret: string) => { type: string; body: string })[] = [
  (secret) => json({ password: secret, bio: `it is ${secret}` }),
  (secret) => json({ nested: [{ token: [secret] }] }),
  (secret) => json({ url: `http://u:${encodeURIComponent(secret)}@127.0.0.1:9/`, token: secret }),
  (secret) =>
    json({ import_url: `https://${encodeURIComponent(secret)}@host/x.git`, name: 'imported' }),
  (secret) =>
    json({
      integration_a_url: `http://u:${encodeURIComponent(secret)}@h/`,
      integration_a_enabled: true,
    }),
  (secret) => form({ 'user[password]': secret, 'private_token[]': secret }),
  (secret) => ({ ...json({ password: secret }), type: 'application/x-www-form-urlencoded' }),
  (secret) => ({ ...json({ password: secret }), type: 'text/plain' }),
  (secret) => ({ type: 'application/json', body: `{"password": "${secret}" oops` }),
  (secret) => ({
    type: 'multipart/form-data; boundary=b',
    body: `--b\r\nContent-Disposition: form-data; name="password"\r\n\r\n${secret}\r\n--b--\r\n`,
  }),
]
/** Queries that do. */
const queries: ((secret: string) => string)[] = [
  () => '',
  (secret) => `?private_token=${encodeURIComponent(secret)}`,
  (secret) => `?private_token[]=${encodeURIComponent(secret)}&page=2`,
  (secret) => `?access%5Ftoken=${encodeURIComponent(secret)}`,
  (secret) => `?${encodeURIComponent(JSON.stringify({ password: secret }))}=`,
  (secret) => `?url=${encodeURIComponent(`http://u:${secret.replace(/\W/g, 'x')}@h/`)}`,
]
/** Places for a secret of the world: any at all. */
const anywhere: ((secret: string) => Partial<Call>)[] = [
  (secret) => ({ path: `/users?search=${secret}` }),
  (secret) => ({ path: `/users?search=x${secret}y&page=1` }),
  (secret) => ({ path: `/projects/${secret}` }),
  (secret) => ({ path: `/projects/${secret.replace('-', '%2D')}/issues` }),
  (secret) => ({ path: `/${secret}/${secret}` }),
  (secret) => ({ path: `/user?sudo=${secret}` }),
  (secret) => ({ method: 'PUT', path: '/users/2', ...asJson({ bio: `my token is ${secret}!` }) }),
  (secret) => ({
    method: 'POST',
    path: '/projects',
    ...asJson({ name: secret, description: [secret] }),
  }),
  (secret) => ({ method: 'POST', path: '/projects', ...asJson({ name: 'a', [secret]: secret }) }),
  (secret) => ({
    method: 'POST',
    path: '/groups',
    ...asJson({ name: secret, path: `g-${secret}` }),
  }),
]
const asJson = (value: object) => ({
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
})

const targets = [
  'POST /users',
  'PUT /users/2',
  'POST /hooks',
  'POST /projects',
  'PUT /application/settings',
  'POST /nowhere',
  'DELETE /projects/1',
  'GET /users',
  'GET /user',
  'POST /user/emails',
]

const carried = fc
  .record({
    target: fc.constantFrom(...targets),
    secret: fc.constantFrom(...sent),
    query: fc.constantFrom(...queries),
    carrier: fc.constantFrom(...carriers),
    isSignedIn: fc.boolean(),
  })
  .map(({ target, secret, query, carrier, isSignedIn }): Call => {
    const [method = '', path = ''] = target.split(' ')
    const { type, body } = carrier(secret)
    return {
      method,
      path: path + query(secret),
      headers: { 'content-type': type, ...(isSignedIn ? { 'private-token': stored.root } : {}) },
      ...(method === 'GET' ? {} : { body }),
    }
  })
const misplaced = fc
  .record({
    secret: fc.constantFrom(...Object.values(stored)),
    place: fc.constantFrom(...anywhere),
  })
  .map(({ secret, place }): Call => {
    const call = place(secret)
    const headers = { ...call.headers, 'private-token': stored.root }
    return { method: 'GET', path: '/user', ...call, headers }
  })

it('shows no secret in anything that the forge keeps or prints', async () => {
  const printed: string[] = []
  const plain = coloursFor(process.stdout)
  const forge = await createTestForge({
    seed,
    fetch: async (input) => {
      throw new Error(`no route to ${input} with ${stored.hook}`)
    },
    log: (line) => printed.push(line),
    onRequest: (entry) => printed.push(requestLine(entry, plain)),
    onDelivery: (delivery) => printed.push(deliveryLine(delivery, plain)),
  })
  const secrets = [...Object.values(stored), ...sent, ...sent.map(encodeURIComponent)]
  const property = fc.asyncProperty(
    fc.array(fc.oneof(carried, misplaced), { minLength: 1, maxLength: 8 }),
    async (calls) => {
      for (const { method, path, headers, body } of calls) {
        const init = { method, headers, ...(body === undefined ? {} : { body }) }
        await forge.fetch(new Request(`http://forge.test/api/v3${path}`, init))
      }
      await forge.settled()
      const kept = JSON.stringify([forge.requests, forge.deliveries, printed])
      const found = secrets.filter((secret) => kept.includes(JSON.stringify(secret).slice(1, -1)))
      forge.reset()
      printed.length = 0
      expect(found).toEqual([])
    },
  )
  // The suite tries the same calls each time; `npm run search` tries others, and more of them.
  const runs = process.env.FORGERY_PROPERTY_RUNS
  await fc.assert(property, runs ? { numRuns: Number(runs) } : { numRuns: 300, seed: 1 })
})
