import { type Page, type Query, select } from '../../store/page.ts'
import type { HookMessage, HookOutcome } from '../domain/hooks/hook-message.ts'

/** The result of a list operation, which builds only the requested page. */
export interface Listing<Item> {
  readonly total: number
  page(from: number, to: number): Item[]
}

/** Returns a listing of records, and presents those of the requested page. */
export function list<R, Item>(records: readonly R[], present: (record: R) => Item): Listing<Item> {
  return {
    total: records.length,
    page: (from, to) => records.slice(from, to).map(present),
  }
}

/** Returns a listing of the records that a query selects. */
export function listSelected<R, Item>(
  query: Query<R>,
  present: (record: R) => Item,
): Listing<Item> {
  return listPage(select(query), present)
}

/** Returns a listing of records that are already paginated. */
export function listPage<R, Item>(
  { total, page }: Page<R>,
  present: (record: R) => Item,
): Listing<Item> {
  return { total, page: (from, to) => page(from, to).map(present) }
}

/** A response that is not JSON. */
export interface FileAnswer {
  readonly body: string | Uint8Array | Promise<Uint8Array>
  readonly type: string
  /** The file name; with one the file is a download. */
  readonly name?: string
  /** Whether the file is shown in the browser; the name is that for saving it. */
  readonly isInline?: true
}

/** The result of an operation with headers of its own, or another status than the default. */
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

/** The result of an operation that is computed asynchronously, without the store. */
export class Later<Result> {
  readonly result: Promise<Result>

  constructor(result: Promise<Result>) {
    this.result = result
  }
}

/** The result of an operation that is computed from the outcome of a hook delivery. */
export class AfterDelivery<Result> {
  readonly message: HookMessage
  /** Returns the result; it can throw an ApiError. */
  readonly answer: (outcome: HookOutcome) => Result

  constructor(message: HookMessage, answer: (outcome: HookOutcome) => Result) {
    this.message = message
    this.answer = answer
  }
}
