import type { ApplicationSettings } from '../../contract/generated/contract.ts'
import type { Seen } from '../client/answer.ts'

/** The server under test, as far as stories have to heed how it is set up. */
export interface Instance {
  /** The application settings when the run began. */
  readonly settings: Seen<ApplicationSettings>
  /** The server's clock, as its answers tell it: milliseconds since 1970. */
  now(): number
  /** A day so many days from the server's today, as YEAR-MONTH-DAY. */
  day(fromToday: number): string
  /** Where a listener of this process can be reached by the server, if anywhere. */
  readonly hookUrl?: string
}

export function createInstance(
  settings: Seen<ApplicationSettings>,
  serverTime: () => number | undefined,
  hookUrl: string | undefined,
): Instance {
  const now = () => serverTime() ?? performance.timeOrigin + performance.now()
  return {
    settings,
    now,
    day: (fromToday) => new Date(now() + fromToday * 86_400_000).toISOString().slice(0, 10),
    ...(hookUrl === undefined ? {} : { hookUrl }),
  }
}
