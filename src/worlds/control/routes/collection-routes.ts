import { z } from 'zod'
import { tableNames } from '../../../store/tables.ts'
import { changeRecord } from '../records/change.ts'
import { referencesOf, referrersOf } from '../records/links.ts'
import { listQuery, listRecords } from '../records/list.ts'
import { findRecord, readCollectionName, writeRecord } from '../records/record.ts'
import { type ControlRoute, route, routeWithBody, type WorldCall } from './route.ts'

const record = z
  .looseObject({ id: z.int() })
  .meta({ id: 'Record', description: 'A record; of bytes there is how many, as `{ "bytes": 12 }`' })

const named = z.object({
  collection: z.string(),
  id: z.int(),
  title: z.string().nullable().meta({ description: 'Null where the record is gone' }),
})

const recordWithLinks = z
  .object({
    record,
    references: z.array(named.extend({ field: z.string() })),
    referrers: z.array(
      z.object({
        collection: z.string(),
        field: z.string(),
        count: z.int(),
        query: z
          .record(z.string(), z.string())
          .meta({ description: 'What lists them: the query of the list of the collection' }),
      }),
    ),
  })
  .meta({ id: 'RecordWithLinks' })

/** Routes of the stored records of a world. */
export const collectionRoutes: readonly ControlRoute[] = [
  route({
    method: 'GET',
    path: '/collections',
    operationId: 'listCollections',
    summary: 'The collections of the world, with how many records each has.',
    subject: 'world',
    success: { status: 200, body: z.array(z.object({ name: z.string(), count: z.int() })) },
    run: ({ forge }) => ({
      status: 200,
      json: tableNames.map((name) => ({ name, count: forge.db[name].count() })),
    }),
  }),
  route({
    method: 'GET',
    path: '/collections/{collection}',
    operationId: 'listRecords',
    summary:
      'A page of the records of a collection; any field in the query says which value it must have.',
    subject: 'world',
    query: listQuery,
    success: {
      status: 200,
      body: z
        .object({ total: z.int(), records: z.array(record), references: z.array(named) })
        .meta({ id: 'RecordPage' }),
    },
    refusals: { 400: 'The query is not what it must be; the message says where.' },
    run: ({ forge, parameters: { collection = '' }, query }) => ({
      status: 200,
      json: listRecords(forge, readCollectionName(collection), query),
    }),
  }),
  route({
    method: 'GET',
    path: '/collections/{collection}/schema',
    operationId: 'getRecordSchema',
    summary: 'The JSON Schema of the records of a collection.',
    subject: 'world',
    success: { status: 200, body: z.record(z.string(), z.unknown()) },
    async run({ parameters: { collection = '' } }) {
      const { recordSchema } = await import('../records/schema.ts')
      return { status: 200, json: recordSchema(readCollectionName(collection)) }
    },
  }),
  route({
    method: 'GET',
    path: '/collections/{collection}/records/{id}',
    operationId: 'getRecord',
    summary: 'A record, with those that it names and those that name it.',
    subject: 'world',
    success: { status: 200, body: recordWithLinks },
    run: (call) => ({ status: 200, json: withLinks(call) }),
  }),
  routeWithBody({
    method: 'PUT',
    path: '/collections/{collection}/records/{id}',
    operationId: 'changeRecord',
    summary: 'Changes fields of a record, held to its model, its references and its unique keys.',
    subject: 'world',
    body: z.record(z.string(), z.unknown()).meta({ id: 'RecordChanges' }),
    success: { status: 200, body: recordWithLinks },
    run(call) {
      const { forge, parameters, body } = call
      const collection = readCollectionName(parameters.collection ?? '')
      changeRecord(forge, collection, findRecord(forge, collection, parameters.id ?? ''), body)
      return { status: 200, json: withLinks(call) }
    },
  }),
]

function withLinks({ forge, parameters }: WorldCall<unknown>) {
  const collection = readCollectionName(parameters.collection ?? '')
  const found = findRecord(forge, collection, parameters.id ?? '')
  return {
    record: writeRecord(found),
    references: referencesOf(forge, collection, found),
    referrers: referrersOf(forge, collection, found),
  }
}
