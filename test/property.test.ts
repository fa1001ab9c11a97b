import fc from 'fast-check'
import { expect, it } from 'vitest'
import { operations as contracts } from '../src/contract/generated/operations.ts'
import type {
  OperationContract,
  ParameterContract,
  ParameterSchema,
} from '../src/contract/operation-contract.ts'
import { operations } from '../src/operations/index.ts'
import type { Seed } from '../src/store/seed/schema.ts'
import { createTestForge } from './harness.ts'

/**
 * Whatever is asked in whatever order: no answer is a 500, and none breaks the contract (one that
 * does is a 500 here). Every answer has a request id, and a refused write leaves the world as it was.
 */
const commit = (branch: string, file_path: string, content: string) => ({
  branch,
  message: `Add ${file_path}`,
  author: 'bob',
  actions: [{ action: 'create' as const, file_path, content }],
})

const seed: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', keys: [{ title: 'k', key: 'ssh-rsa AAAAB3Nza' }], emails: ['j@x.example'] },
    { username: 'bob', stars: ['acme/open'], notifications: { acme: { level: 'custom' } } },
    { username: 'ext', external: true },
    { username: 'out', state: 'blocked' },
  ],
  groups: [
    { path: 'acme', members: { jane: 'owner', bob: 'developer' } },
    { path: 'inner', visibility: 'internal', members: { bob: 'master', ext: 'guest' } },
    { path: 'vault', visibility: 'private', members: { jane: 'owner' } },
  ],
  projects: [
    {
      path: 'acme/open',
      visibility: 'public',
      members: { ext: 'reporter' },
      snippets_enabled: true,
      repository: {
        protected_branches: {},
        commits: [
          commit('master', 'a.txt', 'one'),
          commit('topic', 'b.txt', 'two'),
          commit('rival', 'c.txt', 'three'),
        ],
        tags: [{ name: 'v1' }],
      },
      milestones: [{ title: 'Soon' }],
      labels: ['bug'],
      issues: [
        { title: 'First', author: 'jane', notes: [{ author: 'bob', body: 'Hm' }] },
        { title: 'Second', author: 'bob', confidential: true },
      ],
      merge_requests: [
        {
          title: 'Topic',
          description: 'Closes #1 and #2',
          author: 'bob',
          source_branch: 'topic',
          notes: [{ author: 'jane', body: 'Why?', discussion: 'a', resolvable: true }],
        },
        { title: 'WIP: Rival', author: 'jane', source_branch: 'rival' },
      ],
      snippets: [{ title: 'Bit', file_name: 'bit.txt', code: 'bit', author: 'jane' }],
    },
    { path: 'acme/shared', visibility: 'internal', shared_with: { inner: 'developer' } },
    { path: 'vault/secret', members: { bob: { level: 'master', expires_at: '2017-01-01' } } },
    { path: 'jane/site', visibility: 'public', archived: true },
    { path: 'bob/site', visibility: 'public', forked_from: 'jane/site' },
  ],
  events: [
    { author: 'jane', project: 'acme/open', action: 'created', at: '2016-10-01T00:00:00Z' },
    { author: 'bob', project: 'vault/secret', action: 'joined', at: '2016-11-01T00:00:00Z' },
  ],
  hooks: [{ url: 'http://127.0.0.1:9/' }],
  pipelines: [
    {
      project: 'acme/open',
      ref: 'topic',
      builds: [
        { name: 'test', status: 'running', environment: 'staging' },
        { name: 'lint', trace: 'fine', artifacts: { filename: 'a.txt', content: 'a' } },
      ],
    },
  ],
}

const tokens = [
  'root-token',
  'jane-token',
  'bob-token',
  'ext-token',
  'out-token',
  'nobody',
  undefined,
]
const implemented = contracts.filter(({ id }) => Object.hasOwn(operations, id))

/** What means something in the world above, in places where it belongs and in others. */
const telling = [
  ...['root', 'jane', 'bob', 'acme', 'vault', 'acme/open', 'vault/secret', 'jane@example.com'],
  ...[
    'new@x.example',
    'ssh-ed25519 AAAAC3',
    '2017-02-01',
    '2016-02-30',
    'private',
    'asc',
    'custom',
  ],
  ...[
    '',
    ' ',
    '-',
    '.',
    '..',
    '0',
    '-1',
    'true',
    'null',
    '%',
    '../../etc/passwd',
    '<script>',
    'é☃',
  ],
  ...['__proto__', 'constructor', 'toString', 'a\0b', '9'.repeat(40), 'x'.repeat(3000), '*.', '('],
]
const words = fc.constantFrom(...telling)
const small = fc.integer({ min: 0, max: 9 })
const numbers = fc.oneof(
  { weight: 4, arbitrary: small },
  fc.constantFrom(-1, 10, 20, 30, 40, 50, 2 ** 31 - 1, 2 ** 31, 1e300, 1.5),
)
const anything = fc.oneof(
  words,
  numbers,
  fc.string(),
  fc.boolean(),
  fc.constant(null),
  fc.array(fc.oneof(words, numbers), { maxLength: 3 }),
  fc.object({ maxDepth: 2, maxKeys: 3 }),
)

/** What a parameter may be: mostly what its schema asks for. */
function plausible(schema: ParameterSchema): fc.Arbitrary<unknown> {
  const type = Array.isArray(schema.type) ? schema.type[0] : schema.type
  if (schema.enum) return fc.constantFrom(...schema.enum)
  if (schema.format === 'date') return fc.constantFrom('2017-01-14', '2017-01-16', '2030-12-31')
  if (schema.format === 'date-time') return fc.constantFrom('2016-12-01T00:00:00Z', '2018-01-01')
  switch (type) {
    case 'integer':
    case 'number':
      return numbers
    case 'boolean':
      return fc.boolean()
    case 'array':
      return fc.array(plausible(schema.items ?? {}), { maxLength: 4 })
    case 'object':
      return fc.record(
        Object.fromEntries(
          Object.entries(schema.properties ?? {}).map(([name, one]) => [name, plausible(one)]),
        ),
        { requiredKeys: [] },
      )
    default:
      return fc.oneof(words, fc.string({ minLength: 8, maxLength: 12 }))
  }
}

/** Values that often pass where the schema alone does not tell what does. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  email: fc.nat(50).map((number) => `new${number}@x.example`),
  username: fc.nat(50).map((number) => `new${number}`),
  path: fc.nat(50).map((number) => `path${number}`),
  name: fc.nat(50).map((number) => `Name ${number}`),
  key: fc.nat(50).map((number) => `ssh-rsa AAAAB3Nz${number}`),
  url: fc.nat(50).map((number) => `http://127.0.0.1:9/${number}`),
  access_level: fc.constantFrom(10, 20, 30, 40, 50),
  user_id: fc.integer({ min: 1, max: 6 }),
  id: fc.constantFrom(1, 1, 1, 2, 3, 4, 5, 6, 'acme', 'acme/open'),
  ...Object.fromEntries(
    [
      'branch',
      'branch_name',
      'source_branch',
      'target_branch',
      'ref',
      'ref_name',
      'sha',
      'from',
      'to',
    ].map((name) => [name, fc.constantFrom('master', 'topic', 'rival', 'v1')]),
  ),
  ...Object.fromEntries(
    ['file_path', 'filepath'].map((name) => [name, fc.constantFrom('a.txt', 'b.txt', 'd.txt')]),
  ),
  tag_name: fc.constantFrom('v1', 'v2'),
  ...Object.fromEntries(
    ['issue_id', 'merge_request_id', 'snippet_id', 'note_id', 'build_id'].map((name) => [
      name,
      fc.integer({ min: 1, max: 3 }),
    ]),
  ),
}

function valueFor({ name, schema }: ParameterContract): fc.Arbitrary<unknown> {
  const named = Object.hasOwn(byName, name) ? byName[name] : undefined
  return fc.oneof(
    { weight: 16, arbitrary: named ?? plausible(schema) },
    { weight: 2, arbitrary: plausible(schema) },
    { weight: 1, arbitrary: anything },
  )
}

interface Call {
  readonly operation: OperationContract
  readonly path: string
  readonly parameters: Record<string, unknown>
  readonly token: string | undefined
  readonly sudo: string | undefined
  readonly form: 'query' | 'json' | 'form'
}

/** Mostly what is there: else nearly everything would be a 404. */
function pathValue({ name }: ParameterContract): fc.Arbitrary<string> {
  const named = Object.hasOwn(byName, name) ? byName[name] : undefined
  return fc.oneof(
    { weight: 12, arbitrary: (named ?? small).map(String) },
    { weight: 3, arbitrary: words },
    { weight: 1, arbitrary: fc.string() },
  )
}

function callOf(operation: OperationContract): fc.Arbitrary<Call> {
  const inPath = operation.parameters.filter((one) => one.in === 'path')
  const others = operation.parameters.filter((one) => one.in !== 'path')
  const required = others.filter((one) => one.required).map(({ name }) => name)
  return fc
    .record({
      values: fc.tuple(...inPath.map(pathValue)),
      parameters: fc.record(
        Object.fromEntries(others.map((one) => [one.name, valueFor(one)])) as Record<
          string,
          fc.Arbitrary<unknown>
        >,
        { requiredKeys: [] },
      ),
      given: fc.record(
        Object.fromEntries(
          others
            .filter(({ name }) => required.includes(name))
            .map((one) => [one.name, valueFor(one)]),
        ),
      ),
      hasGiven: fc.integer({ min: 0, max: 9 }).map((chance) => chance > 0),
      token: fc.constantFrom(...tokens, 'root-token', 'root-token', 'root-token', 'jane-token'),
      sudo: fc.oneof(
        { weight: 11, arbitrary: fc.constant(undefined) },
        { weight: 1, arbitrary: words },
      ),
      form: fc.constantFrom('query', 'json', 'form'),
    })
    .map(({ values, parameters, given, hasGiven, token, sudo, form }) => ({
      operation,
      path: inPath.reduce(
        (path, { name }, index) =>
          path.replace(`{${name}}`, encodeURIComponent(wellFormed(values[index] ?? ''))),
        operation.path,
      ),
      parameters: { ...parameters, ...(hasGiven ? given : {}) },
      token,
      sudo,
      form: form as Call['form'],
    }))
}

/** `encodeURIComponent` refuses halves of surrogate pairs. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** An object of any kind, as a form cannot but write it. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

function requestOf({ operation, path, parameters, token, sudo, form }: Call): Request {
  const url = new URL(`http://forge.test/api/v3${path}`)
  const headers = new Headers(token === undefined ? {} : { 'private-token': token })
  if (sudo !== undefined) url.searchParams.set('sudo', sudo)
  const hasBody = operation.method === 'POST' || operation.method === 'PUT'
  if (hasBody && form === 'json') {
    headers.set('content-type', 'application/json')
    return new Request(url, { method: operation.method, headers, body: JSON.stringify(parameters) })
  }
  const fields = new URLSearchParams()
  for (const [name, value] of Object.entries(parameters)) {
    if (Array.isArray(value)) for (const one of value) fields.append(`${name}[]`, textOf(one))
    else if (typeof value === 'object' && value !== null) {
      for (const [key, one] of Object.entries(value))
        fields.append(`${name}[${key}]`, JSON.stringify(one) ?? '')
    } else fields.append(name, String(value))
  }
  if (hasBody && form === 'form') {
    return new Request(url, { method: operation.method, headers, body: fields })
  }
  for (const [name, value] of fields) url.searchParams.append(name, value)
  return new Request(url, { method: operation.method, headers })
}

const calls = fc.array(fc.constantFrom(...implemented).chain(callOf), {
  minLength: 1,
  maxLength: 25,
})

it('never answers 500, never breaks the contract, and writes nothing where it refuses', async () => {
  const log: string[] = []
  const forge = await createTestForge({
    seed,
    log: (line) => log.push(line),
    fetch: async () => new Response(null),
  })
  const answered = new Set<string>()
  const recordsOf = () => Object.values(forge.snapshot()).flatMap(({ records }) => records)
  /** Records are replaced, never changed: the same world holds the very same ones. */
  const isSame = (before: readonly object[], after: readonly object[]) =>
    before.length === after.length && before.every((record, index) => record === after[index])

  async function ask(call: Call): Promise<void> {
    const before = recordsOf()
    const response = await forge.fetch(requestOf(call))
    const what = `${call.operation.id} ${call.path} as ${call.token}: ${log.at(-1)}`
    expect(response.status, what).toBeLessThan(500)
    expect(response.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    if (response.status >= 400) expect(isSame(before, recordsOf()), what).toBe(true)
    else answered.add(call.operation.id)
  }

  await fc.assert(
    fc.asyncProperty(calls, async (sequence) => {
      forge.reset()
      for (const call of sequence) await ask(call)
    }),
    { numRuns: 100_000, interruptAfterTimeLimit: 9000, markInterruptAsFailure: false },
  )
  // It would show nothing if nearly everything were refused.
  expect(answered.size).toBeGreaterThan(implemented.length / 2)
}, 30_000)
