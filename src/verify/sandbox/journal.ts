import type { Parameters } from '../client/encode.ts'

/** The kinds of records that are not removed with a group or a user of the run. */
export type KindName =
  | 'group'
  | 'system hook'
  | 'user'
  | "SSH key of the token's user"
  | "e-mail address of the token's user"

/** The existing settings that a run changes. */
export type ChangedName = 'application settings' | "notification settings of the token's user"

/** A line of the journal: an announced write, or its outcome. */
export type JournalRecord =
  | {
      readonly event: 'run begins'
      readonly format: typeof JOURNAL_FORMAT
      readonly version: typeof JOURNAL_VERSION
      readonly url: string
      /** The user of the token. */
      readonly user: string
      readonly prefix: string
    }
  | { readonly event: 'makes'; readonly kind: KindName; readonly name: string }
  | {
      readonly event: 'made'
      readonly kind: KindName
      readonly name: string
      /** Undefined where the response has no id. */
      readonly id?: number
    }
  /** The server refused the creation, or the record was removed. */
  | { readonly event: 'is not there'; readonly kind: KindName; readonly name: string }
  | {
      readonly event: 'changes'
      readonly what: ChangedName
      /** All previous values, with secrets masked. */
      readonly from: Parameters
      readonly to: Parameters
    }
  | { readonly event: 'put back'; readonly what: ChangedName }
  /** A write to a record of the run, which is removed with it. */
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
  /** The names of all written values. */
  readonly written: ReadonlySet<string>
}

/** The records that a run created and did not remove, and the settings that it changed and did not restore. */
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

/** A parsed journal of a run. */
export interface ReadJournal {
  readonly url: string
  readonly user: string
  readonly prefix: string
  readonly inventory: Inventory
}

/**
 * Parses a journal. A truncated last line of a killed process is ignored, since the write that it announced was not
 * sent. Throws where the text is no journal.
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

/** Replaces a previous value that is secret, which the journal does not store. */
export const MASKED = '<SECRET>'

/** The names of settings with secret values. */
const secretName = /token|secret|password|private_key|salt/

/** Masks secrets, and addresses with a password, for the journal. */
export function maskedValues(values: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isSecret(name, value) ? MASKED : value]),
  )
}

function isSecret(name: string, value: unknown): boolean {
  if (typeof value !== 'string' || value === '') return false
  return secretName.test(name) || /^[a-z+]+:\/\/[^/?#]*@/i.test(value)
}
