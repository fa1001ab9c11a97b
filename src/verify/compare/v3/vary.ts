import type { ParameterContract } from '../../../contract/operation-contract.ts'
import type { Step, Value } from '../../reproduction/history.ts'
import type { Draw } from '../draw.ts'
import { takesPath } from './paths.ts'
import { pathOf, ref, type World } from './world.ts'

/** Returns the same call in another form that the contract allows: paths for ids, forms, filters, pages, sudo. */
export function vary(step: Step, world: World): Step {
  const operation = world.operation(step.operation)
  const { draw } = world
  const isPathTaken = ({ in: place, name }: ParameterContract) =>
    place === 'path' && takesPath(operation, name)
  const parameters: Record<string, Value | undefined> = { ...step.parameters }
  for (const parameter of operation.parameters) {
    const value = parameters[parameter.name]
    if (isPathTaken(parameter) && draw.isLikely(0.25)) {
      parameters[parameter.name] = pathInstead(value, parameter.name, world) ?? value
    }
    if (operation.method !== 'GET' || parameter.in !== 'query' || value !== undefined) continue
    const drawn = draw.isLikely(0.2) ? filterValue(parameter, step, world) : undefined
    if (drawn !== undefined) parameters[parameter.name] = drawn
  }
  const hasNested = Object.values(parameters).some((one) => typeof one === 'object')
  const takesForm = (operation.method === 'POST' || operation.method === 'PUT') && !hasNested
  const isOfPerson = step.credential === undefined && step.as !== 'admin' && step.as !== 'nobody'
  const credential = draw.one(['query', 'sudo by name', 'sudo by id'] as const)
  return {
    ...step,
    parameters,
    ...(takesForm ? placeOf(draw) : {}),
    ...(isOfPerson && draw.isLikely(0.08) ? { credential } : {}),
  }
}

/** Returns a removal, occasionally with its token in the query. */
export function varyRemoval(step: Step, { draw, operation }: World): Step {
  const isPlain = step.credential === undefined && step.as !== 'nobody'
  if (operation(step.operation).method !== 'DELETE' || !isPlain || !draw.isLikely(0.3)) return step
  return { ...step, credential: 'query' }
}

/** Chooses the place of the parameters of a write. */
function placeOf(draw: Draw): Pick<Step, 'form' | 'inQuery'> {
  if (draw.isLikely(0.2)) return { form: true }
  return draw.isLikely(0.2) ? { inQuery: draw.one(['all', 'every other']) } : {}
}

/** Replaces the id of a project or a group by its path. */
function pathInstead(value: Value | undefined, name: string, world: World): Value | undefined {
  const project = world.projects.find(({ symbol }) => ref(symbol) === value)
  if (project) return pathOf(project)
  const group = world.groups.find(({ symbol }) => ref(symbol) === value)
  return group && name === 'id' ? group.path : undefined
}

/**
 * Returns a value of a filter that keeps some items and removes others; undefined where its effect is not specified.
 */
function filterValue(parameter: ParameterContract, step: Step, world: World): Value | undefined {
  const { name, schema } = parameter
  const { draw } = world
  if (name === 'per_page') return draw.one([1, 2, 3])
  if (name === 'page') return draw.one([1, 2])
  if (name === 'iid' || name === 'iids') return numbersOf(parameter, step, world)
  if (name === 'scope') {
    return draw.one([
      'pending',
      'canceled',
      ['pending', 'canceled'],
      ['created', 'skipped', 'failed'],
    ])
  }
  if (name === 'labels') return draw.one(['bug', 'roof', 'bug,roof'])
  // The access to statistics and to archived projects is not modelled here.
  if (name === 'statistics' || name === 'archived' || name === 'external') return undefined
  if (name === 'active' || name === 'blocked' || name === 'all_available') return undefined
  if (step.operation === 'listMergeRequests' && name === 'state') {
    return draw.one(['opened', 'merged', 'closed', 'all'])
  }
  if (schema.enum) {
    const values = schema.enum.filter((one) => one !== null && one !== 'all')
    return values.length > 0 ? draw.one(values) : undefined
  }
  return [schema.type].flat().includes('boolean') ? draw.isLikely(0.5) : undefined
}

/** Returns iids of created records of any project, since the first iid of a project is not specified. */
function numbersOf(
  { name }: ParameterContract,
  { operation }: Step,
  { draw, projects }: World,
): Value | undefined {
  const made = projects.flatMap(({ issues, mergeRequests }) =>
    (operation === 'listMergeRequests' ? mergeRequests : issues).map(
      ({ symbol }) => `<${symbol}.iid>`,
    ),
  )
  if (made.length === 0) return undefined
  return name === 'iid'
    ? draw.one(made)
    : draw.one([[draw.one(made)], [draw.one(made), draw.one(made)]])
}
