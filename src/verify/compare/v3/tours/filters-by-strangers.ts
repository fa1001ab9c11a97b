import { addressOf, firstOf, requiredOf } from '../calls.ts'
import { addGroup, addProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addRecords } from '../records.ts'
import { valuesOf } from '../values.ts'
import type { World } from '../world.ts'
import { isOfPlace, readsOf, searchOf } from './operations.ts'

/**
 * Each list of a group that everybody may see, and of a project in it, with each value of each of its parameters, by who
 * is no member: whatever is asked for, what is private or confidential is not found.
 */
export function filtersByStrangers(world: World): void {
  const level = world.levels.at(-1) ?? 0
  if (level === 0) return
  const group = addGroup(world, level)
  const project = addProject(world, group, level)
  for (const one of [project, addProject(world, group, 0)]) addRecords(world, one)
  const target = firstOf(project, 'developer')
  for (const operation of readsOf(world)) {
    if (!operation.isPaginated || operation.access === 'admin') continue
    const address = addressOf(operation, target, world)
    const required = requiredOf(operation, target, world)
    if (!address || !required) continue
    const base = { ...searchOf(operation), ...address, ...required }
    const callers = level === 20 && isOfPlace(operation) ? ['stranger', 'nobody'] : ['stranger']
    for (const parameter of operation.parameters) {
      if (parameter.in === 'path' || parameter.required) continue
      for (const value of valuesOf(parameter, operation, project, world))
        for (const as of callers) add(world, as, operation.id, { ...base, [parameter.name]: value })
    }
  }
}
