import { visibleText } from '../../shared/visible-text.ts'
import type { Answer } from './answer.ts'

/** What a server answers that is away, or has no room, for a moment. */
const passing = new Set([429, 502, 503, 504])

export const isPassing = ({ status }: Pick<Answer, 'status'>) => passing.has(status)

/** Whether what stands before the server answered: what it was asked may have been done all the same. */
export const isOfGateway = ({ status }: Pick<Answer, 'status'>) => status === 502 || status === 504

/** So long a server that is away is waited for, in milliseconds. */
export const RIDE_OUT = 30_000

/** So long at most, where a limit of requests names the time: twice the minute that one usually lasts. */
const LONGEST_PAUSE = 120_000

/** Between two tries where no time is named. */
const LONGEST_STEP = 2000

/**
 * How long to wait before a request is sent again, in milliseconds: as long as Retry-After says, and longer
 * with each try, as a server that says 0 may still have no room. Undefined where it has waited long enough,
 * or would have to wait for longer.
 */
export function pauseBefore(answer: Answer, tries: number, waited: number): number | undefined {
  const after = answer.headers.get('retry-after')
  const asked = askedPause(after ?? '', answer.headers)
  const longest = answer.status === 429 ? LONGEST_PAUSE : RIDE_OUT - waited
  if (waited >= RIDE_OUT || asked > longest) return undefined
  const growing = Math.min((after === null ? 100 : 10) * 2 ** tries, LONGEST_STEP)
  return Math.max(asked, Math.min(growing, RIDE_OUT - waited))
}

/** RFC 9110, section 10.2.3: seconds, or a date, of the clock of whoever answers. */
function askedPause(after: string, headers: Headers): number {
  const seconds = Number(after)
  if (Number.isFinite(seconds)) return Math.max(0, seconds * 1000)
  return Math.max(0, Date.parse(after) - Date.parse(headers.get('date') ?? '')) || 0
}

/** What a message says of the wait that an answer asks for: `, Retry-After: 60`; nothing without the header. */
export function retryAfterOf(headers: Headers): string {
  const after = headers.get('retry-after')
  return after === null ? '' : `, Retry-After: ${visibleText(after)}`
}
