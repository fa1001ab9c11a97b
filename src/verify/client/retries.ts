import { visibleText } from '../../shared/visible-text.ts'
import type { Answer } from './answer.ts'

/** The statuses of a server that is temporarily unavailable or overloaded. */
const passing = new Set([429, 502, 503, 504])

export const isPassing = ({ status }: Pick<Answer, 'status'>) => passing.has(status)

/** Whether a gateway responded, in which case the server may have carried out the request. */
export const isOfGateway = ({ status }: Pick<Answer, 'status'>) => status === 502 || status === 504

/** The time to wait for an unavailable server, in milliseconds. */
export const RIDE_OUT = 30_000

/** The maximum wait where a rate limit states the time: twice the usual minute. */
const LONGEST_PAUSE = 120_000

/** The maximum pause between attempts without a stated time. */
const LONGEST_STEP = 2000

/**
 * Returns the pause before a retry in milliseconds: the time of Retry-After, growing with each attempt, since a server
 * that states 0 can still be overloaded. Undefined where the total wait would exceed the limit.
 */
export function pauseBefore(answer: Answer, tries: number, waited: number): number | undefined {
  const after = answer.headers.get('retry-after')
  const asked = askedPause(after ?? '', answer.headers)
  const longest = answer.status === 429 ? LONGEST_PAUSE : RIDE_OUT - waited
  if (waited >= RIDE_OUT || asked > longest) return undefined
  const growing = Math.min((after === null ? 100 : 10) * 2 ** tries, LONGEST_STEP)
  return Math.max(asked, Math.min(growing, RIDE_OUT - waited))
}

/** Parses seconds or a date (RFC 9110, section 10.2.3), in the clock of the server. */
function askedPause(after: string, headers: Headers): number {
  const seconds = Number(after)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  return Math.max(0, Date.parse(after) - Date.parse(headers.get('date') ?? '')) || 0
}

/** Formats the wait of a response for messages: `, Retry-After: 60`; empty without the header. */
export function retryAfterOf(headers: Headers): string {
  const after = headers.get('retry-after')
  return after === null ? '' : `, Retry-After: ${visibleText(after)}`
}
