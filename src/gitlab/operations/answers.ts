import { type Page, type Query, select } from '../../store/page.ts'
import type { HookMessage, HookOutcome } from '../domain/hooks/hook-message.ts'

/** The items of a list operation, of which only the page that was asked for is made. */
export interface Listing<Item> {
  readonly total: number
  page(from: number, to: number): Item[]
}

/** A listing of records as they are, of which those of a page are presented as their resource. */
export function list<R, Item>(records: readonly R[], present: (record: R) => Item): Listing<Item> {
  return {
    total: records.length,
    page: (from, to) => records.slice(from, to).map(present),
  }
}

/** The same of the records that a query selects. */
export function listSelected<R, Item>(
  query: Query<R>,
  present: (record: R) => Item,
): Listing<Item> {
  return listPage(select(query), present)
}

/** The same of records that are selected already. */
export function listPage<R, Item>(
  { total, page }: Page<R>,
  present: (record: R) => Item,
): Listing<Item> {
  return { total, page: (from, to) => page(from, to).map(present) }
}

/** An answer that is not JSON. */
export interface FileAnswer {
  readonly body: string | Uint8Array | Promise<Uint8Array>
  readonly type: string
  /** With a name, the file is offered for saving. */
  readonly name?: string
  /** It is shown, and the name is one for whoever saves it. */
  readonly isInline?: true
}

/** What an operation returns where its answer has headers of its own, or another status than the usual one. */
export class Reply<Result> {
  readonly result: Result
  readonly status: number | undefined
  readonly headers: Readonly<Record<string, string>>

  constructor(
    result: Result,
    { status, headers = {} }: { status?: number; headers?: Readonly<Record<string, string>> },
  ) {
    this.result = result
    this.status = status
    this.headers = headers
  }
}

/** What an operation returns that reads its answer without the world, and not at once. */
export class Later<Result> {
  readonly result: Promise<Result>

  constructor(result: Promise<Result>) {
    this.result = result
  }
}

/** What an operation returns that answers once a hook has been sent something, by what came of it. */
export class AfterDelivery<Result> {
  readonly message: HookMessage
  /** May throw an ApiError. */
  readonly answer: (outcome: HookOutcome) => Result

  constructor(message: HookMessage, answer: (outcome: HookOutcome) => Result) {
    this.message = message
    this.answer = answer
  }
}
