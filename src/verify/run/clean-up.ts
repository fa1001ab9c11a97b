import type { Call } from '../client/client.ts'
import { createClient } from '../client/client.ts'
import { loadContract } from '../contract/contract.ts'
import { CannotVerify, readSettings, type VerifyOptions } from '../options.ts'
import type { LeftBehind } from '../results.ts'
import { type CleanUpCall, cleanUp, findMade } from '../sandbox/clean-up.ts'
import {
  createInventory,
  type Inventory,
  type JournalRecord,
  type ReadJournal,
  readJournal,
} from '../sandbox/journal.ts'
import { changeables, type Kind, kindsOf } from '../sandbox/kinds.ts'
import { prefixIn } from '../sandbox/names.ts'
import { identify } from './connect.ts'

/** The server on which a run left something, and its journal. */
export interface CleanUpOptions
  extends Pick<
    VerifyOptions,
    'api' | 'token' | 'headers' | 'fetch' | 'timeout' | 'rate' | 'concurrency' | 'patience'
  > {
  /** Defaults to the URL in the journal. */
  readonly url?: string
  /** The journal; without one, everything with a name of any run is removed, and settings cannot be restored. */
  readonly journal?: {
    readonly text: string
    /** Appends a line for each undone effect. */
    readonly append?: (line: string) => void
  }
}

/** The records and settings that runs left behind on a server. */
export interface Leftovers {
  readonly url: string
  /** What would be removed or restored, by kind and name. */
  readonly items: readonly { readonly kind: string; readonly name: string }[]
  /** Undoes it, and returns what could not be undone. Can be called again. */
  undo(): Promise<readonly LeftBehind[]>
}

/** The time that a server may take to remove a record, in milliseconds. */
const defaultPatience = 30_000

/**
 * Finds what runs created and did not remove on a server, or changed and did not restore: for one run by its journal,
 * or for all by the names that they use. Nothing is changed before `undo` is called. Throws CannotVerify where the
 * journal is malformed or of another server, or the server is not accessible as an administrator.
 *
 * @example
 * const journal = { text: readFileSync('verify.journal', 'utf8') }
 * const { items, undo } = await findLeftovers({ token, journal })
 * const leftBehind = items.length > 0 ? await undo() : []
 */
export async function findLeftovers(options: CleanUpOptions): Promise<Leftovers> {
  // A run that was killed before its first line wrote nothing.
  if (options.journal?.text.trim() === '') {
    return { url: options.url ?? '', items: [], undo: async () => [] }
  }
  const journal = options.journal && read(options.journal.text)
  const url = options.url ?? journal?.url
  if (url === undefined) throw new CannotVerify('Give a URL or a journal: one says which server.')
  const { journal: _journal, ...ofServer } = options
  const settings = readSettings({ ...ofServer, url })
  if (journal && journal.url !== settings.apiUrl) {
    throw new CannotVerify(`The journal is of ${journal.url}, not of ${settings.apiUrl}.`)
  }
  const contract = await loadContract(settings.api)
  const client = createClient(settings, { begin: async () => {}, end: () => {} })
  client.masking.add(settings.token)
  const credential = { kind: 'private token', token: settings.token } as const
  const call: CleanUpCall = (operation, parameters) => {
    const one: Call = {
      operation: contract.operation(operation),
      parameters,
      encoding: { credential },
    }
    return client.call(one)
  }
  const { username } = await identify(client, contract, settings)
  const kinds = kindsOf(settings.api)
  const { inventory, foreign } = own(
    kinds,
    journal?.inventory ?? createInventory(),
    journal,
    username,
  )
  const prefix = journal?.prefix ?? 'forgery-'
  const search = {
    api: settings.api,
    call,
    inventory,
    isOfRun: (name: string) => (journal ? name.includes(prefix) : prefixIn(name) !== undefined),
    prefix,
    lookedFor: () => true,
    patience: settings.patience ?? defaultPatience,
    putsBackAll: false,
    note: (record: JournalRecord) => {
      inventory.apply(record)
      options.journal?.append?.(client.masking.mask(JSON.stringify(record)))
    },
  }
  const found = []
  for (const kind of kinds) found.push(...(await findMade(search, kind)).found)
  return {
    url: settings.apiUrl,
    items: [
      ...found.map(({ kind, name }) => ({ kind, name })),
      ...inventory.changed().map(([name, { written }]) => ({
        kind: 'settings',
        name: `${name}: ${[...written].join(', ')}`,
      })),
      ...foreign.map(({ kind, name }) => ({ kind, name })),
    ],
    undo: async () => [...(await cleanUp(search)), ...foreign],
  }
}

function read(text: string): ReadJournal {
  try {
    return readJournal(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new CannotVerify(`The journal cannot be read: ${reason}.`)
  }
}

/** Returns what belongs to the user of the token; other users' records are excluded. */
function own(
  kinds: readonly Kind[],
  inventory: Inventory,
  journal: ReadJournal | undefined,
  username: string | undefined,
): { readonly inventory: Inventory; readonly foreign: readonly LeftBehind[] } {
  if (!journal || username === journal.user) return { inventory, foreign: [] }
  const reason = `it belongs to ${journal.user}: clean up with a token of theirs`
  const foreign: LeftBehind[] = []
  for (const { name } of [...kinds, ...changeables].filter(({ isOfCaller }) => isOfCaller)) {
    for (const one of inventory.made()) {
      if (one.kind !== name) continue
      foreign.push({ kind: one.kind, name: one.name, reason })
      inventory.apply({ event: 'is not there', kind: one.kind, name: one.name })
    }
    for (const [what] of inventory.changed()) {
      if (what !== name) continue
      foreign.push({ kind: 'settings', name: what, reason })
      inventory.apply({ event: 'put back', what })
    }
  }
  return { inventory, foreign }
}
