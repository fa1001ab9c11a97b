import type { Operation } from '../../contract/operation.ts'
import { at } from '../../story/bodies.ts'
import type { Reader } from '../shown-by.ts'
import type { Target } from './targets.ts'

type Parameters = Readonly<Record<string, unknown>>

/**
 * Returns the values that a change has to repeat, as they are shown now: those of the parameters that the specification
 * states as required, on a server that refuses a change without them.
 *
 * @example
 * const repeated = await findRepeated(t.operation('updateMergeRequest'), target)
 * await target.caller.perform('updateMergeRequest', { ...target.path, ...(await repeated()), labels: 'wet' })
 */
export async function findRepeated(
  { id, statedRequired }: Operation,
  { caller, path, record, pairs }: Target,
): Promise<() => Promise<Parameters>> {
  const optional = Object.entries(pairs).find(([name]) => !statedRequired.includes(name))
  if (statedRequired.length === 0 || !optional) return async () => ({})
  const [name, [value]] = optional
  const { status } = await caller.attempt(id, { ...path, [name]: value })
  return status === 400 ? () => shownNow(record, statedRequired) : async () => ({})
}

async function shownNow(
  { caller, operation, parameters, find }: Reader,
  names: readonly string[],
): Promise<Parameters> {
  const { body } = await caller.attempt(operation, parameters)
  const shown = find ? find(body) : body
  return Object.fromEntries(names.map((name) => [name, at(shown, name)]))
}
