import type { Api } from '../contract/apis.ts'
import type { PresentedCredentials } from '../gitlab/access/credentials.ts'
import type { RawParameters } from './body.ts'
import type { IncomingHeaders } from './incoming-request.ts'

/**
 * The credentials of a request, from the query, the body or the headers (`securitySchemes` in
 * the head of the contract of the API). An empty one is none.
 */
export function readCredentials(
  { sessionCookie }: Pick<Api, 'sessionCookie'>,
  headers: IncomingHeaders,
  query: RawParameters,
  body: RawParameters,
): PresentedCredentials {
  const parameter = (name: string) => textOf(query, name) ?? textOf(body, name)
  const inHeader = (name: string, pattern: RegExp) => {
    const value = headers.get(name)
    return value === null ? undefined : pattern.exec(value)?.[1]
  }
  return {
    privateToken: parameter('private_token') ?? (headers.get('private-token') || undefined),
    accessToken: parameter('access_token') ?? inHeader('authorization', /^Bearer\s+(\S.*)$/i),
    session: cookieOf(headers, sessionCookie),
    sudo: parameter('sudo') ?? (headers.get('sudo') || undefined),
  }
}

function cookieOf(headers: IncomingHeaders, name: string): string | undefined {
  const cookies = headers.get('cookie')?.split(';') ?? []
  const cookie = cookies.map((one) => one.trim()).find((one) => one.startsWith(`${name}=`))
  return cookie?.slice(name.length + 1) || undefined
}

/** Whether a request says who asks. */
export function presentsAny(presented: PresentedCredentials): boolean {
  return Object.values(presented).some((one) => one !== undefined)
}

/** What of it is secret. */
export function secretsOf({ privateToken, accessToken, session }: PresentedCredentials): string[] {
  return [privateToken, accessToken, session].filter((one) => one !== undefined)
}

function textOf(parameters: RawParameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
