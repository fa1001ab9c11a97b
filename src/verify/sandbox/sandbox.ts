import type { OperationId } from '../../contract/generated/contract.ts'
import type { Answer } from '../client/answer.ts'
import type { Parameters } from '../client/encode.ts'
import type { LeftBehind } from '../results.ts'
import { createNames, type Names } from './names.ts'
import { type CleanUpCall, type Kind, kinds } from './removal.ts'

/**
 * Remembers whatever a run makes and changes, and removes it and puts it back at the end. A creation
 * is remembered before its request is sent: one that was interrupted may have happened, and is
 * looked up by its unique name.
 */
export interface Sandbox {
  readonly names: Names
  /** To be called before any call is sent; what it returns, with the answer. */
  watch(operation: OperationId, parameters: Parameters): Promise<(answer: Answer) => void>
  /** Removes everything, groups first; tells what could not be removed. */
  cleanUp(): Promise<readonly LeftBehind[]>
}

interface Made {
  readonly kind: Kind
  readonly name: string
  id?: number
}

export function createSandbox(call: CleanUpCall): Sandbox {
  const names = createNames()
  const made = new Set<Made>()
  let settings: Parameters | undefined

  async function keepSettings(): Promise<void> {
    if (settings) return
    const { body } = await call('getApplicationSettings', {})
    if (isObject(body)) settings ??= body
  }

  return {
    names,
    async watch(operation, parameters) {
      if (operation === 'updateApplicationSettings') await keepSettings()
      const kind = kinds.find((one) => one.creates === operation)
      const removed = kinds.find((one) => one.removes === operation)
      if (kind) {
        const one: Made = { kind, name: String(parameters[kind.nameParameter] ?? '') }
        made.add(one)
        return (answer) => settle(made, one, answer)
      }
      return (answer) => {
        if (!removed || answer.status !== 200) return
        for (const one of made)
          if (one.kind === removed && one.id === parameters.id) made.delete(one)
      }
    },
    async cleanUp() {
      const left: LeftBehind[] = []
      for (const kind of kinds) {
        const ofKind = [...made].filter((one) => one.kind === kind)
        left.push(...(await Promise.all(ofKind.map((one) => remove(call, one)))).flat())
      }
      made.clear()
      if (settings) left.push(...(await putBack(call, settings)))
      return left
    },
  }
}

function settle(made: Set<Made>, one: Made, { status, body }: Answer): void {
  const [first] = Array.isArray(body) ? body : [body]
  if (status < 300 && isObject(first) && typeof first.id === 'number') one.id = first.id
  else if (status >= 400 && status < 500) made.delete(one)
}

async function remove(call: CleanUpCall, { kind, name, id }: Made): Promise<LeftBehind[]> {
  try {
    const found = id ?? (name === '' ? undefined : await kind.find(call, name))
    if (found === undefined) return []
    const { status } = await call(kind.removes, { id: found })
    if (status < 300 || status === 404) return []
    return [{ kind: kind.name, name, reason: `${kind.removes} answered ${status}` }]
  } catch (error) {
    return [
      { kind: kind.name, name, reason: error instanceof Error ? error.message : String(error) },
    ]
  }
}

/** Settings that are not written, or follow from others. */
const unwritten = new Set(['id', 'created_at', 'updated_at', 'repository_storage'])

async function putBack(call: CleanUpCall, before: Parameters): Promise<LeftBehind[]> {
  const leftBehind = (reason: string) => [
    { kind: 'settings', name: 'application settings', reason },
  ]
  try {
    const { body: now } = await call('getApplicationSettings', {})
    const changed = isObject(now) ? differencesOf(before, now) : before
    if (Object.keys(changed).length === 0) return []
    const { status } = await call('updateApplicationSettings', changed)
    if (status !== 200) return leftBehind(`updateApplicationSettings answered ${status}`)
    const { body: after } = await call('getApplicationSettings', {})
    const rest = Object.keys(isObject(after) ? differencesOf(before, after) : before)
    return rest.length === 0 ? [] : leftBehind(`${rest.join(', ')} did not take the old value`)
  } catch (error) {
    return leftBehind(error instanceof Error ? error.message : String(error))
  }
}

/** The settings of `before` that are others now. */
function differencesOf(before: Parameters, now: Parameters): Parameters {
  const isSame = (name: string) => JSON.stringify(before[name]) === JSON.stringify(now[name])
  return Object.fromEntries(
    Object.entries(before).filter(([name]) => !unwritten.has(name) && !isSame(name)),
  )
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
