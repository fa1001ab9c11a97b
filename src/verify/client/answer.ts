import type { OperationId } from '../../contract/operation-contract.ts'
import type { Exchange } from '../results.ts'

type Primitive = string | number | boolean | null | undefined
type KeyOf<T> = T extends object ? keyof T : never
type ValueOf<T, Key> = T extends object ? (Key extends keyof T ? T[Key] : never) : never
type ObjectOf<T> = Exclude<T, Primitive | readonly unknown[]>
type ItemOf<T> = T extends readonly (infer Item)[] ? Item : never

/**
 * A body as it may really have come: any field may be missing, since a server may break its
 * contract. The fields of alternatives (a brief and a full form) lie side by side.
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
  /** The JSON of the answer; undefined where there is none. */
  readonly body: Body | undefined
  readonly text: string
  readonly bytes: Uint8Array
  /**
   * An earlier try got no answer, or 502 of what stands before the server: the server may have done
   * then what it is asked once more.
   */
  readonly isAskedAgain?: boolean
  /** What was asked, as it was sent: its secrets are not to be shown. */
  readonly request: Pick<Exchange['request'], 'url' | 'headers'>
  readonly exchange: Exchange
}

/** An answer of more bytes is not read to its end: the connection is closed. */
export const MAX_ANSWER_BYTES = 32 * 1024 * 1024

/** No whole answer came: the connection failed, it took too long, or it is too large. */
export class NoAnswer extends Error {
  override readonly name: string = 'NoAnswer'
  readonly exchange: Exchange
  /** Whether the same request, sent once more, would end in the same way. */
  readonly isLasting: boolean
  constructor(problem: string, exchange: Exchange, isLasting = false) {
    super(problem)
    this.exchange = exchange
    this.isLasting = isLasting
  }
}

/** The server limits the rate of requests, and answers 429 however long one waits. */
export class RateLimited extends NoAnswer {
  override readonly name = 'RateLimited'
}

/** The answer is larger than MAX_ANSWER_BYTES, or never ends. */
export class AnswerTooLarge extends NoAnswer {
  override readonly name = 'AnswerTooLarge'
}

/** The run was interrupted: no further request is sent. */
export class Interrupted extends Error {
  override readonly name = 'Interrupted'
}

/** Nobody answers any more, whatever is asked: no further request is sent. */
export class Unreachable extends NoAnswer {
  override readonly name = 'Unreachable'
}

/** An answer that knows which operation it is of. */
export interface OperationResponse<Body = unknown> extends Answer<Body> {
  readonly operation: OperationId
}

/** What an expectation is about where it is not one answer: an operation, with what shows it. */
export interface Subject {
  readonly operation: OperationId
  readonly exchange?: Exchange
  readonly exchanges?: readonly Exchange[]
}
