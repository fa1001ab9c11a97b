import type { IncomingRequest } from './incoming-request.ts'

/** The header that marks the console's own requests. */
export const consoleHeader = 'x-forge-console'

/**
 * Whether the console made a request for one of its views. Faults, rate limits and coverage are about the application
 * under test: such requests are not hit by faults, do not use up limits, and are not counted as coverage.
 */
export function isOfConsole({ headers }: Pick<IncomingRequest, 'headers'>): boolean {
  return headers.get(consoleHeader) === '1'
}
