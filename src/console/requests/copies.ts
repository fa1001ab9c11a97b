import type { JournalEntry } from '../../forge/journal/journal-entry.ts'

/** A request that can be sent again. */
export interface Sendable {
  readonly method: string
  /** The full address. */
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
}

/** The headers with credentials. */
const credentials = ['private-token', 'authorization', 'job-token', 'cookie']

/** The headers that are kept; clients send the others by themselves. */
const kept = ['content-type', 'sudo', 'accept']

/**
 * Returns a request of the journal that can be sent again, with the token of a user, since the journal contains no
 * tokens. Undefined where the body was not kept.
 *
 * @param origin the address before the path: `http://127.0.0.1:8080`, with or without `/w/checkout`
 */
export function sendableOf(
  { method, path, headers, body }: Pick<JournalEntry, 'method' | 'path' | 'headers' | 'body'>,
  origin: string,
  token: string | undefined,
): Sendable | undefined {
  if (body !== undefined && /^\(a (body|multipart form) of \d+ bytes\)$/.test(body))
    return undefined
  const address = new URL(path, 'http://forge')
  address.searchParams.delete('private_token')
  address.searchParams.delete('access_token')
  const sent = Object.entries(headers).filter(([name, value]) => {
    return kept.includes(name) && !(name === 'accept' && value === '*/*')
  })
  const wasNamed =
    credentials.some((name) => name in headers) || /[?&](private|access)_token=/.test(path)
  return {
    method,
    url: `${origin}${address.pathname}${address.search}`,
    headers: {
      ...(token !== undefined && wasNamed ? { 'PRIVATE-TOKEN': token } : {}),
      ...Object.fromEntries(sent.map(([name, value]) => [titleCased(name), value])),
    },
    body: body === '' ? undefined : body,
  }
}

function titleCased(name: string): string {
  return name.replace(/(^|-)[a-z]/g, (letter) => letter.toUpperCase())
}

/**
 * Formats a request as a shell command.
 *
 * @example asCurl({ method: 'GET', url, headers: {}, body: undefined }) // "curl 'http://…'"
 */
export function asCurl({ method, url, headers, body }: Sendable): string {
  const isPlain = method === 'GET' || (method === 'POST' && body !== undefined)
  return [
    'curl',
    ...(isPlain ? [] : ['-X', method]),
    ...Object.entries(headers).flatMap(([name, value]) => ['-H', quoted(`${name}: ${value}`)]),
    ...(body === undefined ? [] : ['--data-raw', quoted(body)]),
    quoted(url),
  ].join(' ')
}

/** Quotes a text as a single word of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}

/** Formats a request as a call of `fetch`. */
export function asFetch({ method, url, headers, body }: Sendable): string {
  const options = [
    ...(method === 'GET' ? [] : [`method: ${literal(method)}`]),
    ...(Object.keys(headers).length > 0 ? [`headers: ${literal(headers)}`] : []),
    ...(body === undefined ? [] : [`body: ${bodyLiteral(body)}`]),
  ]
  if (options.length === 0) return `const response = await fetch(${literal(url)})`
  const lines = options.map((option) => `  ${option.replaceAll('\n', '\n  ')},\n`)
  return `const response = await fetch(${literal(url)}, {\n${lines.join('')}})`
}

/** Formats a request as a vitest test that expects its response. */
export function asTest(
  sendable: Sendable,
  { method, path, status, answer }: Pick<JournalEntry, 'method' | 'path' | 'status' | 'answer'>,
): string {
  const title = `answers ${method} ${path.split('?')[0]} with ${status}`
  const lines = [
    asFetch(sendable),
    `expect(response.status).toBe(${status})`,
    ...expectations(answer),
  ]
  const body = lines.join('\n').replaceAll(/^(?=.)/gm, '  ')
  return `import { expect, it } from 'vitest'\n\nit(${literal(title)}, async () => {\n${body}\n})\n`
}

/** The maximum length of a response that is expected as a whole. */
const maxWhole = 1000

function expectations(answer: unknown): string[] {
  if (Array.isArray(answer)) {
    const first = answer.length > 0 ? essenceOf(answer[0]) : undefined
    return [
      'const answer = await response.json()',
      `expect(answer).toHaveLength(${answer.length})`,
      ...(first === undefined ? [] : [`expect(answer[0]).toMatchObject(${literal(first)})`]),
    ]
  }
  if (typeof answer !== 'object' || answer === null) return []
  const isSmall = JSON.stringify(answer).length <= maxWhole && !hasMasks(answer)
  const expected = isSmall ? answer : essenceOf(answer)
  return [`expect(await response.json()).toMatchObject(${literal(expected)})`]
}

/** Returns the primitive values of a record that a test can rely on. */
function essenceOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value
  return Object.fromEntries(
    Object.entries(value).filter(
      ([, field]) =>
        (typeof field !== 'object' || field === null) &&
        !hasMasks(field) &&
        String(field).length <= 200,
    ),
  )
}

function hasMasks(value: unknown): boolean {
  return JSON.stringify(value)?.includes('[MASKED]') ?? false
}

/** Formats a value as source code: property names without quotes, strings in single quotes. */
function literal(value: unknown): string {
  if (typeof value === 'string') {
    const inner = JSON.stringify(value).slice(1, -1)
    return `'${inner.replaceAll('\\"', '"').replaceAll("'", "\\'")}'`
  }
  if (Array.isArray(value)) {
    if (value.length === 0) return '[]'
    return `[\n${value.map((each) => `  ${literal(each).replaceAll('\n', '\n  ')},\n`).join('')}]`
  }
  if (typeof value === 'object' && value !== null) {
    const fields = Object.entries(value)
    if (fields.length === 0) return '{}'
    const written = fields.map(([name, field]) => `${nameOf(name)}: ${literal(field)}`)
    const line = `{ ${written.join(', ')} }`
    if (line.length <= 70 && !line.includes('\n')) return line
    return `{\n${written.map((field) => `  ${field.replaceAll('\n', '\n  ')},\n`).join('')}}`
  }
  return String(JSON.stringify(value))
}

function nameOf(name: string): string {
  // Written plainly, it would set the prototype.
  if (name === '__proto__') return `['__proto__']`
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : literal(name)
}

/** Formats a JSON body as an object literal. */
function bodyLiteral(body: string): string {
  try {
    const value: unknown = JSON.parse(body)
    if (typeof value === 'object' && value !== null && JSON.stringify(value) === body) {
      return `JSON.stringify(${literal(value)})`
    }
  } catch {}
  return literal(body)
}
