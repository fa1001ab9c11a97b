import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationId } from '../../contract/operation-contract.ts'
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

/** Sends a call as the user of the token, also after an interruption. */
export type CleanUpCall = (operation: OperationId, parameters: Parameters) => Promise<Answer>

export interface CleanUp {
  readonly api: ApiName
  readonly call: CleanUpCall
  readonly inventory: Inventory
  /** Whether a name is one that the run gave. */
  readonly isOfRun: (name: string) => boolean
  /** What its names have in common, for the search of lists. */
  readonly prefix: string
  /** Notes what became of it. */
  readonly note: (record: JournalRecord) => void
  /** How long the server may take to remove what it was asked to, in milliseconds. */
  readonly patience: number
  /**
   * Whether all values that differ are put back, and not those alone that the run wrote: right as long as
   * the run goes on, when nobody else is likely to have written others.
   */
  readonly putsBackAll: boolean
  /** The kinds that are looked for though nothing is known of them; those of the inventory are always. */
  readonly lookedFor: (kind: Kind) => boolean
}

/**
 * Removes what a run made, by its records and by its names, and puts back what it changed; says what it
 * could not undo. It reads before it removes: what has a name of somebody else is none of the run.
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
 * Projects with a name of the run that went with none of its groups and users: a server that lets somebody
 * through whom it should refuse may have made them. No operation removes a project.
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
    // What could not be removed because the server does not answer is listed by its group.
    return []
  }
}

/** One that is there, with its id. */
export type Found = Made & { readonly id: number }

/**
 * What is there of a kind, by its names and by the records; of what the server was asked to remove before,
 * the names alone say whether it is there.
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
  // What the list and the journal both have is the run's; of anything else the record itself is read.
  const agreed = known.filter(isWithId).filter(({ id, name }) => found.get(id)?.name === name)
  const doubtful = [...found.values(), ...known.filter(isWithId)].filter(
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
 * Whether one is there that the list leaves out: renamed, or the list is broken. What shows another's name is
 * not it; where nothing shows its name the answer to its creation is believed, which gave the id.
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

/** What a record is called: by its unique name, or one that was given beside it. */
function namesIn(record: Readonly<Record<string, unknown>>, { nameField }: Kind): string[] {
  return [record[nameField], record.name, record.email].filter((name) => typeof name === 'string')
}

interface Listed {
  readonly items: readonly Readonly<Record<string, unknown>>[]
  /** Why the list could not be read to its end. */
  readonly problem?: string
}

const PAGE_SIZE = 100
/** So many pages are read where a list has no search: of 100,000 items. */
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
    // A server that does not know pages answers the same one again.
    if (body.length < PAGE_SIZE || items.size === before) break
  }
  return { items: [...items.values()] }
}

/** Removes all of a kind, and looks again until none is there or the patience is over. */
export async function removeAll(options: CleanUp, kind: Kind): Promise<readonly LeftBehind[]> {
  const { inventory, note } = options
  // The patience begins when all was asked for: a server that limits the rate may take long to be asked.
  let end = Number.POSITIVE_INFINITY
  const refusals = new Map<number, string>()
  const asked = new Set<number>()
  const known = () => inventory.made().filter((one) => one.kind === kind.name)
  try {
    for (let pause = 50; ; pause = Math.min(2 * pause, 1000)) {
      const { found: listed, problem } = await findMade(options, kind, asked)
      // Of what is not removed an unreadable list says nothing.
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
      // What a server removes in the background is there for a while.
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

/** Asks for one to be removed; says why it is not. */
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

/** Writes the old values of what was changed, and reads whether they are there. */
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

/** The values of `before` that are others now. */
function differencesOf(before: Parameters, now: Parameters): Parameters {
  return Object.fromEntries(
    Object.entries(before).filter(
      ([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name]),
    ),
  )
}
