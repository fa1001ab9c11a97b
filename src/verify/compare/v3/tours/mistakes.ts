import type { ParameterContract } from '../../../../contract/operation-contract.ts'
import { type Operation, pathParameters } from '../../../contract/operation.ts'
import type { Values } from '../../../reproduction/history.ts'
import { addressOf, requiredOf, type Target, validParameters } from '../calls.ts'
import { completeTarget } from '../complete-target.ts'
import { refusedIn } from '../moves/refusals.ts'
import { add } from '../reads.ts'
import { valuesOf } from '../values.ts'
import { UNKNOWN_HASH, UNKNOWN_ID, type World } from '../world.ts'
import { readRecords } from './callers.ts'
import { entitledTo, isOfPlace, readsOf, writesOf } from './operations.ts'

/** Unknown records at each place of each path, missing required parameters, and missing permissions. */
export function mistakes(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = completeTarget(world, project)
  for (const operation of [...readsOf(world), ...writesOf(world)]) {
    const { id, method, parameters } = operation
    const address = addressOf(operation, target, world)
    const required = requiredOf(operation, target, world)
    if (!address || !required) continue
    const as = entitledTo(operation)
    const place = pathParameters(operation)
    for (const { name, schema } of place) {
      if (operation.unknownOtherwise.has(name)) continue
      const isNumber = [schema.type].flat().includes('integer')
      const unknown = isNumber ? UNKNOWN_ID : name === 'sha' ? UNKNOWN_HASH : 'nowhere'
      add(world, as, id, { ...address, ...required, [name]: unknown })
      // Nor is it found with any of its parameters, such as those that may leave nothing of a list.
      for (const values of method === 'GET' ? eachAlone(operation, target, world) : [])
        add(world, as, id, { ...address, ...required, ...values, [name]: unknown })
      // Anonymous callers get no hint about existing records.
      if (draw.isLikely(0.5)) {
        add(world, 'nobody', id, { ...address, ...required, [name]: unknown })
      }
    }
    // Existing records are not removed.
    if (method === 'DELETE' || !isOfPlace(operation)) continue
    for (const { name, in: where } of parameters.filter((one) => one.required)) {
      if (where === 'path') continue
      const { [name]: _missing, ...rest } = required
      add(world, as, id, { ...address, ...rest })
    }
    const isEmptied = Object.keys(required).length > 0 && draw.isLikely(0.3)
    if (isEmptied) readRecords(world, target)
  }
  valuesOfOthers(world, target)
  for (const { operation, parameters, by } of refusedIn(project)) {
    for (const as of by) if (as !== 'stranger') add(world, as, operation, parameters)
  }
  readRecords(world, target)
}

/** One value of each parameter that need not be sent. */
const eachAlone = (operation: Operation, { project }: Target, world: World): readonly Values[] =>
  operation.parameters.flatMap((parameter) => {
    const { name, required, in: place } = parameter
    if (place === 'path' || required) return []
    return valuesOf(parameter, operation, project, world)
      .slice(0, 1)
      .map((value) => ({ [name]: value }))
  })

/** Writes with values that a parameter of the same kind has elsewhere, such as the state of a build for that of a status. */
function valuesOfOthers(world: World, target: Target): void {
  const writes = writesOf(world)
  const lists = [...readsOf(world), ...writes].flatMap(({ parameters }) => parameters.map(valuesIn))
  for (const operation of writes) {
    const valid = validParameters(operation, target, world)
    if (!valid || !isOfPlace(operation)) continue
    for (const parameter of operation.parameters) {
      const own = new Set(valuesIn(parameter))
      const alike = lists.filter((values) => values.some((one) => own.has(one))).flat()
      for (const value of new Set(alike)) {
        if (own.has(value)) continue
        add(world, entitledTo(operation), operation.id, { ...valid, [parameter.name]: value })
      }
    }
  }
}

/** Returns the values that a parameter, or an item of it, is one of. */
const valuesIn = ({ schema }: ParameterContract) =>
  (schema.enum ?? schema.items?.enum ?? []).filter((one) => one !== null)
