import { z } from 'zod'
import { apiNames } from '../../../contract/base-paths.ts'
import { tokenHolders } from '../../../forge/token-holders.ts'
import { tableNames } from '../../../store/tables.ts'
import { type ControlRoute, route } from './route.ts'

/** So many people an overview names: a world may have any number of them. */
const MAX_PEOPLE = 200

const overview = z
  .object({
    world: z.string().meta({ description: 'The name of the world' }),
    apis: z.array(z.enum(apiNames)).meta({ description: 'The APIs that are served' }),
    now: z.iso.datetime().meta({ description: 'The time of the world' }),
    people: z
      .array(
        z.object({
          username: z.string(),
          name: z.string(),
          role: z.enum(['administrator', 'user', 'external user']),
          token: z.string().meta({ description: 'The private token' }),
        }),
      )
      .meta({
        description: `Those who can sign in, administrators first; the first ${MAX_PEOPLE} of them`,
      }),
    people_count: z.int().meta({ description: 'How many can sign in' }),
    records: z
      .record(z.string(), z.int())
      .meta({ description: 'How many records each collection has, by the names of collections' }),
  })
  .meta({ id: 'Overview' })

/** What a world is, at a glance. */
export const overviewRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/overview',
    operationId: 'getOverview',
    summary:
      'The world at a glance: its APIs and its time, who can sign in, and how much it holds.',
    subject: 'world',
    success: { status: 200, body: overview },
    async run({ world: { name }, forge }) {
      const holders = tokenHolders(forge.db)
      const records = Object.fromEntries(
        tableNames.map((table) => [table, forge.db[table].all().length]),
      )
      return {
        status: 200,
        json: {
          world: name,
          apis: forge.apis,
          now: await forge.clock.now(),
          people: holders.slice(0, MAX_PEOPLE),
          people_count: holders.length,
          records,
        },
      }
    },
  }),
]
