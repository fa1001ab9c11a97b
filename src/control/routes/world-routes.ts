import { z } from 'zod'
import { listedWorld, shownWorld } from '../answer-schemas.ts'
import { ControlError } from '../control-error.ts'
import { tokenHolders } from '../token-holders.ts'
import { defaultWorld } from '../world-names.ts'
import type { World, Worlds } from '../worlds.ts'
import { type ControlRoute, route, routeWithBody } from './route.ts'
import { seedBody } from './state-routes.ts'

const newWorld = z
  .strictObject({
    name: z.string().optional(),
    seed: z.union([z.string(), seedBody], 'must be the name of a seed, or a seed').optional(),
    from: z.string().optional(),
    snapshot: z.string().optional(),
  })
  .meta({ id: 'NewWorld' })

/** The worlds of the server. */
export const worldRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/worlds',
    operationId: 'listWorlds',
    summary: 'The worlds, the default one first, then the longest unused first.',
    subject: 'server',
    success: { status: 200, body: z.array(listedWorld) },
    run: ({ worlds, address }) => ({
      status: 200,
      json: worlds.list().map((world) => listed(world, address)),
    }),
  }),
  routeWithBody({
    method: 'POST',
    path: '/worlds',
    operationId: 'createWorld',
    summary:
      'Makes a world of a seed, of another world or of a snapshot; by default of what the default one started from.',
    subject: 'server',
    body: newWorld,
    success: { status: 201, body: shownWorld },
    refusals: { 409: 'There is a world of this name already.' },
    async run({ worlds, body, address }) {
      checkSeedName(worlds, body.seed)
      const world = await worlds.create(body)
      return { status: 201, json: shown(world, address) }
    },
  }),
  route({
    method: 'GET',
    path: '/worlds/{world}',
    operationId: 'getWorld',
    summary: 'One world with its tokens.',
    subject: 'server',
    success: { status: 200, body: shownWorld },
    run: ({ world, address }) => ({ status: 200, json: shown(world, address) }),
  }),
  route({
    method: 'DELETE',
    path: '/worlds/{world}',
    operationId: 'removeWorld',
    summary: 'Removes a world; the default one stays.',
    subject: 'server',
    success: { status: 204 },
    refusals: { 409: 'It is the default world.' },
    run({ worlds, world }) {
      worlds.remove(world.name)
      return { status: 204 }
    },
  }),
]

/** A caller may name seeds, and not the files of the machine that serves. */
function checkSeedName({ seedNames }: Worlds, seed: unknown): void {
  if (typeof seed !== 'string' || seedNames.includes(seed)) return
  const known = seedNames.map((name) => `"${name}"`).join(', ')
  throw new ControlError(400, `There is no seed "${seed}": name one of ${known}, or send the seed`)
}

function listed({ name }: World, address: string) {
  return { name, url: name === defaultWorld ? address : `${address}/w/${name}` }
}

function shown(world: World, address: string) {
  const holders = tokenHolders(world.forge)
  const tokens = Object.fromEntries(holders.map(({ username, token }) => [username, token]))
  return { ...listed(world, address), tokens }
}
