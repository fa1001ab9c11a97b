import type { ApiName } from '../contract/base-paths.ts'
import type { OperationId as AnyOperationId } from '../contract/operation-contract.ts'
import { decodeBase64, encodeBase64 } from '../shared/base64.ts'
import { visibleText } from '../shared/visible-text.ts'
import { type Answer, AnswerTooLarge, NoAnswer, type Seen } from '../verify/client/answer.ts'
import { type Client, createClient } from '../verify/client/client.ts'
import { encodeCall, type Parameters } from '../verify/client/encode.ts'
import { retryAfterOf } from '../verify/client/retries.ts'
import type { Contract } from '../verify/contract/contract.ts'
import type { Settings } from '../verify/options.ts'
import type { ResultOf } from '../verify/story/caller.ts'
import type { Journal, RecordedAnswer } from './journal.ts'
import { type Answers, inWordsOfV3 } from './words-of-v3.ts'

/** Operations are named as in v3, whichever API the server has. */
type OperationId = AnyOperationId<'v3'>

type Single<Id extends OperationId> = Seen<ResultOf<Id>>
type Item<Id extends OperationId> = ResultOf<Id> extends readonly (infer One)[] ? Seen<One> : never

/** Reads a server by GET requests, each response once. A forbidden or missing resource is undefined. */
export interface Reader {
  get<Id extends OperationId>(
    operation: Id,
    parameters: Parameters,
  ): Promise<Single<Id> | undefined>
  /** Returns all pages of a list. */
  list<Id extends OperationId>(operation: Id, parameters: Parameters): Promise<readonly Item<Id>[]>
  bytes(operation: OperationId, parameters: Parameters): Promise<Uint8Array | undefined>
  /** The number of refused requests, by operation and status. */
  readonly refused: ReadonlyMap<string, number>
  readonly requests: number
}

export interface ReaderOptions {
  readonly settings: Settings
  readonly contract: Contract
  readonly journal: Journal
  /** Called with the JSON of each response. */
  readonly onBody: (body: unknown) => void
  readonly onRequest: () => void
}

/** The maximum number of pages of a list, with 100 records each. */
export const MAX_LIST_PAGES = 1000

/** The error for a response that a recording cannot use. */
export class CannotRecord extends Error {
  override readonly name = 'CannotRecord'
}

/** Recorded for a file larger than MAX_ANSWER_BYTES, which is omitted like one refused with 413 Content Too Large. */
const tooLarge = 413

/** Recordings have the form of v3, whichever API responded. */
const spokenBy: Readonly<Record<ApiName, (answers: Answers) => Answers>> = {
  v3: (answers) => answers,
  v4: inWordsOfV3,
}

export function createReader(options: ReaderOptions): Reader {
  const { settings, contract, journal } = options
  const client: Client = createClient(settings)
  client.masking.add(settings.token)
  const refused = new Map<string, number>()
  const credential = { kind: 'private token', token: settings.token } as const

  /** The requests in progress: concurrent calls for the same one share its response. */
  const pending = new Map<string, Promise<RecordedAnswer>>()

  async function send(id: AnyOperationId, parameters: Parameters, isFile: boolean) {
    const request = `${id} ${JSON.stringify(parameters)}`
    const known = journal.get(request) ?? pending.get(request)
    if (known) return known
    const answer = ask(request, id, parameters, isFile).finally(() => pending.delete(request))
    pending.set(request, answer)
    return answer
  }

  async function ask(
    request: string,
    id: AnyOperationId,
    parameters: Parameters,
    isFile: boolean,
  ): Promise<RecordedAnswer> {
    const encoded = encodeCall(client.apiUrl, contract.operation(id), parameters, { credential })
    options.onRequest()
    const answer = await client.read(encoded).catch((error: unknown) => {
      if (isFile && error instanceof AnswerTooLarge) return undefined
      if (!(error instanceof NoAnswer)) throw error
      throw new CannotRecord(`${settings.apiUrl} did not answer ${id}: ${error.message}.`)
    })
    if (!answer) return keep(request, { status: tooLarge })
    if (answer.status === 401) {
      throw new CannotRecord(`${settings.apiUrl} does not accept the token (401).`)
    }
    if (answer.status >= 500) {
      const status = `${answer.status}${retryAfterOf(answer.headers).replace(/^, (.*)/, ' ($1)')}`
      throw new CannotRecord(`${settings.apiUrl} answered ${id} with ${status}; try again later.`)
    }
    // A part of a list (206) would be mistaken for the whole list.
    if (!isFile && answer.status !== 200 && answer.status < 300) {
      throw new CannotRecord(
        `${settings.apiUrl} answered ${id} with ${answer.status}; only 200 is a whole answer.`,
      )
    }
    if (!isFile && answer.status >= 300 && answer.status < 400) throw redirected(id, answer)
    const next = nextPage(id, answer, parameters)
    return keep(request, {
      status: answer.status,
      ...(isFile ? { base64: encodeBase64(answer.bytes) } : { text: answer.text }),
      ...(next === undefined ? {} : { next }),
    })
  }

  function keep(request: string, answer: RecordedAnswer): RecordedAnswer {
    journal.keep(request, answer)
    return answer
  }

  /**
   * Returns the error for a redirect: an API does not redirect, so this leads to a sign-in page, or to another address
   * of the server.
   */
  function redirected(id: AnyOperationId, { status, headers }: Answer): CannotRecord {
    const place = visibleText(headers.get('location') ?? 'nowhere')
    return new CannotRecord(
      `${settings.apiUrl} answered ${id} with a redirect (${status}) to ${place}, which is not followed.`,
    )
  }

  /**
   * Returns the number of the next page, if there is one. Throws where it does not increase, or the list does not end.
   */
  function nextPage(id: AnyOperationId, { headers }: Answer, { page }: Parameters) {
    const next = headers.get('x-next-page')
    if (!next || page === undefined) return undefined
    if (!/^\d+$/.test(next) || Number(next) <= Number(page)) {
      throw new CannotRecord(
        `${settings.apiUrl} answered page ${page} of ${id} with the next page "${visibleText(next)}", which leads nowhere.`,
      )
    }
    if (Number(next) > MAX_LIST_PAGES) {
      throw new CannotRecord(
        `${settings.apiUrl} answered more than ${MAX_LIST_PAGES} pages of ${id}, which is more than a recording takes.`,
      )
    }
    return next
  }

  function isRefused(id: AnyOperationId, { status }: RecordedAnswer): boolean {
    if (status < 300) return false
    const key = `${id} ${status}`
    refused.set(key, (refused.get(key) ?? 0) + 1)
    return true
  }

  async function json(id: AnyOperationId, parameters: Parameters) {
    const kept = await send(id, parameters, false)
    if (isRefused(id, kept)) return undefined
    try {
      const body: unknown = JSON.parse(kept.text ?? '')
      options.onBody(body)
      return { body, next: kept.next }
    } catch {
      throw new CannotRecord(
        `${settings.apiUrl} answered ${id} without JSON; is it the ${contract.api} API?`,
      )
    }
  }

  const answers: Answers = {
    async get(id, parameters) {
      return (await json(id, parameters))?.body
    },
    async list(id, parameters) {
      const items: unknown[] = []
      const isPaginated = contract.operation(id).isPaginated
      for (let page: string | undefined = '1'; page !== undefined; ) {
        const paging = isPaginated ? { per_page: 100, page } : {}
        const answer: { body: unknown; next: string | undefined } | undefined = await json(id, {
          ...parameters,
          ...paging,
        })
        if (Array.isArray(answer?.body)) items.push(...answer.body)
        page = isPaginated ? answer?.next : undefined
      }
      return items
    },
    async bytes(id, parameters) {
      const kept = await send(id, parameters, true)
      return isRefused(id, kept) ? undefined : decodeBase64(kept.base64 ?? '')
    },
  }
  const spoken = spokenBy[contract.api](answers)

  return {
    async get(id, parameters) {
      return (await spoken.get(id, parameters)) as Single<typeof id> | undefined
    },
    async list(id, parameters) {
      return (await spoken.list(id, parameters)) as Item<typeof id>[]
    },
    bytes: spoken.bytes,
    refused,
    get requests() {
      return client.requests
    },
  }
}
