import type { JournalEntry } from '../forge.ts'
import type { Colours } from './colours.ts'

/** A line on a request that was answered: `GET /api/v3/projects 200 1.2 ms`. */
export function requestLine(entry: JournalEntry, colours: Colours): string {
  const { method, path, status, milliseconds } = entry
  const time = colours.dim(`${milliseconds.toFixed(1)} ms`)
  return `${method} ${path} ${paintStatus(status, colours)} ${time}`
}

function paintStatus(status: number, { green, yellow, red }: Colours): string {
  if (status >= 500) return red(String(status))
  return status >= 400 ? yellow(String(status)) : green(String(status))
}
