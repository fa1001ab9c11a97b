import type { HookDelivery } from '../../forge/hooks/hook-delivery.ts'
import type { JournalEntry } from '../../forge/journal/journal-entry.ts'
import type { Colours } from '../../shared/colours.ts'
import type { ServedRequest } from './served-request.ts'

/**
 * Formats the log line of an API request, with its user and the reason of a refusal: the method, the address and `400
 * root: "name" not given 1.2 ms`. A fault that applied is named by its id.
 */
export function requestLine(entry: JournalEntry, colours: Colours): string {
  const fault = entry.fault === undefined ? undefined : `fault ${entry.fault}`
  const reason = entry.status >= 400 ? reasonOf(entry.answer) : undefined
  const why = [fault, reason].filter((one) => one !== undefined).join(': ')
  return line(entry, why || undefined, colours)
}

/** Formats the log line of a request that the server answered itself. */
export function servedLine(request: ServedRequest, colours: Colours): string {
  return line({ ...request, user: undefined }, undefined, colours)
}

/** A request with the content of its log line. */
type LoggedRequest = ServedRequest & { readonly user: string | undefined }

function line(
  { method, path, status, user, milliseconds }: LoggedRequest,
  reason: string | undefined,
  colours: Colours,
): string {
  const who = user ?? (reason === undefined ? undefined : 'anonymous')
  const words = [who, reason].filter((word) => word !== undefined)
  const details = words.length === 0 ? '' : ` ${printable(words.join(': '))}`
  const outcome = `${colouredStatus(status, colours)}${details} ${duration(milliseconds, colours)}`
  return `${method} ${printable(path)} ${outcome}`
}

/** Long enough for all messages of the API. */
const MAX_REASON_LENGTH = 200

/** Returns the message of an error response, without the status that it repeats. */
function reasonOf(answer: unknown): string | undefined {
  if (typeof answer !== 'object' || answer === null) return undefined
  const message =
    'message' in answer ? answer.message : 'error' in answer ? answer.error : undefined
  if (message === undefined) return undefined
  const text = typeof message === 'string' ? message : JSON.stringify(message)
  const reason = text.replace(/^\d{3} \(Bad request\) |^\d{3} (?:Forbidden - )?/, '')
  return reason.length > MAX_REASON_LENGTH ? `${reason.slice(0, MAX_REASON_LENGTH)}…` : reason
}

/** Removes control characters, so that a line stays a single line and cannot control the terminal. */
function printable(text: string): string {
  return text.replace(/\p{Cc}/gu, ' ')
}

/** Formats the log line of a webhook delivery: `  hook 1 push http://127.0.0.1:9/ ECONNREFUSED 0.9 ms`. */
export function deliveryLine(delivery: HookDelivery, colours: Colours): string {
  const { hook_id, event, url, status, error, milliseconds } = delivery
  const outcome =
    status === undefined ? colours.red(printable(error ?? '')) : colouredStatus(status, colours)
  const what = printable(`hook ${hook_id} ${event} ${url}`)
  return `  ${what} ${outcome} ${duration(milliseconds, colours)}`
}

function duration(milliseconds: number, { dim }: Colours): string {
  return dim(`${milliseconds.toFixed(1)} ms`)
}

function colouredStatus(status: number, { green, yellow, red }: Colours): string {
  if (status === 0) return red('no answer')
  if (status >= 500) return red(String(status))
  return status >= 400 ? yellow(String(status)) : green(String(status))
}

/**
 * Returns a function that logs each webhook delivery. Repeated failures of a webhook are logged once, since an
 * unreachable receiver would fill the log with every write.
 */
export function createDeliveryLog(
  write: (line: string) => void,
  colours: Colours,
): (delivery: HookDelivery) => void {
  const lastErrors = new Map<number, string | undefined>()
  return (delivery) => {
    const { hook_id, error } = delivery
    const isKnown = error !== undefined && lastErrors.get(hook_id) === error
    lastErrors.set(hook_id, error)
    if (isKnown) return
    write(deliveryLine(delivery, colours))
    if (error !== undefined)
      write(colours.dim(`  hook ${hook_id}: the same error is not shown again`))
  }
}
