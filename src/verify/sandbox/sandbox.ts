import type { OperationId } from '../../contract/generated/v3/contract.ts'
import type { Answer } from '../client/answer.ts'
import type { Parameters } from '../client/encode.ts'
import type { LeftBehind } from '../results.ts'
import { isObject } from '../story/bodies.ts'
import { createNames, type Names } from './names.ts'

/**
 * Remembers whatever a run makes and changes, and removes it and puts it back at the end. A creation
 * is written down before its request is sent: one that was interrupted may have happened, and is
 * looked up by its unique name.
 */
export interface Sandbox {
  readonly names: Names
  /** To be called before any call is sent; what it returns, with the answer. */
  watch(operation: OperationId, parameters: Parameters): (answer: Answer) => void
  /** Removes everything, groups first; reports what could not be removed. */
  cleanUp(): Promise<readonly LeftBehind[]>
}

interface Made {
  readonly kind: Kind
  readonly name: string
  id?: number
  /** The answer to the first try was lost: there may be a second one of the name. */
  isAskedAgain?: boolean
}

/** `settings` are those of the instance before anything is changed, where they could be read. */
export function createSandbox(call: CleanUpCall, settings: Parameters | undefined): Sandbox {
  const names = createNames()
  const made = new Set<Made>()
  let areSettingsChanged = false

  return {
    names,
    watch(operation, parameters) {
      if (operation === 'updateApplicationSettings') areSettingsChanged = true
      const kind = kinds.find((one) => one.creates === operation)
      const removed = kinds.find((one) => one.removes === operation)
      if (kind) {
        const one: Made = { kind, name: String(parameters[kind.nameParameter] ?? '') }
        made.add(one)
        return (answer) => settle(one, answer)
      }
      return (answer) => {
        if (!removed || answer.status !== 200) return
        for (const one of made) {
          if (one.kind !== removed || one.id !== parameters.id) continue
          if (one.isAskedAgain) delete one.id
          else made.delete(one)
        }
      }
    },
    async cleanUp() {
      const left: LeftBehind[] = []
      for (const kind of kinds) {
        const ofKind = [...made].filter((one) => one.kind === kind)
        left.push(...(await Promise.all(ofKind.map((one) => remove(call, names, one)))).flat())
      }
      made.clear()
      if (areSettingsChanged) left.push(...(await putBack(call, settings)))
      return left
    },
  }
}

/** One that was refused is looked up all the same: it may have been sent twice, and done at once. */
function settle(one: Made, { status, body, isAskedAgain = false }: Answer): void {
  one.isAskedAgain = isAskedAgain
  const [first] = Array.isArray(body) ? body : [body]
  if (status < 300 && isObject(first) && typeof first.id === 'number') one.id = first.id
}

async function remove(
  call: CleanUpCall,
  { prefix }: Names,
  { kind, name, id, isAskedAgain }: Made,
): Promise<LeftBehind[]> {
  // What has a name of somebody else is none of this run.
  const find = async () => (name.includes(prefix) ? kind.find(call, name) : undefined)
  try {
    for (let next = id ?? (await find()); next !== undefined; ) {
      const { status } = await call(kind.removes, { id: next })
      if (status >= 300 && status !== 404) {
        return [{ kind: kind.name, name, reason: `${kind.removes} answered ${status}` }]
      }
      const other: number | undefined = isAskedAgain ? await find() : undefined
      next = other === next ? undefined : other
    }
    return []
  } catch (error) {
    return [
      { kind: kind.name, name, reason: error instanceof Error ? error.message : String(error) },
    ]
  }
}

/** Settings that are not written, or follow from others. */
const unwritten = new Set(['id', 'created_at', 'updated_at', 'repository_storage'])

async function putBack(call: CleanUpCall, before: Parameters | undefined): Promise<LeftBehind[]> {
  const leftBehind = (reason: string) => [
    { kind: 'settings', name: 'application settings', reason },
  ]
  if (!before) return leftBehind('they could not be read before they were changed')
  try {
    const now = await readSettings(call)
    const changed = 'settings' in now ? differencesOf(before, now.settings) : before
    if (Object.keys(changed).length === 0) return []
    const { status } = await call('updateApplicationSettings', writtenOf(changed))
    if (status !== 200) return leftBehind(`updateApplicationSettings answered ${status}`)
    const after = await readSettings(call)
    if (!('settings' in after)) return leftBehind(`getApplicationSettings answered ${after.status}`)
    const rest = Object.keys(differencesOf(before, after.settings))
    return rest.length === 0 ? [] : leftBehind(`${rest.join(', ')} did not take the old value`)
  } catch (error) {
    return leftBehind(error instanceof Error ? error.message : String(error))
  }
}

async function readSettings(
  call: CleanUpCall,
): Promise<{ readonly settings: Parameters } | { readonly status: number }> {
  const { status, body } = await call('getApplicationSettings', {})
  return status === 200 && isObject(body) ? { settings: body } : { status }
}

/** The settings of `before` that are others now. */
function differencesOf(before: Parameters, now: Parameters): Parameters {
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(now[name])
  return Object.fromEntries(Object.entries(writtenOf(before)).filter(([name]) => !isSame(name)))
}

function writtenOf(settings: Parameters): Parameters {
  return Object.fromEntries(Object.entries(settings).filter(([name]) => !unwritten.has(name)))
}

/** Sends a call as the administrator, also after an interruption. */
export type CleanUpCall = (operation: OperationId, parameters: Parameters) => Promise<Answer>

/** What a run makes on a server and removes again. What lies in a group or belongs to a user goes with it. */
export interface Kind {
  readonly name: string
  readonly creates: OperationId
  readonly removes: OperationId
  /** The parameter of the creation that holds the unique name. */
  readonly nameParameter: string
  /** Looks for one of which only the name is known; undefined where there is none. */
  find(call: CleanUpCall, name: string): Promise<number | undefined>
}

/** In the order of removal: groups before the users who own them. */
const kinds: readonly Kind[] = [
  {
    name: 'group',
    creates: 'createGroup',
    removes: 'deleteGroup',
    nameParameter: 'path',
    find: async (call, name) => idOf((await call('getGroup', { id: name })).body),
  },
  {
    name: 'system hook',
    creates: 'createSystemHook',
    removes: 'deleteSystemHook',
    nameParameter: 'url',
    find: async (call, name) =>
      firstWith('url', name, (await call('listSystemHooks', { per_page: 100 })).body),
  },
  {
    name: 'user',
    creates: 'createUser',
    removes: 'deleteUser',
    nameParameter: 'username',
    find: async (call, name) =>
      firstWith('username', name, (await call('listUsers', { username: name })).body),
  },
]

function idOf(value: unknown): number | undefined {
  if (typeof value !== 'object' || value === null || !('id' in value)) return undefined
  return typeof value.id === 'number' ? value.id : undefined
}

function firstWith(field: string, name: string, list: unknown): number | undefined {
  if (!Array.isArray(list)) return undefined
  return idOf(list.find((one: object) => Reflect.get(Object(one), field) === name))
}
