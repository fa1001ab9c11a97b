import { z } from 'zod'
import { basePaths } from '../../contract/base-paths.ts'

/** Schemas of the responses of control calls, for the OpenAPI document of the control address. */

const time = z.iso.datetime().meta({ description: 'ISO 8601, in UTC' })
const milliseconds = z.number().min(0)

export const message = z
  .object({
    message: z.string(),
    errors: z
      .record(z.string(), z.array(z.string()))
      .meta({ description: 'What is wrong with each field of a record that was to be written' })
      .optional(),
  })
  .meta({ id: 'Message' })

export const listedWorld = z
  .object({
    name: z.string(),
    url: z.string().meta({
      description: `What stands before ${Object.values(basePaths).join(' and ')} in the addresses of the world`,
    }),
  })
  .meta({ id: 'ListedWorld' })

export const worldWithTokens = listedWorld
  .extend({
    tokens: z
      .record(z.string(), z.string())
      .meta({ description: 'The private tokens of those who can sign in, by username' }),
  })
  .meta({ id: 'World' })

export const journalEntry = z
  .looseObject({
    id: z.string(),
    at: time,
    method: z.string(),
    path: z.string(),
    api: z.string().optional(),
    operationId: z.string().optional(),
    user: z.string().optional(),
    parameters: z.record(z.string(), z.unknown()),
    status: z.int(),
    answer: z.unknown().optional(),
    milliseconds,
  })
  .meta({ id: 'JournalEntry' })

export const requestSummary = z
  .looseObject({
    id: z.string(),
    at: time,
    method: z.string(),
    path: z.string(),
    api: z.string().optional(),
    operationId: z.string().optional(),
    user: z.string().optional(),
    status: z.int(),
    milliseconds,
    fault: z.union([z.int(), z.string()]).optional(),
    isUnhandled: z
      .boolean()
      .meta({ description: 'Whether no operation was reached, which the entry says why' }),
    isOfConsole: z
      .boolean()
      .meta({ description: 'Whether the console asked, to show what it shows' }),
  })
  .meta({ id: 'RequestSummary' })

export const delivery = z
  .looseObject({
    id: z.int(),
    hook_id: z.int(),
    project_id: z.int().nullable(),
    url: z.string(),
    event: z.string(),
    status: z.int().optional(),
    error: z.string().optional(),
    at: time,
    milliseconds,
    headers: z.record(z.string(), z.string()),
    token: z.literal('[MASKED]').optional(),
    payload: z.record(z.string(), z.unknown()),
  })
  .meta({ id: 'Delivery' })

export const deliverySummary = delivery
  .omit({ headers: true, payload: true })
  .meta({ id: 'DeliverySummary' })

export const build = z
  .looseObject({ id: z.int(), name: z.string(), status: z.string() })
  .meta({ id: 'Build', description: 'A build as the world keeps it; bytes are Base64' })

export const seed = z
  .record(z.string(), z.unknown())
  .meta({ id: 'Seed', description: 'A seed; forgery/schemas/seed.json is its JSON Schema' })

export const added = z
  .record(z.string(), z.array(z.record(z.string(), z.unknown())))
  .meta({ id: 'Added', description: 'The records that were added, by the names of a seed’s lists' })

export const coverage = z
  .object({
    operations: z.array(
      z.looseObject({
        api: z.string(),
        operation: z.string(),
        statuses: z.record(z.string(), z.int()),
      }),
    ),
    share: z.number().min(0).max(1),
  })
  .meta({ id: 'Coverage' })

export const clock = z.object({ now: time, isFrozen: z.boolean() }).meta({ id: 'Clock' })
export const upcoming = z
  .object({
    at: time,
    what: z.string().meta({ description: 'In words' }),
    collection: z.string(),
    id: z.int(),
  })
  .meta({ id: 'Upcoming' })

const change = z.enum(['added', 'changed', 'removed'])
const namedRecord = z
  .record(z.string(), z.unknown())
  .nullable()
  .meta({ description: 'A record in the words of an exported world; null where there is none' })

export const worldChanges = z
  .object({
    counts: z
      .record(z.string(), z.record(change, z.int()))
      .meta({ description: 'How many records were added, changed and removed, by collection' }),
    records: z.array(
      z.object({
        collection: z.string(),
        id: z.int(),
        name: z.string(),
        change,
        fields: z.array(z.string()).meta({ description: 'The fields that differ' }),
        before: namedRecord,
        after: namedRecord,
      }),
    ),
    refs: z.array(
      z.object({
        project: z.string(),
        project_id: z.int(),
        ref: z.string(),
        change,
        before: z.string().nullable(),
        after: z.string().nullable(),
      }),
    ),
  })
  .meta({ id: 'WorldChanges' })

export const snapshotNames = z.array(z.string()).meta({ id: 'SnapshotNames' })
export const unhandled = z
  .object({ problem: z.string().nullable() })
  .meta({ id: 'Unhandled', description: 'Which requests are not served; null where there is none' })
