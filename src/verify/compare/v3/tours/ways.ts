import type { Step } from '../../../reproduction/history.ts'
import { addressOf, firstOf, requiredOf } from '../calls.ts'
import { add } from '../reads.ts'
import { pathOf, ref, type World } from '../world.ts'
import { readRecords } from './callers.ts'
import { isOfPlace, readsOf, searchOf, writesOf } from './operations.ts'

/** Each way to call as the owner: a token of their own, or that of the administrator with their id or username. */
const entitled: readonly Partial<Step>[] = [
  { credential: 'query' },
  { credential: 'sudo by name' },
  { credential: 'sudo by id' },
  { credential: 'sudo in the query' },
  { as: 'admin', sudo: ref('owner'), sudoIn: 'query' },
]

const refused: readonly NonNullable<Step['credential']>[] = [
  'wrong token',
  'sudo as nobody',
  'sudo without the right',
  'sudo as oneself',
]

/** Every operation with its credentials and its parameters in each of the other possible places. */
export function ways(world: World): void {
  const { draw } = world
  const project = draw.one(world.projects.slice(0, 2))
  const target = firstOf(project, 'guest')
  for (const operation of [...readsOf(world), ...writesOf(world)]) {
    const { id, access, method, path } = operation
    const isRemoval = method === 'DELETE'
    const ofPlace = isOfPlace(operation) || path === '/projects/{id}'
    const address = addressOf(operation, target, world)
    const required = requiredOf(operation, target, world)
    if (!address || !required) continue
    const parameters = { ...searchOf(operation), ...address, ...required }
    // If a server accepts it as the administrator, the record could not be removed.
    const tried = ofPlace ? refused : refused.filter((one) => one !== 'sudo as nobody')
    for (const credential of method === 'GET' ? refused : [draw.one(tried)]) {
      add(world, 'developer', id, parameters, { credential })
    }
    if (access === 'admin' || isRemoval || (!ofPlace && method !== 'GET')) continue
    // A cherry-pick onto its own parent within the same second is the same commit.
    if (id === 'cherryPickCommit') continue
    const hasNested = Object.values(required).some((one) => typeof one === 'object')
    const places: readonly Partial<Step>[] =
      method === 'GET' || hasNested ? [{}] : [{}, form, inQuery, split]
    const byPath =
      path.startsWith('/projects/{id}') && draw.isLikely(0.5) ? { id: pathOf(project) } : {}
    for (const way of entitled) {
      const values = { ...parameters, ...requiredOf(operation, target, world), ...byPath }
      add(world, way.as ?? 'owner', id, values, { ...draw.one(places), ...way })
    }
    if (method !== 'GET') readRecords(world, target)
  }
}

const form = { form: true } as const
const inQuery = { inQuery: 'all' } as const
const split = { inQuery: 'every other' } as const
