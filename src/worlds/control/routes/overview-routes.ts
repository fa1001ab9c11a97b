import { z } from 'zod'
import { apiNames } from '../../../contract/base-paths.ts'
import { type TokenHolder, tokenHolders } from '../../../forge/token-holders.ts'
import { tableNames, type WorldRecords } from '../../../store/tables.ts'
import { type ControlRoute, route } from './route.ts'

/** The maximum number of users in an overview, since a world can have any number. */
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
        description: `Those who can sign in and are searched for, administrators first; the first ${MAX_PEOPLE} of them`,
      }),
    people_count: z.int().meta({ description: 'How many there are of those' }),
    records: z
      .record(z.string(), z.int())
      .meta({ description: 'How many records each collection has, by the names of collections' }),
  })
  .meta({ id: 'Overview' })

/** Routes of the overview of a world. */
export const overviewRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/overview',
    operationId: 'getOverview',
    summary:
      'The world at a glance: its APIs and its time, who can sign in, and how much it holds.',
    subject: 'world',
    query: z.object({
      search: z
        .string()
        .default('')
        .meta({ description: 'Words that each stand in the name or the username of the people' }),
    }),
    success: { status: 200, body: overview },
    async run({ world: { name }, forge, query }) {
      const holders = holdersWith(forge.db, (query.get('search') ?? '').trim().toLowerCase())
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

/** Finds the users whose names contain all words of a search; an exact match comes first. */
function holdersWith(db: WorldRecords, search: string): TokenHolder[] {
  const words = search.split(/\s+/)
  const found = tokenHolders(db).filter(({ username, name }) => {
    const text = `${username} ${name}`.toLowerCase()
    return words.every((word) => text.includes(word))
  })
  const isNamed = ({ username }: TokenHolder) => username.toLowerCase() === search
  return [...found.filter(isNamed), ...found.filter((holder) => !isNamed(holder))]
}
