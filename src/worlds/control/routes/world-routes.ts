import { z } from 'zod'
import { ControlError } from '../../control-error.ts'
import type { WorldDescription, WorldDirectory } from '../../world-directory.ts'
import { defaultWorld } from '../../world-names.ts'
import { listedWorld, worldWithTokens } from '../answer-schemas.ts'
import { type ControlRoute, serverRoute, serverRouteWithBody } from './route.ts'
import { seedBody } from './state-routes.ts'

const newWorld = z
  .strictObject({
    name: z.string().optional(),
    seed: z.union([z.string(), seedBody], 'must be the name of a seed, or a seed').optional(),
    from: z.string().optional(),
    snapshot: z.string().optional(),
  })
  .meta({ id: 'NewWorld' })

/** Routes of the worlds of the server. */
export const worldRoutes: readonly ControlRoute[] = [
  serverRoute({
    method: 'GET',
    path: '/worlds',
    operationId: 'listWorlds',
    summary: 'The worlds, the default one first, then the longest unused first.',
    subject: 'server',
    success: { status: 200, body: z.array(listedWorld) },
    async run({ directory, address }) {
      const names = await directory.names()
      return { status: 200, json: names.map((name) => listed(name, address)) }
    },
  }),
  serverRouteWithBody({
    method: 'POST',
    path: '/worlds',
    operationId: 'createWorld',
    summary:
      'Makes a world of a seed, of another world or of a snapshot; by default of what the default one started from.',
    subject: 'server',
    body: newWorld,
    success: { status: 201, body: worldWithTokens },
    refusals: { 409: 'There is a world of this name already.' },
    async run({ directory, body, address }) {
      checkSeedName(directory, body.seed)
      return { status: 201, json: withUrl(await directory.create(body), address) }
    },
  }),
  serverRoute({
    method: 'GET',
    path: '/worlds/{world}',
    operationId: 'getWorld',
    summary: 'One world with its tokens.',
    subject: 'server',
    success: { status: 200, body: worldWithTokens },
    async run({ directory, parameters: { world = '' }, address }) {
      return { status: 200, json: withUrl(await directory.show(world), address) }
    },
  }),
  serverRoute({
    method: 'DELETE',
    path: '/worlds/{world}',
    operationId: 'removeWorld',
    summary: 'Removes a world; the default one stays.',
    subject: 'server',
    success: { status: 204 },
    refusals: { 409: 'It is the default world.' },
    async run({ directory, parameters: { world = '' } }) {
      await directory.remove(world)
      return { status: 204 }
    },
  }),
]

/** Callers can name seeds, but not files of the machine that serves. */
function checkSeedName({ seedNames }: WorldDirectory, seed: unknown): void {
  if (typeof seed !== 'string' || seedNames.includes(seed)) return
  const known = seedNames.map((name) => `"${name}"`).join(', ')
  throw new ControlError(400, `There is no seed "${seed}": name one of ${known}, or send the seed`)
}

function listed(name: string, address: string) {
  return { name, url: name === defaultWorld ? address : `${address}/w/${name}` }
}

function withUrl({ name, tokens }: WorldDescription, address: string) {
  return { ...listed(name, address), tokens }
}
