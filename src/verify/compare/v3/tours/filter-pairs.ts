import type { ParameterContract } from '../../../../contract/operation-contract.ts'
import type { Step, Value, Values } from '../../../reproduction/history.ts'
import { coverPairs } from '../../pairs.ts'
import { addressOf, requiredOf } from '../calls.ts'
import { takesPath } from '../paths.ts'
import { add } from '../reads.ts'
import { valuesOf } from '../values.ts'
import { type Project, pathOf, type World } from '../world.ts'
import { type AskedOperation, entitledTo, isOfPlace, readsOf, searchOf } from './operations.ts'
import { addVariety, listedOf } from './variety.ts'

/** Every list with each two of its parameters together, called by several users and by path. */
export function filterPairs(world: World): void {
  // Anonymous callers see something of one that is public.
  const [project] = world.projects.slice(0, 2).toSorted((one, next) => next.level - one.level)
  if (!project) return
  addVariety(world, project)
  for (const operation of readsOf(world)) askPairs(world, operation, project)
}

type Caller = Pick<Step, 'as' | 'credential'>
/** Values of parameters; `caller` is the index of a user, and `address` the path that stands for the id. */
type Asked = Value | undefined

function askPairs(world: World, operation: AskedOperation, project: Project): void {
  const target = listedOf(project)
  const address = addressOf(operation, target, world)
  const required = requiredOf(operation, target, world)
  const optional = operation.parameters.filter((one) => one.in !== 'path' && !one.required)
  if (!address || !required || optional.length < 2) return
  const base = { ...searchOf(operation), ...address, ...required }
  const filters = optional.map(
    (one) => [one.name, [undefined, ...filterValues(one, operation, project, world)]] as const,
  )
  const instead = pathInstead(operation, project)
  const callers = callersOf(operation)
  const factors: Readonly<Record<string, readonly Asked[]>> = {
    ...Object.fromEntries(filters),
    caller: [...callers.keys()],
    address: instead === undefined ? [undefined] : [undefined, instead],
  }
  for (const row of coverPairs<Asked>(factors, world.draw)) {
    const { caller, address: path, ...values } = row
    const given: Values = Object.fromEntries(
      Object.entries(values).filter(([, value]) => value !== undefined),
    )
    const sent = { ...base, ...(path === undefined ? {} : { id: path }), ...given }
    const { as, ...credential } = callers[Number(caller)] ?? { as: 'owner' }
    add(world, as, operation.id, sent, credential)
  }
  for (const values of pairsAlone(filters))
    add(world, entitledTo(operation), operation.id, { ...base, ...values })
  if (!operation.isPaginated) return
  // What is on a second page shows only where a page holds fewer than there are.
  for (const [name, values] of filters)
    for (const value of values) {
      const given = { ...(value === undefined ? {} : { [name]: value }), page: 2, per_page: 1 }
      if (!isPage(name)) add(world, entitledTo(operation), operation.id, { ...base, ...given })
    }
}

/**
 * Each two values of two filters, or of a filter and an order, on one page: others may leave nothing of what both keep,
 * and no order on a page is compared by what a server may count as a change.
 */
function pairsAlone(filters: readonly (readonly [string, readonly Asked[]])[]): readonly Values[] {
  const narrowing = filters.filter(([name]) => !isPage(name) && name !== 'sort')
  return narrowing.flatMap(([one, values], index) =>
    narrowing
      .slice(index + 1)
      .flatMap(([other, others]) =>
        values.flatMap((value) =>
          others.flatMap((second) =>
            value === undefined || second === undefined ? [] : [{ [one]: value, [other]: second }],
          ),
        ),
      ),
  )
}

const isPage = (name: string) => name === 'page' || name === 'per_page'

function filterValues(
  parameter: ParameterContract,
  operation: AskedOperation,
  project: Project,
  world: World,
): readonly Value[] {
  if (parameter.name === 'page') return [1, 2]
  if (parameter.name === 'per_page') return [1, 2, 100]
  if (parameter.name === 'since') {
    return [`<${project.first}.created_at>`, '2100-01-01T00:00:00Z', '2016-01-01T00:00:00Z']
  }
  return valuesOf(parameter, operation, project, world)
}

/**
 * The users who see all that the list has, one of whom the administrator may call as; and anonymous callers, to whom a
 * public project is open on each page.
 */
function callersOf(operation: AskedOperation): readonly Caller[] {
  if (operation.access === 'admin') return [{ as: 'admin' }, { as: 'admin', credential: 'query' }]
  const isSearched = Object.keys(searchOf(operation)).length > 0
  return [
    { as: 'owner' },
    { as: 'developer', credential: 'sudo by name' },
    { as: 'developer' },
    { as: 'owner', credential: 'sudo by id' },
    ...(isOfPlace(operation) || isSearched ? [{ as: 'admin' }] : []),
    ...(operation.access === 'public' ? [{ as: 'nobody' }] : []),
  ]
}

function pathInstead(operation: AskedOperation, project: Project): string | undefined {
  const { path } = operation
  if (!takesPath(operation)) return undefined
  if (path.startsWith('/projects')) return pathOf(project)
  return path.startsWith('/groups') ? project.group.path : undefined
}
