import { z } from 'zod'
import type { ChangesOptions, RecordChange } from '../../../forge/changes/world-changes.ts'
import { type TableName, tableNames } from '../../../store/tables.ts'
import { worldChanges } from '../answer-schemas.ts'
import { writeJson } from '../json.ts'
import { type ControlRoute, routeWithBody } from './route.ts'
import { checkSnapshot } from './state-routes.ts'

const collection = z.enum(tableNames as readonly [TableName, ...TableName[]])

const comparison = z
  .strictObject({
    since: z.string().meta({ description: 'A snapshot; the beginning by default' }).optional(),
    until: z.string().meta({ description: 'A snapshot; the present by default' }).optional(),
    limit: z.int().min(0).max(10_000).optional(),
    collections: z.array(collection).optional(),
  })
  .meta({ id: 'Comparison' }) satisfies z.ZodType<ChangesOptions>

/**
 * The maximum number of characters of the records of a response. The first record is always sent, since a single one
 * can hold long traces.
 */
const MAX_CHARACTERS = 8 * 2 ** 20

/** Routes of the differences between two points in time. */
export const changeRoutes: readonly ControlRoute[] = [
  routeWithBody({
    method: 'POST',
    path: '/changes',
    operationId: 'compareMoments',
    summary:
      'Which records, branches and tags differ between two snapshots, the beginning or the present; all are counted, and the first written out.',
    subject: 'world',
    body: comparison,
    success: { status: 200, body: worldChanges },
    async run({ forge, body: { since, ...options } }) {
      for (const name of [since, options.until]) {
        if (name !== undefined) await checkSnapshot(forge, name)
      }
      const { records, ...changes } = await forge.changesSince(since, options)
      return { status: 200, json: { ...changes, records: beginningOf(records) } }
    },
  }),
]

function beginningOf(records: readonly RecordChange[]): readonly RecordChange[] {
  let characters = 0
  const end = records.findIndex((record, place) => {
    characters += writeJson(record).length
    return place > 0 && characters > MAX_CHARACTERS
  })
  return end < 0 ? records : records.slice(0, end)
}
