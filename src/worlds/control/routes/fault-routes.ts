import { z } from 'zod'
import type { Fault, FaultDescription } from '../../../forge/control.ts'
import { checkDescription } from '../../../forge/faults/description.ts'
import { faultPresets } from '../../../forge/faults/presets.ts'
import type { Forge } from '../../../forge/forge.ts'
import { ControlError } from '../../control-error.ts'
import { requestCriteria } from './request-criteria.ts'
import { type ControlRoute, route, routeWithBody } from './route.ts'

/** The forge validates each field and their combinations, with messages of its own. */
const description = requestCriteria
  .extend({
    world: z.string().optional(),
    times: z.int().min(1).optional(),
    share: z.number().min(0).max(1).optional(),
    phase: z.enum(['before', 'after']).optional(),
    status: z.int().optional(),
    retryAfter: z.number().optional(),
    delay: z.union([z.number(), z.string()], 'must be a number or a range').optional(),
    connection: z.enum(['drop', 'stall']).optional(),
    body: z.enum(['truncate', 'malform']).optional(),
    afterBytes: z.int().min(0).optional(),
    isStale: z.boolean().optional(),
    isOff: z.boolean().optional(),
  })
  .meta({ id: 'FaultDescription' }) satisfies z.ZodType<FaultDescription>

const fault = z
  .looseObject({ ...description.shape, id: z.union([z.int(), z.string()]), hits: z.int().min(0) })
  .meta({ id: 'Fault' })

const preset = z.object({ name: z.string(), summary: z.string(), fault: description })

/** Routes of the faults of a world. */
export const faultRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/faults',
    operationId: 'listFaults',
    summary: 'The faults with how many requests each has hit.',
    subject: 'world',
    success: { status: 200, body: z.array(fault) },
    run: async ({ forge }) => ({ status: 200, json: await forge.faults.all() }),
  }),
  route({
    method: 'GET',
    path: '/faults/presets',
    operationId: 'listFaultPresets',
    summary: 'Faults that many try, to be added as they are or with more criteria.',
    subject: 'world',
    success: { status: 200, body: z.array(preset) },
    run() {
      const presets = Object.entries(faultPresets)
      return { status: 200, json: presets.map(([name, about]) => ({ name, ...about })) }
    },
  }),
  routeWithBody({
    method: 'PUT',
    path: '/faults/{id}',
    operationId: 'switchFault',
    summary: 'Switches a fault off, which then stays and hits nothing, or on.',
    subject: 'world',
    body: z.strictObject({ isOff: z.boolean() }).meta({ id: 'FaultSwitch' }),
    success: { status: 200, body: fault },
    run({ forge, parameters: { id = '' }, body: { isOff } }) {
      const { id: known } = knownFault(forge, id)
      const turned = isOff ? forge.faults.switchOff(known) : forge.faults.switchOn(known)
      return { status: 200, json: turned }
    },
  }),
  routeWithBody({
    method: 'POST',
    path: '/faults',
    operationId: 'addFault',
    summary:
      'Makes requests of a kind fail, or slow: of the world, or of all worlds whose names match `world`.',
    subject: 'world',
    body: description,
    check: checkDescription,
    success: { status: 201, body: fault },
    run: async ({ forge, body }) => ({ status: 201, json: await forge.faults.add(body) }),
  }),
  route({
    method: 'DELETE',
    path: '/faults',
    operationId: 'clearFaults',
    summary: 'Removes the faults of the world; of the default one, the shared ones as well.',
    subject: 'world',
    success: { status: 204 },
    async run({ forge }) {
      await forge.faults.clear()
      return { status: 204 }
    },
  }),
  route({
    method: 'DELETE',
    path: '/faults/{id}',
    operationId: 'removeFault',
    summary: 'Removes one fault.',
    subject: 'world',
    success: { status: 204 },
    async run({ forge, parameters: { id = '' } }) {
      forge.faults.remove(knownFault(forge, id).id)
      return { status: 204 }
    },
  }),
]

/** @throws ControlError 404 where there is no such fault. */
function knownFault({ faults }: Forge, id: string): Fault {
  const known = faults.all().find((one) => String(one.id) === id)
  if (!known) throw new ControlError(404, `There is no fault ${id}`)
  return known
}
