import { z } from 'zod'
import type { Forge } from '../../../forge/forge.ts'
import type { Seed } from '../../../seed/schema.ts'
import { ControlError } from '../../control-error.ts'
import { noSnapshot } from '../../saved/named-snapshots.ts'
import { added, seed, snapshotNames } from '../answer-schemas.ts'
import { type ControlRoute, route, routeWithBody } from './route.ts'

const isObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** The forge validates the seed itself, with the place of each problem. */
export const seedBody = z
  .custom<Seed>(isObject, 'must be a seed, which is an object')
  .meta({ type: 'object', description: 'A seed; forgery/schemas/seed.json is its JSON Schema' })

const snapshotName = z.string().min(1).max(200)

/** Routes of the state of a world: reset, additions, export and snapshots. */
export const stateRoutes: readonly ControlRoute[] = [
  route({
    method: 'POST',
    path: '/reset',
    operationId: 'resetWorld',
    summary: 'Takes the world, its clock, faults, journals and coverage back to the beginning.',
    subject: 'world',
    success: { status: 200, body: z.object({ status: z.literal('reset') }) },
    run({ forge }) {
      forge.reset()
      return { status: 200, json: { status: 'reset' } }
    },
  }),
  routeWithBody({
    method: 'POST',
    path: '/add',
    operationId: 'addSeed',
    summary: 'Adds to the world what a seed says, all of it or nothing.',
    subject: 'world',
    body: seedBody,
    success: { status: 201, body: added },
    run: async ({ forge, body }) => ({ status: 201, json: await forge.add(body) }),
  }),
  route({
    method: 'GET',
    path: '/export',
    operationId: 'exportWorld',
    summary: 'The present world as a seed.',
    subject: 'world',
    success: { status: 200, body: seed },
    run: ({ forge }) => ({ status: 200, json: forge.export() }),
  }),
  route({
    method: 'GET',
    path: '/snapshots',
    operationId: 'listSnapshots',
    summary: 'The names of the snapshots that the world keeps, in the order they were saved.',
    subject: 'world',
    success: { status: 200, body: snapshotNames },
    run: async ({ forge }) => ({ status: 200, json: await forge.snapshots.all() }),
  }),
  routeWithBody({
    method: 'POST',
    path: '/snapshots',
    operationId: 'saveSnapshot',
    summary: 'Keeps the present world under a name; a snapshot of the same name is replaced.',
    subject: 'world',
    body: z.strictObject({ name: snapshotName }).meta({ id: 'NewSnapshot' }),
    success: { status: 201, body: z.object({ name: snapshotName }) },
    async run({ forge, body: { name } }) {
      await forge.snapshots.save(name)
      return { status: 201, json: { name } }
    },
  }),
  route({
    method: 'DELETE',
    path: '/snapshots/{name}',
    operationId: 'removeSnapshot',
    summary: 'Removes a snapshot.',
    subject: 'world',
    success: { status: 204 },
    async run({ forge, parameters: { name = '' } }) {
      await checkSnapshot(forge, name)
      await forge.snapshots.remove(name)
      return { status: 204 }
    },
  }),
  route({
    method: 'POST',
    path: '/snapshots/{name}/restore',
    operationId: 'restoreSnapshot',
    summary: 'Makes the world what it was when the snapshot was saved.',
    subject: 'world',
    success: { status: 200, body: z.object({ name: snapshotName }) },
    async run({ forge, parameters: { name = '' } }) {
      await checkSnapshot(forge, name)
      await forge.snapshots.restore(name)
      return { status: 200, json: { name } }
    },
  }),
]

/** @throws ControlError 404 where the world has no such snapshot. */
export async function checkSnapshot({ snapshots }: Forge, name: string): Promise<void> {
  const names = await snapshots.all()
  if (names.includes(name)) return
  throw new ControlError(404, `There is ${noSnapshot(name, names)}`)
}
