import type { Answer } from '../client/answer.ts'
import type { Call, SendOptions, WriteJournal, WritingClient } from '../client/client.ts'
import { type Encoding, encodeCall, type Parameters } from '../client/encode.ts'
import type { Contract } from '../contract/contract.ts'
import { judgedApis } from '../contract/judged-api.ts'
import type { Settings } from '../options.ts'
import type { LeftBehind } from '../results.ts'
import { isObject } from '../story/bodies.ts'
import { type CleanUp, cleanUp, putBack, removeAll } from './clean-up.ts'
import {
  createInventory,
  JOURNAL_FORMAT,
  JOURNAL_VERSION,
  type JournalRecord,
  type KindName,
  MASKED,
  maskedValues,
} from './journal.ts'
import { type Changeable, hookKind, type Kind } from './kinds.ts'
import { createNames, type Names } from './names.ts'
import { createOwnRecords } from './own-records.ts'
import {
  type Effect,
  effectOf,
  isOfInstance,
  isWrite,
  makesOwnProject,
  OF_WHOEVER_CALLS,
  writesInPlace,
} from './writes.ts'

/** The error for a write that is not sent, with the reason why its aspects are not tested. */
export class NotSent extends Error {
  override readonly name = 'NotSent'
}

/**
 * Records everything that a run creates and changes before each request is sent, and undoes it. An interrupted creation
 * may have succeeded, so it is looked up by its unique name.
 */
export interface Sandbox extends WriteJournal {
  readonly names: Names
  /** Starts the journal with the user and the present settings; called once, before the first write. */
  open(run: OpenRun): void
  /** Undoes the instance-wide effects of a chapter. A failure is tried again at the end. */
  endChapter(source: string): Promise<void>
  /**
   * Removes everything except what is to be kept, groups first, and restores the settings. Returns what could not be
   * undone, and what was kept.
   */
  cleanUp(kept?: ReadonlySet<string>): Promise<readonly LeftBehind[]>
}

interface OpenRun {
  readonly client: WritingClient
  /** The user of the token. */
  readonly user: string
  /** The settings of the instance, where they could be read. */
  readonly instanceSettings: Parameters | undefined
  /** The id of the plain user whose token was provided. */
  readonly givenUser?: number | undefined
}

/** The instance-wide effects of a chapter. */
interface Felt {
  readonly hooks: Set<string>
  readonly changed: boolean
}

type SandboxSettings = Pick<Settings, 'apiUrl' | 'token' | 'journal' | 'instance' | 'readOnly'>

/** The time that a server may take to remove a record, in milliseconds. */
const defaultPatience = 5000

export function createSandbox(
  { apiUrl, token, journal, instance, readOnly }: SandboxSettings,
  contract: Contract,
  patience = defaultPatience,
): Sandbox {
  const judged = judgedApis[contract.api]
  const names = createNames()
  const inventory = createInventory()
  const own = createOwnRecords(names.prefix, () => run?.givenUser)
  const credential = { kind: 'private token', token } as const
  let run: OpenRun | undefined
  const everMade = new Set<KindName>()
  const tokens = new Set<unknown>()
  /** The hooks that each chapter created, and whether it changed the settings of the instance. */
  const felt = new Map<string, Felt>()
  /** The old values are read by a single request for all concurrent writes. */
  const reading = new Map<Changeable, Promise<Parameters>>()

  function opened(): OpenRun {
    if (!run) throw new Error('nothing is written before the journal is open')
    return run
  }

  /** The journal is written first: a write that is not in it was not sent. */
  function note(record: JournalRecord): void {
    const masked = record.event === 'changes' ? maskRecord(record) : record
    journal?.(opened().client.masking.mask(JSON.stringify(masked)))
    inventory.apply(record)
    if (record.event === 'makes') everMade.add(record.kind)
  }

  /** Whether a call is made as the user of the token: with that token, and without sudo as a user of the run. */
  function isTokenUser({ credential: given, sudo }: Encoding): boolean {
    if (given.kind === 'none' || given.token !== token) return false
    const isOfRun = inventory
      .made()
      .some(({ kind, id, name }) => kind === 'user' && (id === sudo || name === sudo))
    return !isOfRun
  }

  /** Whether a call is made with a token of a user that the run created. */
  function isRunUser({ credential: given }: Encoding): boolean {
    return given.kind !== 'none' && tokens.has(given.token)
  }

  async function readOld({ reads, name }: Changeable): Promise<Parameters> {
    const { client, instanceSettings } = opened()
    const request = encodeCall(apiUrl, contract.operation(reads), {}, { credential })
    const { status, body } = await client.read(request)
    if (status === 200 && isObject(body)) return body
    if (name === 'application settings' && instanceSettings) return instanceSettings
    throw new NotSent(`${reads} answered ${status}, and what is not known cannot be put back`)
  }

  /** Throws NotSent where an old value could not be restored. */
  async function noteChange(changeable: Changeable, to: Parameters): Promise<void> {
    const { name: what, unwritten } = changeable
    const known = inventory.changed().find(([name]) => name === what)?.[1].from
    if (!known && !reading.has(changeable)) reading.set(changeable, readOld(changeable))
    try {
      const from = known ?? (await reading.get(changeable)) ?? {}
      const masked = maskedValues(from)
      for (const name of Object.keys(to)) {
        if (unwritten.has(name)) continue
        if (!(name in from)) throw new NotSent(`${name} is not shown, and could not be put back`)
        if (masked[name] !== MASKED) continue
        throw new NotSent(`${name} holds a secret, which the journal does not keep`)
      }
      note({ event: 'changes', what, from, to })
    } finally {
      reading.delete(changeable)
    }
  }

  function noteFelt(source: string, effect: Effect): void {
    const { hooks, changed } = felt.get(source) ?? { hooks: new Set(), changed: false }
    if (effect.effect === 'makes') hooks.add(effect.name)
    felt.set(source, { hooks, changed: changed || effect.effect === 'changes' })
  }

  function options(): CleanUp {
    const { client } = opened()
    return {
      api: contract.api,
      call: (operation, parameters) =>
        client.call(
          { operation: contract.operation(operation), parameters, encoding: { credential } },
          { isCleanUp: true },
        ),
      inventory,
      isOfRun: (name) => name.includes(names.prefix),
      prefix: names.prefix,
      note,
      patience,
      putsBackAll: true,
      lookedFor: ({ name }) => everMade.has(name),
    }
  }

  return {
    names,
    open(begun) {
      run = begun
      if (readOnly) return
      note({
        event: 'run begins',
        format: JOURNAL_FORMAT,
        version: JOURNAL_VERSION,
        url: apiUrl,
        user: begun.user,
        prefix: names.prefix,
      })
    },
    async begin(call: Call, { isCleanUp = false }: SendOptions) {
      if (!isWrite(call)) return
      if (readOnly) throw new NotSent('the run is read-only')
      if (!isCleanUp) {
        if (isOfInstance(call) && !instance) throw new NotSent(judged.whyNotOfInstance)
        const isOfTokenUser = isTokenUser(call.encoding)
        const foreign = own.foreign(call, isOfTokenUser)
        if (foreign) throw new NotSent(`${foreign} names what this run did not make`)
        if (!judged.writesAsTokenUser && !isRunUser(call.encoding) && !writesInPlace(call)) {
          throw new NotSent(OF_WHOEVER_CALLS)
        }
        if (isOfTokenUser && makesOwnProject(call))
          throw new NotSent("a project in the namespace of the token's user could not be removed")
        const effect = effectOf(call, isOfTokenUser)
        if (isOfInstance(call)) noteFelt(call.source ?? '', effect)
        if (effect.effect === 'changes') await noteChange(effect.changeable, effect.to)
        else if (effect.effect === 'makes') {
          return note({ event: 'makes', kind: effect.kind.name, name: effect.name })
        }
      }
      note({ event: 'writes', operation: call.operation.id, path: pathOf(call) })
    },
    end(call, answer, { isCleanUp = false }) {
      if (isCleanUp || !isWrite(call)) return
      own.add(call, answer)
      const effect = effectOf(call, isTokenUser(call.encoding))
      if (effect.effect === 'makes') note(settled(effect.kind, effect.name, answer))
      if (call.operation.id === 'createPersonalToken' && isObject(answer.body)) {
        tokens.add(answer.body.token)
      }
      const isRemoved = answer.status === 200 || answer.status === 204
      if (effect.effect !== 'removes' || !isRemoved || answer.isAskedAgain) return
      for (const { kind, name, id } of inventory.made()) {
        if (kind === effect.kind.name && id === effect.id)
          note({ event: 'is not there', kind, name })
      }
    },
    async endChapter(source) {
      const { hooks = new Set(), changed = false } = felt.get(source) ?? {}
      felt.delete(source)
      if (hooks.size > 0) {
        const made = () => inventory.made().filter(({ name }) => hooks.has(name))
        const isOfChapter = (name: string) => hooks.has(name)
        const ofChapter = { inventory: { ...inventory, made }, isOfRun: isOfChapter }
        await removeAll({ ...options(), ...ofChapter }, hookKind)
      }
      if (!changed) return
      for (const [what, change] of inventory.changed()) await putBack(options(), what, change)
    },
    async cleanUp(kept = new Set()) {
      if (!run || readOnly) return []
      const all = options()
      const made = () => inventory.made().filter(({ name }) => !kept.has(name))
      const left = await cleanUp({
        ...all,
        inventory: { ...inventory, made },
        isOfRun: (name) => all.isOfRun(name) && !kept.has(name),
      })
      const reason = 'kept for a failure, as it was asked for'
      const stays = inventory.made().filter(({ name }) => kept.has(name))
      return [...left, ...stays.map(({ kind, name }) => ({ kind, name, reason }))]
    },
  }
}

function maskRecord(record: JournalRecord & { readonly event: 'changes' }): JournalRecord {
  return { ...record, from: maskedValues(record.from), to: maskedValues(record.to) }
}

/**
 * Returns the outcome of a creation. The id in a response with another name may belong to somebody else; if no name was
 * sent, the expected one is compared.
 */
function settled(
  { name: kind, nameField }: Kind,
  name: string,
  { status, body, isAskedAgain = false }: Answer,
): JournalRecord {
  // A repeated creation that is refused may have succeeded the first time.
  if (status >= 400 && status < 500 && !isAskedAgain) return { event: 'is not there', kind, name }
  const [made] = Array.isArray(body) ? body : [body]
  const { id, [nameField]: answered = name } = status < 300 && isObject(made) ? made : {}
  const isKnown = typeof id === 'number' && (answered === name || name === '')
  return { event: 'made', kind, name, ...(isKnown ? { id } : {}) }
}

function pathOf({ operation, parameters }: Call): string {
  return operation.path.replace(/\{(\w+)\}/g, (_, name: string) => String(parameters[name]))
}
