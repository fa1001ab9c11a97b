import type { Exchange } from '../results.ts'
import type { Encoded } from './encode.ts'

/** The length of a body that is kept for reports. */
const MAX_SHOWN_CHARACTERS = 4000

type Sent = Omit<Encoded, 'headers'> & { readonly headers: Readonly<Record<string, string>> }
type AnswerHead = Pick<Response, 'status' | 'headers'>

/** Keeps a request and its response, with secrets masked. */
export function keepExchange(
  masking: Masking,
  request: Sent,
  outcome: { readonly response: AnswerHead; readonly text: string } | { readonly problem: string },
  duration: number,
  caller?: string,
): Exchange {
  const { mask } = masking
  const headers = maskAll(request.headers, mask)
  const asked = {
    method: request.method,
    url: mask(request.url),
    headers,
    ...(request.body === undefined ? {} : { body: cut(mask(request.body)) }),
  }
  const curl = curlOf({
    ...asked,
    ...(request.body === undefined ? {} : { body: mask(request.body) }),
  })
  const called = { ...(caller === undefined ? {} : { caller }), request: asked }
  if ('problem' in outcome) return { ...called, problem: outcome.problem, duration, curl }
  const { response, text } = outcome
  return {
    ...called,
    answer: {
      status: response.status,
      headers: maskAll(Object.fromEntries(response.headers), mask),
      body: cut(mask(text)),
    },
    duration,
    curl,
  }
}

const secretHeaders = /^(private-token|authorization|cookie|set-cookie)$/i

function maskAll(headers: Readonly<Record<string, string>>, mask: (text: string) => string) {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      secretHeaders.test(name) ? '<SECRET>' : mask(value),
    ]),
  )
}

function cut(text: string): string {
  const rest = text.length - MAX_SHOWN_CHARACTERS
  return rest > 0 ? `${text.slice(0, MAX_SHOWN_CHARACTERS)}… (${rest} more characters)` : text
}

/** Formats a request as a curl command. */
function curlOf({ method, url, headers, body }: Exchange['request']): string {
  return [
    'curl -i',
    ...(method === 'GET' ? [] : [`-X ${method}`]),
    ...Object.entries(headers).map(([name, value]) => `-H ${quote(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-raw ${quote(body)}`]),
    quote(url),
  ].join(' ')
}

function quote(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`
}

/** Matches fields of bodies and query parameters with secret values. */
const inJson =
  /"(private_token|access_token|runners_token|token|password|import_url)"\s*:\s*"(?:[^"\\]|\\.)*"/g
const inQuery = /\b([a-z_]+)=[^&\s"']*/g
const isSecretName = /^(?:private_token|access_token|runners_token|token|password|import_url)$/

/** Removes secrets from texts: added ones anywhere, and the values of secret fields. */
export interface Masking {
  add(secret: string): void
  mask(text: string): string
}

export function createMasking(): Masking {
  const secrets = new Set<string>()
  return {
    add(secret) {
      if (secret.length >= 4) secrets.add(secret)
    },
    mask(text) {
      let masked = text.replace(inJson, '"$1":"<SECRET>"').replace(inQuery, maskValue)
      for (const secret of secrets) masked = masked.replaceAll(secret, '<SECRET>')
      return masked
    },
  }
}

function maskValue(pair: string, name: string): string {
  return isSecretName.test(name) ? `${name}=<SECRET>` : pair
}
