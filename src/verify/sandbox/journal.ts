import type { Parameters } from '../client/encode.ts'

/** What a run makes that does not go with a group or a user of the run. */
export type KindName =
  | 'group'
  | 'system hook'
  | 'user'
  | "SSH key of the token's user"
  | "e-mail address of the token's user"

/** What a run changes that was there before. */
export type ChangedName = 'application settings' | "notification settings of the token's user"

/** One line of the journal: what is about to be written, or what became of it. */
export type JournalRecord =
  | {
      readonly event: 'run begins'
      readonly format: typeof JOURNAL_FORMAT
      readonly version: typeof JOURNAL_VERSION
      readonly url: string
      /** Whose token it is. */
      readonly user: string
      readonly prefix: string
    }
  | { readonly event: 'makes'; readonly kind: KindName; readonly name: string }
  | {
      readonly event: 'made'
      readonly kind: KindName
      readonly name: string
      /** Undefined where the answer names none. */
      readonly id?: number
    }
  /** The server refused to make it, or it is gone again. */
  | { readonly event: 'is not there'; readonly kind: KindName; readonly name: string }
  | {
      readonly event: 'changes'
      readonly what: ChangedName
      /** All values before, those that are secret masked. */
      readonly from: Parameters
      readonly to: Parameters
    }
  | { readonly event: 'put back'; readonly what: ChangedName }
  /** A write to something that the run made, and that goes with it. */
  | { readonly event: 'writes'; readonly operation: string; readonly path: string }

export const JOURNAL_FORMAT = 'forgery-verify-journal'
export const JOURNAL_VERSION = 1

export interface Made {
  readonly kind: KindName
  readonly name: string
  readonly id?: number
}

export interface Change {
  readonly from: Parameters
  /** The names of all that was written. */
  readonly written: ReadonlySet<string>
}

/** What is there of a run: what it made and has not removed, and what it changed and has not put back. */
export interface Inventory {
  readonly made: () => readonly Made[]
  readonly changed: () => readonly (readonly [ChangedName, Change])[]
  apply(record: JournalRecord): void
}

export function createInventory(): Inventory {
  const made = new Map<string, Made>()
  const changed = new Map<ChangedName, Change>()
  return {
    made: () => [...made.values()],
    changed: () => [...changed],
    apply(record) {
      switch (record.event) {
        case 'makes':
        case 'made': {
          const { kind, name } = record
          const id = 'id' in record ? record.id : undefined
          made.set(`${kind} ${name}`, { kind, name, ...(id === undefined ? {} : { id }) })
          break
        }
        case 'is not there':
          made.delete(`${record.kind} ${record.name}`)
          break
        case 'changes': {
          const known = changed.get(record.what)
          const written = new Set([...(known?.written ?? []), ...Object.keys(record.to)])
          changed.set(record.what, { from: known?.from ?? record.from, written })
          break
        }
        case 'put back':
          changed.delete(record.what)
          break
        case 'run begins':
        case 'writes':
          break
      }
    },
  }
}

/** The journal of a run, as it is read again. */
export interface ReadJournal {
  readonly url: string
  readonly user: string
  readonly prefix: string
  readonly inventory: Inventory
}

/**
 * Reads the text of a journal. A last line that was cut off, as a process that is killed may leave it, is
 * left out: what it was to announce was not sent. Throws where it is no journal.
 */
export function readJournal(text: string): ReadJournal {
  const [first, ...rest] = text.split('\n')
  const head = parseLine(first ?? '')
  if (head?.event !== 'run begins' || head.format !== JOURNAL_FORMAT) {
    throw new Error('it is no journal of `forgery verify`')
  }
  if (head.version !== JOURNAL_VERSION) {
    throw new Error(`it is a journal of version ${head.version}, which another release wrote`)
  }
  const inventory = createInventory()
  for (const [place, line] of rest.entries()) {
    const record = parseLine(line)
    if (record) inventory.apply(record)
    else if (line !== '' && place < rest.length - 1) throw new Error(`line ${place + 2} is broken`)
  }
  return { url: head.url, user: head.user, prefix: head.prefix, inventory }
}

function parseLine(line: string): JournalRecord | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return typeof value === 'object' && value !== null && 'event' in value
      ? (value as JournalRecord)
      : undefined
  } catch {
    return undefined
  }
}

/** Instead of an old value that is secret: the journal does not keep it. */
export const MASKED = '<SECRET>'

/** Names of settings whose values open something. */
const secretName = /token|secret|password|private_key|salt/

/** Values as the journal keeps them: a secret, and an address with a password, is masked. */
export function maskedValues(values: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name, value) ? MASKED : value]),
  )
}

function isSecret(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  return secretName.test(name) || /^[a-z+]+:\/\/[^/?#]*@/i.test(value)
}
