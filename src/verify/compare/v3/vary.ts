import type { ParameterContract } from '../../../contract/operation-contract.ts'
import type { Step, Value } from '../../reproduction/history.ts'
import type { Draw } from '../draw.ts'
import { pathOf, ref, type World } from './world.ts'

/** The same call in another of the forms that the contract has for it: paths for ids, forms, filters, pages, sudo. */
export function vary(step: Step, world: World): Step {
  const operation = world.operation(step.operation)
  const { draw } = world
  const parameters: Record<string, Value | undefined> = { ...step.parameters }
  for (const parameter of operation.parameters) {
    const value = parameters[parameter.name]
    if (parameter.in === 'path' && isPathTaken(parameter) && draw.isLikely(0.25)) {
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

/** A removal, which now and then has its token in the query. */
export function varyRemoval(step: Step, { draw, operation }: World): Step {
  const isPlain = step.credential === undefined && step.as !== 'nobody'
  if (operation(step.operation).method !== 'DELETE' || !isPlain || !draw.isLikely(0.3)) return step
  return { ...step, credential: 'query' }
}

/** Where the parameters of a write stand. */
function placeOf(draw: Draw): Pick<Step, 'form' | 'inQuery'> {
  if (draw.isLikely(0.2)) return { form: true }
  return draw.isLikely(0.2) ? { inQuery: draw.one(['all', 'every other']) } : {}
}

const isPathTaken = ({ schema }: ParameterContract) => [schema.type].flat().includes('string')

/** The path of a project or a group, where the value is its id. */
function pathInstead(value: Value | undefined, name: string, world: World): Value | undefined {
  const project = world.projects.find(({ symbol }) => ref(symbol) === value)
  if (project) return pathOf(project)
  const group = world.groups.find(({ symbol }) => ref(symbol) === value)
  return group && name === 'id' ? group.path : undefined
}

/** A value of a filter that keeps some and leaves out others; none where the contract leaves open what it does. */
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
  // Who is shown what an administrator sees of sizes, and which archived ones there are, is not written here.
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

/** Numbers of records that were made, in whichever project: where a project begins to count is its own affair. */
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
