import type { HookDelivery, JournalEntry } from '../forge.ts'
import type { Colours } from './colours.ts'

/** A line on a request that was answered: `GET /api/v3/projects 200 1.2 ms`. */
export function requestLine(entry: JournalEntry, colours: Colours): string {
  const { method, path, status, milliseconds } = entry
  return `${method} ${path} ${paintStatus(status, colours)} ${duration(milliseconds, colours)}`
}

/** A line on what a system hook was sent: `  hook 1 push http://127.0.0.1:9/ ECONNREFUSED 0.9 ms`. */
export function deliveryLine(delivery: HookDelivery, colours: Colours): string {
  const { hook_id, event, url, status, error, milliseconds } = delivery
  const outcome = status === undefined ? colours.red(error ?? '') : paintStatus(status, colours)
  return `  hook ${hook_id} ${event} ${url} ${outcome} ${duration(milliseconds, colours)}`
}

function duration(milliseconds: number, { dim }: Colours): string {
  return dim(`${milliseconds.toFixed(1)} ms`)
}

function paintStatus(status: number, { green, yellow, red }: Colours): string {
  if (status >= 500) return red(String(status))
  return status >= 400 ? yellow(String(status)) : green(String(status))
}
