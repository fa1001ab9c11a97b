import fc from 'fast-check'
import { type ApiName, basePaths } from '../../src/contract/base-paths.ts'
import { operations as operationsOfV3 } from '../../src/contract/generated/v3/operations.ts'
import { operations as operationsOfV4 } from '../../src/contract/generated/v4/operations.ts'
import type {
  OperationContract,
  ParameterContract,
  ParameterSchema,
} from '../../src/contract/operation-contract.ts'

/** Random calls of every operation of both APIs, for `propertyWorld`: most of them make sense. */
export const tokens = [
  'root-token',
  'jane-token',
  'bob-token',
  'ext-token',
  'out-token',
  'nobody',
  undefined,
]

/** What means something in the world above, in places where it belongs and in others. */
const meaningful = [
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
const words = fc.constantFrom(...meaningful)
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
          Object.entries(schema.properties ?? {}).map(([name, one]) => [
            name,
            Object.hasOwn(byName, name) ? (byName[name] ?? plausible(one)) : plausible(one),
          ]),
        ),
        { requiredKeys: [...(schema.required ?? [])] },
      )
    default:
      return fc.oneof(words, fc.string({ minLength: 8, maxLength: 12 }))
  }
}

/** Branches, a tag, and one that is not there until a call makes it. */
const revisions = fc.constantFrom('master', 'feature/x', 'rival', 'v1.0', 'new')

/** Values that often pass where the schema alone does not say what does. */
const byName: Readonly<Record<string, fc.Arbitrary<unknown>>> = {
  email: fc.nat(50).map((number) => `new${number}@x.example`),
  username: fc.nat(50).map((number) => `new${number}`),
  path: fc.nat(50).map((number) => `path${number}`),
  name: fc.nat(50).map((number) => `Name ${number}`),
  key: fc.nat(50).map((number) => `ssh-rsa AAAAB3Nz${number}`),
  url: fc.nat(50).map((number) => `http://127.0.0.1:9/${number}`),
  access_level: fc.constantFrom(10, 20, 30, 40, 50),
  user_id: fc.integer({ min: 1, max: 6 }),
  file_path: fc.constantFrom('README.md', 'a/b.txt', 'new.txt', 'a/new.txt'),
  filepath: fc.constantFrom('README.md', 'a/b.txt'),
  job: fc.constantFrom('test', 'lint'),
  to_project_id: fc.integer({ min: 1, max: 5 }),
  ...Object.fromEntries(
    [
      'branch',
      'branch_name',
      'start_branch',
      'tag_name',
      'ref',
      'ref_name',
      'from',
      'to',
      'source_branch',
      'target_branch',
    ].map((name) => [name, revisions]),
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

export interface Call extends fc.WithToStringMethod {
  readonly api: ApiName
  readonly operation: OperationContract
  readonly path: string
  readonly parameters: Record<string, unknown>
  readonly token: string | undefined
  readonly sudo: string | undefined
  readonly form: 'query' | 'json' | 'form'
}

/** The git id of a file of the world that holds `one`. */
const blobId = '5626abf0f72e58d7a153368ba57db4c673c0e171'

function pathValue({ name, schema, record }: ParameterContract): fc.Arbitrary<string> {
  const ids = record === 'project' ? fc.constantFrom('1', '1', '1', '2', '3') : small.map(String)
  const names = fc.oneof({ weight: 4, arbitrary: revisions }, fc.constant(blobId))
  const isName = schema.type === 'string' || name === 'sha'
  return fc.oneof(
    { weight: 8, arbitrary: isName ? names : ids },
    { weight: 2, arbitrary: words },
    { weight: 1, arbitrary: fc.string() },
  )
}

function callOf({ api, operation }: Pick<Call, 'api' | 'operation'>): fc.Arbitrary<Call> {
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
      hasGiven: fc.integer({ min: 0, max: 9 }).map((draw) => draw > 0),
      token: fc.constantFrom(...tokens, 'root-token', 'root-token', 'jane-token'),
      sudo: fc.oneof({ weight: 12, arbitrary: fc.constant(undefined) }, words),
      form: fc.constantFrom('query', 'json', 'form'),
    })
    .map(({ values, parameters, given, hasGiven, token, sudo, form }) =>
      readable({
        api,
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
      }),
    )
}

/** A call that fast-check prints in one line: what is asked, by whom, with what. */
function readable(call: Omit<Call, typeof fc.toStringMethod>): Call {
  return { ...call, [fc.toStringMethod]: () => `\n  ${textOfCall(call)}` }
}

/** Such as `PUT /api/v3/projects/1/issues/1 as jane-token, json {"state_event":"close"}`. */
export function textOfCall(call: Omit<Call, typeof fc.toStringMethod>): string {
  const { api, operation, path, parameters, token, sudo, form } = call
  const as = sudo === undefined ? `${token}` : `${token} for ${JSON.stringify(sudo)}`
  return `${operation.method} ${basePaths[api]}${path} as ${as}, ${form} ${JSON.stringify(parameters)}`
}

/** `encodeURIComponent` refuses halves of surrogate pairs. */
function wellFormed(text: string): string {
  return text.replace(/\p{Surrogate}/gu, '\ufffd')
}

/** An object of any kind, as a form cannot but write it. */
function textOf(value: unknown): string {
  return typeof value === 'object' ? JSON.stringify(value) : String(value)
}

export function requestOf(call: Call): Request {
  const { api, operation, path, parameters, token, sudo, form } = call
  const url = new URL(`http://forge.test${basePaths[api]}${path}`)
  const headers = new Headers(token === undefined ? {} : { 'private-token': token })
  if (sudo !== undefined) url.searchParams.set('sudo', sudo)
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(operation.method)
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

/** Every operation of an API, by its id. */
export const operationsOf: Readonly<Record<ApiName, readonly OperationContract[]>> = {
  v3: operationsOfV3,
  v4: operationsOfV4,
}

/** What makes calls of an operation is made when one is first called: it takes longer than a call does. */
const known = new Map<OperationContract, fc.Arbitrary<Call>>()

function callsOf(api: ApiName): fc.Arbitrary<Call> {
  return fc.constantFrom(...operationsOf[api]).chain((operation) => {
    const found = known.get(operation) ?? callOf({ api, operation })
    known.set(operation, found)
    return found
  })
}

/** Half of them are of v4; the operations of both work on the same records. */
export const calls = fc.array(fc.oneof(callsOf('v3'), callsOf('v4')), {
  minLength: 1,
  maxLength: 60,
  size: 'max',
})
