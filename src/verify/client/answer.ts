import type { OperationId } from '../../contract/operation-contract.ts'
import type { Exchange } from '../results.ts'

type Primitive = string | number | boolean | null | undefined
type KeyOf<T> = T extends object ? keyof T : never
type ValueOf<T, Key> = T extends object ? (Key extends keyof T ? T[Key] : never) : never
type ObjectOf<T> = Exclude<T, Primitive | readonly unknown[]>
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never

/**
 * A body as received: any field can be missing, since a server can violate its contract. The fields of alternatives (a
 * brief and a full form) are merged.
 */
export type Seen<T> = unknown extends T
  ? unknown
  :
      | Extract<T, Primitive>
      | ([ItemOf<T>] extends [never] ? never : readonly Seen<ItemOf<T>>[])
      | ([ObjectOf<T>] extends [never]
          ? never
          : { readonly [Key in KeyOf<ObjectOf<T>>]?: Seen<ValueOf<ObjectOf<T>, Key>> })

export interface Answer<Body = unknown> {
  readonly status: number
  readonly headers: Headers
  /** The JSON of the response; undefined where there is none. */
  readonly body: Body | undefined
  readonly text: string
  readonly bytes: Uint8Array
  /**
   * Whether an earlier attempt got no response, or a 502 of a gateway, so that the server may have carried it out
   * already.
   */
  readonly isAskedAgain?: boolean
  /** The request as it was sent, with secrets that must not be shown. */
  readonly request: Pick<Exchange['request'], 'url' | 'headers'>
  readonly exchange: Exchange
}

/** Larger responses are not read completely, but the connection is closed; in bytes. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** The error for a missing or incomplete response: the connection failed, it took too long, or it is too large. */
export class NoAnswer extends Error {
  override readonly name: string = 'NoAnswer'
  readonly exchange: Exchange
  /** Whether a retry would fail in the same way. */
  readonly isLasting: boolean
  constructor(problem: string, exchange: Exchange, isLasting = false) {
    super(problem)
    this.exchange = exchange
    this.isLasting = isLasting
  }
}

/** The error for a rate limit: the server responds with 429 after any wait. */
export class RateLimited extends NoAnswer {
  override readonly name = 'RateLimited'
}

/** The error for a response that exceeds MAX_ANSWER_BYTES, or never ends. */
export class AnswerTooLarge extends NoAnswer {
  override readonly name = 'AnswerTooLarge'
}

/** The error after an interruption: no further request is sent. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** The error for a server that stopped responding: no further request is sent. */
export class Unreachable extends NoAnswer {
  override readonly name = 'Unreachable'
}

/** A response with its operation. */
export interface OperationResponse<Body = unknown> extends Answer<Body> {
  readonly operation: OperationId
  /** Whether a user was refused for who they are, where the specification does not state who may call the operation. */
  readonly isRefusedByOpenRole?: boolean
}

/** The subject of an expectation without a single response: an operation, and the evidence. */
export interface Subject {
  readonly operation: OperationId
  readonly exchange?: Exchange
  readonly exchanges?: readonly Exchange[]
}
