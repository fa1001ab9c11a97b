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

/** Where a run left something, and what is known of it. */
export interface CleanUpOptions
  extends Pick<
    VerifyOptions,
    'api' | 'token' | 'headers' | 'fetch' | 'timeout' | 'rate' | 'concurrency' | 'patience'
  > {
  /** That of the journal when left out. */
  readonly url?: string
  /** Without one, whatever has a name that a run gives is removed; settings cannot be put back then. */
  readonly journal?: {
    readonly text: string
    /** Takes a line for what is removed or put back. */
    readonly append?: (line: string) => void
  }
}

/** What runs left on a server. */
export interface Leftovers {
  readonly url: string
  /** What is to be removed or put back, by kind and name. */
  readonly items: readonly { readonly kind: string; readonly name: string }[]
  /** Removes it and puts it back; says what could not be undone. May be called again. */
  undo(): Promise<readonly LeftBehind[]>
}

/** How long a server may take to remove what it was asked to, in milliseconds. */
const defaultPatience = 30_000

/**
 * Looks for what runs made on a server and did not remove, and changed and did not put back: one run by its
 * journal, or all by the names that they give. Changes nothing before `undo` is called. Throws CannotVerify
 * where the journal is none or of another server, or the server is not reached as an administrator.
 *
 * @example
 * const journal = { text: readFileSync('verify.journal', 'utf8') }
 * const { items, undo } = await findLeftovers({ token, journal })
 * const leftBehind = items.length > 0 ? await undo() : []
 */
export async function findLeftovers(options: CleanUpOptions): Promise<Leftovers> {
  // A run that was killed before its first line had written nothing.
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

/** What is left to the user of the token; what belongs to another is set aside. */
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
