import { z } from 'zod'
import type { ClockControl } from '../../../forge/control.ts'
import { clock, upcoming } from '../answer-schemas.ts'
import { type ControlRoute, route, routeWithBody } from './route.ts'

const change = z
  .strictObject({
    now: z.string().meta({ description: 'The time to move to, ISO 8601' }).optional(),
    advance: z
      .union([z.number(), z.string()], 'must be milliseconds, or a text such as 2h')
      .meta({ description: 'Milliseconds, or a text such as 2h, 90s, 3d or 1d 12h' })
      .optional(),
    isFrozen: z.boolean().optional(),
  })
  .refine(
    (given) => Object.values(given).filter((value) => value !== undefined).length === 1,
    'must have one of now, advance and isFrozen',
  )
  .meta({ id: 'ClockChange' })

/** Routes of the clock of a world. */
export const clockRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/clock',
    operationId: 'getClock',
    summary: 'What time it is, and whether the clock stands still.',
    subject: 'world',
    success: { status: 200, body: clock },
    run: async ({ forge }) => ({ status: 200, json: await read(forge.clock) }),
  }),
  route({
    method: 'GET',
    path: '/clock/upcoming',
    operationId: 'listUpcoming',
    summary: 'What is going to happen by its date alone, soonest first; 1,000 things at most.',
    subject: 'world',
    success: { status: 200, body: z.array(upcoming) },
    run: async ({ forge }) => ({ status: 200, json: await forge.clock.upcoming() }),
  }),
  routeWithBody({
    method: 'PUT',
    path: '/clock',
    operationId: 'moveClock',
    summary: 'Sets the clock, moves it on, stops it or lets it run. What time brings happens.',
    subject: 'world',
    body: change,
    success: { status: 200, body: clock },
    async run({ forge, body: { now, advance, isFrozen } }) {
      if (now !== undefined) await forge.clock.set(now)
      if (advance !== undefined) await forge.clock.advance(advance)
      if (isFrozen === true) await forge.clock.freeze()
      if (isFrozen === false) await forge.clock.resume()
      return { status: 200, json: await read(forge.clock) }
    },
  }),
]

async function read(time: ClockControl): Promise<z.input<typeof clock>> {
  return { now: await time.now(), isFrozen: await time.isFrozen() }
}
