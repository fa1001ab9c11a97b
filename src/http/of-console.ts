import type { IncomingRequest } from './incoming-request.ts'

/** By which a request is known that the console makes to show something. */
export const consoleHeader = 'x-forge-console'

/**
 * Whether the console asked, to show what it shows. Faults and limits are for the application that is tried: a view
 * that a person looks at is neither hit by them nor uses them up, and counts as nothing that was called.
 */
export function isOfConsole({ headers }: Pick<IncomingRequest, 'headers'>): boolean {
  return headers.get(consoleHeader) === '1'
}
