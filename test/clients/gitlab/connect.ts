import type { IncomingHttpHeaders } from 'node:http'
import createClient, {
  type Answered,
  type AnsweredAll,
  type AnsweredRaw,
  type Gitlab,
} from 'gitlab'
import type { Running } from '../running-forge.ts'

/** The client `gitlab`, signed in by a user's token. */
export function gitlabOf({ url }: Running, username: string): Gitlab {
  return createClient({ url, token: `${username}-token` })
}

/** Calls a method of the client; resolves with what it hands to its callback, whatever that is. */
export function handed<Arguments extends unknown[], Value>(
  method: (...parameters: [...Arguments, (value: Value) => void]) => void,
  ...parameters: Arguments
): Promise<Value> {
  return new Promise((resolve) => method(...parameters, resolve))
}

/** The data of a call that succeeds; rejects where the client reports a refusal, by `null` or `true`. */
export async function dataOf<Arguments extends unknown[], Data extends object>(
  method: (...parameters: [...Arguments, Answered<Data>]) => void,
  ...parameters: Arguments
): Promise<Data> {
  const data = await handed<Arguments, Data | true | null>(method, ...parameters)
  if (data === null || data === true) throw new Error('The call was refused.')
  return data
}

/** Every page of a list. */
export function allOf<Item>(
  method: (parameters: Record<string, unknown>, answered: AnsweredAll<Item>) => void,
  parameters: Record<string, unknown>,
): Promise<Item[]> {
  return handed(method, parameters)
}

interface RawAnswer {
  readonly status: number
  readonly headers: IncomingHttpHeaders
  readonly body: unknown
}

/** The whole answer to one of the client's own get, post, put and delete, refused or not. */
export function rawOf<Arguments extends unknown[]>(
  method: (...parameters: [...Arguments, AnsweredRaw]) => void,
  ...parameters: Arguments
): Promise<RawAnswer> {
  return new Promise((resolve, reject) => {
    // The client counts the parameters of its callback: only one of three is handed the response.
    const answered: AnsweredRaw = (error, response, _body) => {
      if (!response) reject(error)
      else resolve({ status: response.statusCode, headers: response.headers, body: response.body })
    }
    method(...parameters, answered)
  })
}
