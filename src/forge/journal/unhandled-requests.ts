import type { JournalEntry } from './journal-entry.ts'
import { nothingLikeIt } from './unhandled.ts'

/** The requests for what is not served. */
export interface UnhandledRequests {
  /** Takes note of a request where it is one, and gives a hint in the log, of each once. */
  note(entry: JournalEntry): void
  /** Each once, in lines; null where there is none. */
  read(): string | null
  /** @throws Error where there were any, naming each once. */
  verify(): void
  clear(): void
}

/** So many are kept apart; a client that asks for anything at all must not fill the memory. */
const MAX_UNHANDLED = 100

interface UnhandledRequest {
  readonly entry: JournalEntry
  count: number
}

/** Remembers the requests for what is not served; `log` takes a line. */
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
      // To look for what was meant takes time: not for what is not noted.
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
