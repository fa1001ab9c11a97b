import type { Values } from '../../../reproduction/history.ts'
import { addressOf, requiredOf } from '../calls.ts'
import { add } from '../reads.ts'
import { valuesOf } from '../values.ts'
import type { World } from '../world.ts'
import { entitledTo, readsOf, searchOf } from './operations.ts'
import { addVariety, listedOf } from './variety.ts'

/** Every read with each value of each of its parameters, and with several pages. */
export function filters(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  addVariety(world, project)
  for (const operation of readsOf(world)) {
    const target = listedOf(project)
    const address = addressOf(operation, target, world)
    const required = requiredOf(operation, target, world)
    const { parameters, id, isPaginated } = operation
    if (!address || !required) continue
    const as = entitledTo(operation)
    const base = { ...searchOf(operation), ...address, ...required }
    const ask = (values: Values) => add(world, as, id, { ...base, ...values })
    ask({})
    const optional = parameters.filter((one) => one.in !== 'path' && !one.required)
    for (const parameter of optional) {
      const { name } = parameter
      for (const value of valuesOf(parameter, operation, project, world)) {
        ask({ [name]: value })
        if (!isPaginated || name === 'page' || name === 'per_page') continue
        if (name === 'order_by') ask({ [name]: value, sort: 'asc' })
        for (const page of [1, 2]) ask({ [name]: value, per_page: 2, page })
      }
    }
    if (isPaginated)
      for (const per_page of [1, 2]) for (const page of [1, 2, 3, 4]) ask({ per_page, page })
  }
}
