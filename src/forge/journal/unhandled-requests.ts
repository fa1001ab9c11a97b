import type { JournalEntry } from './journal-entry.ts'
import { nothingLikeIt } from './unhandled.ts'

/** The requests for paths that are not served. */
export interface UnhandledRequests {
  /** Records a request where it is unhandled, and logs its hint once. */
  note(entry: JournalEntry): void
  /** Returns one line for each distinct request; null where there are none. */
  read(): string | null
  /** @throws Error where there were any, naming each once. */
  verify(): void
  clear(): void
}

/** The maximum number of distinct requests, which bounds memory for a client that requests random paths. */
const MAX_UNHANDLED = 100

interface UnhandledRequest {
  readonly entry: JournalEntry
  count: number
}

/** Creates the record of unhandled requests; `log` receives one line at a time. */
export function createUnhandledRequests(log: (line: string) => void): UnhandledRequests {
  const noted = new Map<string, UnhandledRequest>()
  const said = new Set<string>()
  function say({ method, path, unhandled }: JournalEntry): void {
    if (!unhandled || unhandled.hint.endsWith(nothingLikeIt)) return
    const { reason, hint } = unhandled
    const line = reason === 'unserved' ? hint : `${method} ${withoutQuery(path)}: ${hint}`
    if (said.has(line) || said.size >= MAX_UNHANDLED) return
    said.add(line)
    log(line)
  }
  const read = () => (noted.size === 0 ? null : listOf([...noted.values()]))
  return {
    note(entry) {
      if (entry.operationId !== undefined) return
      const key = `${entry.method} ${withoutQuery(entry.path)}`
      const known = noted.get(key)
      if (known) known.count++
      // Finding the nearest operation is slow, so it is skipped for requests beyond the limit.
      else if (noted.size < MAX_UNHANDLED && entry.unhandled) {
        noted.set(key, { entry, count: 1 })
        say(entry)
      }
    },
    read,
    verify() {
      const problem = read()
      if (problem !== null) throw new Error(problem)
    },
    clear: () => noted.clear(),
  }
}

function listOf(noted: readonly UnhandledRequest[]): string {
  const lines = noted.map(({ entry, count }) => {
    const times = count === 1 ? '' : ` (${count} times)`
    return `  ${entry.method} ${withoutQuery(entry.path)}${times}: ${entry.unhandled?.hint}`
  })
  return ['Requests were made for what Forgery does not serve:', ...lines].join('\n')
}

const withoutQuery = (path: string) => path.split('?', 1)[0] ?? ''
