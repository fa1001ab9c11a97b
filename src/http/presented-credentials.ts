import type { Api } from '../contract/apis.ts'
import type { OperationContract } from '../contract/operation-contract.ts'
import type { PresentedCredentials } from '../gitlab/access/credentials.ts'
import { isOwnForm } from '../gitlab/access/form-token.ts'
import { JOB_TOKEN_PREFIX } from '../gitlab/access/job-tokens.ts'
import type { RawParameters } from './body.ts'
import type { IncomingHeaders } from './incoming-request.ts'

/**
 * Reads the credentials of a request from the query, the body or the headers (`securitySchemes` in the head of the
 * API's contract). Empty ones count as absent.
 */
export function readCredentials(
  { sessionCookie, guardsSessions }: Pick<Api, 'sessionCookie' | 'guardsSessions'>,
  headers: IncomingHeaders,
  query: RawParameters,
  body: RawParameters,
  { takesJobToken, method }: Pick<OperationContract, 'takesJobToken' | 'method'>,
): PresentedCredentials {
  const parameter = (name: string) => textOf(query, name) ?? textOf(body, name)
  const inHeader = (name: string, pattern: RegExp) => {
    const value = headers.get(name)
    return value === null ? undefined : pattern.exec(value)?.[1]
  }
  const bearer = parameter('access_token') ?? inHeader('authorization', /^Bearer\s+(\S.*)$/i)
  const isOfJob = takesJobToken === true && bearer?.startsWith(JOB_TOKEN_PREFIX) === true
  const ofJob =
    parameter('job_token') ?? (headers.get('job-token') || (isOfJob ? bearer : undefined))
  const session = cookieOf(headers, sessionCookie)
  const maySession =
    !guardsSessions || method === 'GET' || isOwnForm(session, headers.get('x-csrf-token'))
  return {
    privateToken: parameter('private_token') ?? (headers.get('private-token') || undefined),
    accessToken: isOfJob ? undefined : bearer,
    jobToken: takesJobToken ? ofJob : undefined,
    session: session !== undefined && maySession ? session : undefined,
    sudo: parameter('sudo') ?? (headers.get('sudo') || undefined),
  }
}

/** Finds the value of a cookie; undefined where it is absent. */
export function cookieOf(headers: IncomingHeaders, name: string): string | undefined {
  const cookies = headers.get('cookie')?.split(';') ?? []
  const cookie = cookies.map((one) => one.trim()).find((one) => one.startsWith(`${name}=`))
  return cookie?.slice(name.length + 1) || undefined
}

/** Whether a request has any credentials. */
export function presentsAny(presented: PresentedCredentials): boolean {
  return Object.values(presented).some((one) => one !== undefined)
}

/** Lists the secrets among the credentials. */
export function secretsOf(presented: PresentedCredentials): string[] {
  const { privateToken, accessToken, session, jobToken } = presented
  return [privateToken, accessToken, session, jobToken].filter((one) => one !== undefined)
}

function textOf(parameters: RawParameters, name: string): string | undefined {
  const value = Object.hasOwn(parameters, name) ? parameters[name] : undefined
  if (typeof value === 'number') return String(value)
  return typeof value === 'string' && value !== '' ? value : undefined
}
