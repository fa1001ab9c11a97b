import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
import { isUrl } from '../../shared/is-url.ts'
import type { Answer } from '../client/answer.ts'
import type { Parameters } from '../client/encode.ts'
import { wait } from '../client/pace.ts'
import { judgedApis } from '../contract/judged-api.ts'
import type { LeftBehind } from '../results.ts'
import { isObject } from '../story/bodies.ts'
import {
  type Change,
  type ChangedName,
  type Inventory,
  type JournalRecord,
  MASKED,
  type Made,
} from './journal.ts'
import { type Changeable, changeables, type Kind, kindsOf } from './kinds.ts'

/** Sends a call as the user of the token, even after an interruption. */
export type CleanUpCall = (operation: OperationId, parameters: Parameters) => Promise<Answer>

export interface CleanUp {
  readonly api: ApiName
  readonly call: CleanUpCall
  readonly inventory: Inventory
  /** Whether a name is one that the run gave. */
  readonly isOfRun: (name: string) => boolean
  /** The common prefix of its names, for the search of lists. */
  readonly prefix: string
  /** Records the outcome. */
  readonly note: (record: JournalRecord) => void
  /** The time that the server may take to remove a record, in milliseconds. */
  readonly patience: number
  /**
   * Whether to restore all differing values, instead of only those that the run wrote. This is right during the run,
   * when nobody else is likely to have changed others.
   */
  readonly putsBackAll: boolean
  /** The kinds to search for without any known record; those in the inventory are always searched. */
  readonly lookedFor: (kind: Kind) => boolean
}

/**
 * Removes what a run created, found by its records and by its names, and restores what it changed. Returns what could
 * not be undone. Each record is read before its removal: a record with a foreign name does not belong to the run.
 */
export async function cleanUp(options: CleanUp): Promise<readonly LeftBehind[]> {
  const left: LeftBehind[] = []
  for (const [what, change] of options.inventory.changed()) {
    left.push(...(await putBack(options, what, change)))
  }
  for (const kind of kindsOf(options.api)) left.push(...(await removeAll(options, kind)))
  return [...left, ...(await strayProjects(options))]
}

/**
 * Finds projects with a name of the run outside of its groups and users, which a faulty server can create for a request
 * that it should refuse. There is no operation to remove a project.
 */
async function strayProjects(options: CleanUp): Promise<readonly LeftBehind[]> {
  const { api, call, isOfRun, prefix } = options
  const { listOfProjects, whyProjectsStay } = judgedApis[api]
  const end = performance.now() + options.patience
  try {
    for (let pause = 50; ; pause = Math.min(2 * pause, 1000)) {
      const { items } = await listAll(call, listOfProjects, { search: prefix })
      const stray = items.filter(({ path }) => typeof path === 'string' && isOfRun(path))
      if (stray.length === 0 || performance.now() + pause > end) {
        return stray.map(({ path, path_with_namespace: fullPath = path }) =>
          leftBehind('project', String(fullPath), whyProjectsStay),
        )
      }
      await wait(pause)
    }
  } catch {
    // Where the server does not respond, the groups are listed as left behind, which includes their projects.
    return []
  }
}

/** An existing record, with its id. */
export type Found = Made & { readonly id: number }

/**
 * Finds the existing records of a kind, by its names and by the records of the run. If removal was requested before,
 * only the names decide whether a record still exists.
 */
export async function findMade(
  { call, inventory, isOfRun, prefix, lookedFor }: FindOptions,
  kind: Kind,
  removed: ReadonlySet<number> = new Set(),
): Promise<{ readonly found: readonly Found[]; readonly problem?: string }> {
  const known = inventory.made().filter((one) => one.kind === kind.name)
  if (known.length === 0 && !lookedFor(kind)) return { found: [] }
  const { items, problem } = await listAll(call, kind.lists, kind.search?.(prefix) ?? {})
  const found = new Map<number, Found>()
  for (const item of items) {
    const name = namesIn(item, kind).find(isOfRun)
    if (typeof item.id === 'number' && name !== undefined) {
      found.set(item.id, { kind: kind.name, name, id: item.id })
    }
  }
  // A record in both the list and the journal belongs to the run; any other is read itself.
  const agreed = known.filter(isWithId).filter(({ id, name }) => found.get(id)?.name === name)
  const unlisted = known.filter(isWithId).filter(({ id }) => !found.has(id))
  const doubtful = [...found.values(), ...unlisted].filter(
    ({ id }) => !removed.has(id) && !agreed.some((one) => one.id === id),
  )
  await Promise.all(
    doubtful.map(async (one) => {
      const isListed = found.has(one.id)
      const isThere = kind.shows
        ? await isShown(call, kind.shows, kind, one, isOfRun)
        : isListed || problem !== undefined
      if (!isThere) found.delete(one.id)
      else if (!isListed) found.set(one.id, one)
    }),
  )
  return { found: [...found.values()], ...(problem === undefined ? {} : { problem }) }
}

type FindOptions = Pick<CleanUp, 'call' | 'inventory' | 'isOfRun' | 'prefix' | 'lookedFor'>

const isWithId = (made: Made): made is Found => made.id !== undefined

/**
 * Whether a record exists that the list omits, because it was renamed or the list is broken. A record with a foreign
 * name does not count; if the name is not shown, the id in the response to its creation is trusted.
 */
async function isShown(
  call: CleanUpCall,
  shows: OperationId,
  kind: Kind,
  { id }: Found,
  isOfRun: (name: string) => boolean,
): Promise<boolean> {
  const { status, body } = await call(shows, { id })
  if (status !== 200) return status !== 404
  const names = isObject(body) ? namesIn(body, kind) : []
  return names.length === 0 || names.some(isOfRun)
}

/** Returns the names of a record: the unique one, and others that it was given. */
function namesIn(record: Readonly<Record<string, unknown>>, { nameField }: Kind): string[] {
  return [record[nameField], record.name, record.email].filter((name) => typeof name === 'string')
}

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  /** Why the list could not be read completely. */
  readonly problem?: string
}

const PAGE_SIZE = 100
/** The maximum number of pages of a list without search: 100,000 items. */
const MAX_PAGES = 1000

async function listAll(call: CleanUpCall, lists: OperationId, query: Parameters): Promise<Listed> {
  const items = new Map<unknown, Readonly<Record<string, unknown>>>()
  for (let page = 1; page <= MAX_PAGES; page++) {
    const { status, body } = await call(lists, { ...query, page, per_page: PAGE_SIZE })
    if (status !== 200 || !Array.isArray(body)) {
      return { items: [...items.values()], problem: `${lists} answered ${status}` }
    }
    const before = items.size
    for (const item of body) if (isObject(item)) items.set(item.id, item)
    // A server without pagination returns the same page again.
    if (body.length < PAGE_SIZE || items.size === before) break
  }
  return { items: [...items.values()] }
}

/** Removes all records of a kind, and checks until none exists or the timeout is over. */
export async function removeAll(options: CleanUp, kind: Kind): Promise<readonly LeftBehind[]> {
  const { inventory, note } = options
  // The timeout starts after all requests, since a server with rate limits can delay these.
  let end = Number.POSITIVE_INFINITY
  const refusals = new Map<number, string>()
  const asked = new Set<number>()
  const known = () => inventory.made().filter((one) => one.kind === kind.name)
  try {
    for (let pause = 50; ; pause = Math.min(2 * pause, 1000)) {
      const { found: listed, problem } = await findMade(options, kind, asked)
      // An unreadable list does not show which records remain.
      const refused = known()
        .filter(isWithId)
        .filter(({ id }) => refusals.has(id))
      const isUnlisted = ({ id }: Found) => !listed.some((one) => one.id === id)
      const found = problem === undefined ? listed : [...listed, ...refused.filter(isUnlisted)]
      const awaited = found.filter(({ id }) => !refusals.has(id))
      const isAsked = awaited.every(({ id }) => asked.has(id))
      if (awaited.length === 0 || (isAsked && performance.now() + pause > end)) {
        const unseen = problem === undefined ? [] : known().filter(({ id }) => id === undefined)
        const ids = new Set(found.map(({ id }) => id))
        const isThere = (one: Made) => unseen.includes(one) || (one.id && ids.has(one.id))
        for (const one of known()) if (!isThere(one)) note({ ...one, event: 'is not there' })
        return [
          ...found.map(({ name, id }) =>
            leftBehind(
              kind.name,
              name,
              refusals.get(id) ?? `it is still there after ${kind.removes}`,
            ),
          ),
          ...unseen.map(({ name }) =>
            leftBehind(kind.name, name, `${problem}: whether it was made is not known`),
          ),
        ]
      }
      // A server that removes records in the background shows them for a while.
      if (isAsked) await wait(pause)
      for (const one of awaited) asked.add(one.id)
      await Promise.all(
        awaited.map(async ({ id }) => {
          const refusal = await remove(options.call, kind, id)
          if (refusal !== undefined) refusals.set(id, refusal)
        }),
      )
      if (!isAsked) end = performance.now() + options.patience
    }
  } catch (error) {
    return known().map(({ name }) => leftBehind(kind.name, name, messageOf(error)))
  }
}

/** Requests the removal of a record; returns the reason of a refusal. */
async function remove(call: CleanUpCall, kind: Kind, id: number): Promise<string | undefined> {
  try {
    const { status } = await call(kind.removes, { ...kind.removedWith, [kind.idParameter]: id })
    return status < 300 || status === 404 ? undefined : `${kind.removes} answered ${status}`
  } catch (error) {
    return messageOf(error)
  }
}

function leftBehind(kind: string, name: string, reason: string): LeftBehind {
  return { kind, name, reason }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Restores the old values of settings, and verifies them by reading. */
export async function putBack(
  options: Pick<CleanUp, 'call' | 'note' | 'putsBackAll'>,
  what: ChangedName,
  change: Change,
): Promise<readonly LeftBehind[]> {
  const { call, note, putsBackAll } = options
  const { reads, writes, unwritten } = changeableOf(what)
  const { from, written } = change
  const isMeant = (name: string) => !unwritten.has(name) && (putsBackAll || written.has(name))
  const old = Object.fromEntries(Object.entries(from).filter(([name]) => isMeant(name)))
  const unknown = [...written].filter((name) => !(name in from) && !unwritten.has(name))
  const secret = Object.keys(old).filter((name) => old[name] === MASKED)
  const problems = [
    ...(unknown.length > 0 ? [`${unknown.join(', ')}: not shown before it was written`] : []),
    ...(secret.length > 0 ? [`${secret.join(', ')}: secret, and not in the journal`] : []),
  ]
  const known = Object.fromEntries(Object.entries(old).filter(([, value]) => value !== MASKED))
  const read = async () => {
    const { status, body } = await call(reads, {})
    return { status, values: status === 200 && isObject(body) ? body : undefined }
  }
  try {
    const now = await read()
    const changed = now.values ? differencesOf(known, now.values) : known
    if (Object.keys(changed).length > 0) {
      const { status } = await call(writes, changed)
      const after = await read()
      const rest = after.values ? Object.keys(differencesOf(known, after.values)) : []
      if (status >= 300) problems.push(`${writes} answered ${status}`)
      else if (!after.values) problems.push(`${reads} answered ${after.status}`)
      else if (rest.length > 0) problems.push(`${rest.join(', ')} did not take the old value`)
    }
  } catch (error) {
    problems.push(messageOf(error))
  }
  if (problems.length === 0) note({ event: 'put back', what })
  return problems.map((reason) => leftBehind('settings', what, reason))
}

function changeableOf(what: ChangedName): Changeable {
  const found = changeables.find(({ name }) => name === what)
  if (!found) throw new Error(`there is no way to put back ${what}`)
  return found
}

/** Returns the values of `before` that have changed. */
function differencesOf(before: Parameters, now: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(before).filter(([name, value]) => comparable(value) !== comparable(now[name])),
  )
}

/** A server may complete the spelling of an address: `http://example.com` is `http://example.com/`. */
function comparable(value: unknown): string {
  const isAddress = typeof value === 'string' && /^https?:/.test(value) && isUrl(value)
  return JSON.stringify(isAddress ? new URL(value).href : value) ?? ''
}
