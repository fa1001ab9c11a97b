import { Ajv2020 } from 'ajv/dist/2020.js'
import { beforeEach, describe, expect, it } from 'vitest'
import { application } from '../../../src/adapters/server/application.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { type TableName, tableNames } from '../../../src/store/tables.ts'
import { connect, type ServedForge } from '../../../src/worlds/client/index.ts'
import { listQuery } from '../../../src/worlds/control/records/list.ts'
import { fieldNames } from '../../../src/worlds/control/records/record.ts'
import { controlToken, runWorker } from '../../adapters/worker/fake-engine.ts'
import { serveWorlds } from './served-worlds.ts'

const url = 'http://forge.test'
const seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane', name: 'Jane Doe' },
  ],
  projects: [{ path: 'jane/website', visibility: 'public' as const }],
  milestones: [{ project: 'jane/website', title: 'First' }],
  issues: [
    { project: 'jane/website', title: 'It leaks', author: 'jane', labels: ['bug'] },
    { project: 'jane/website', title: 'it rusts', author: 'jane', milestone: 'First' },
    {
      project: 'jane/website',
      title: 'a leak, again',
      author: 'root',
      description: 'x'.repeat(5000),
    },
  ],
}

let forge: Forge
let control: ServedForge
const titles = async (query: Parameters<ServedForge['collections']['list']>[1]) => {
  const { total, records } = await control.collections.list('issues', query)
  return [total, records.map(({ title }) => title)] as const
}

beforeEach(async () => {
  forge = await createForge({ seed, randomSeed: 1, log: () => {} })
  const { fetch } = application(forge)
  control = connect(url, { fetch: async (...given) => fetch(new Request(...given)) })
})

describe('the records of a collection', () => {
  it('are counted', async () => {
    const all = await control.collections.all()
    expect(all.map(({ name }) => name)).toEqual(tableNames)
    expect(all).toContainEqual({ name: 'issues', count: 3 })
  })

  it('are searched by words in any field, whatever their case', async () => {
    expect(await titles({ search: 'LEAK' })).toEqual([2, ['It leaks', 'a leak, again']])
    expect(await titles({ search: 'leak it' })).toEqual([1, ['It leaks']])
    expect(await titles({ search: 'bug' })).toEqual([1, ['It leaks']])
    expect(await titles({ search: 'nothing of it' })).toEqual([0, []])
  })

  it('are filtered by the values of fields', async () => {
    const [root, jane] = forge.db.users.all()
    expect(await titles({ where: { author_id: root?.id ?? 0 } })).toEqual([1, ['a leak, again']])
    expect(await titles({ where: { author_id: jane?.id ?? 0, milestone_id: null } })).toEqual([
      1,
      ['It leaks'],
    ])
  })

  it('are ordered by any field, text without its case, and by id where it is the same', async () => {
    expect((await titles({ order_by: 'title' }))[1]).toEqual([
      'a leak, again',
      'It leaks',
      'it rusts',
    ])
    expect((await titles({ order_by: 'iid', sort: 'desc' }))[1]?.[0]).toBe('a leak, again')
    expect((await titles({ order_by: 'milestone_id', sort: 'desc' }))[1]?.[0]).toBe('it rusts')
    expect((await titles({ order_by: 'state' }))[1]).toEqual([
      'It leaks',
      'it rusts',
      'a leak, again',
    ])
  })

  it('come in pages, of 200 at most', async () => {
    expect(await titles({ page: 2, per_page: 2 })).toEqual([3, ['a leak, again']])
    expect(await titles({ page: 9 })).toEqual([3, []])
    await expect(titles({ per_page: 201 })).rejects.toThrow('per_page')
    await expect(titles({ page: 0 })).rejects.toThrow('page')
  })

  it('have the beginning of long texts, and the titles of what they name', async () => {
    const { records, references } = await control.collections.list('issues', { search: 'again' })
    expect(String(records[0]?.description)).toHaveLength(301)
    expect(references).toContainEqual({ collection: 'users', id: 1, title: 'root' })
    expect(references).toContainEqual({ collection: 'projects', id: 1, title: 'website' })
  })

  it('are refused where there is no such collection or field', async () => {
    const { control: call } = await serveWorlds()
    const wrong = async (path: string) => {
      const { status, body } = await call('GET', `/collections/${path}`)
      return [status, body.message]
    }
    expect(await wrong('isues')).toEqual([
      404,
      'There is no collection "isues"; did you mean "issues"?',
    ])
    expect(await wrong('issues?titel=a')).toEqual([
      400,
      'issues has no field "titel"; did you mean "title"?',
    ])
    expect(await wrong('issues?order_by=constructor')).toEqual([
      400,
      expect.stringContaining('no field'),
    ])
    expect(await wrong('issues?sort=up')).toEqual([400, expect.stringContaining('sort')])
    expect(await wrong('constructor')).toEqual([404, expect.stringContaining('no collection')])
  })

  it('have no field that a query has another meaning for', () => {
    const taken = tableNames.flatMap((name) =>
      fieldNames(name).filter((field) => Object.hasOwn(listQuery.shape, field)),
    )
    expect(taken).toEqual([])
  })
})

describe('one record', () => {
  it('comes whole, with those that it names and those that name it', async () => {
    const { record, references, referrers } = await control.collections.get('issues', 2)
    expect(record).toMatchObject({ id: 2, title: 'it rusts', milestone_id: 1 })
    expect(references).toEqual([
      { field: 'project_id', collection: 'projects', id: 1, title: 'website' },
      { field: 'author_id', collection: 'users', id: 2, title: 'jane' },
      { field: 'milestone_id', collection: 'milestones', id: 1, title: 'First' },
    ])
    expect(referrers.map(({ collection }) => collection)).not.toContain('mergeRequests')
    const ofProject = await control.collections.get('projects', 1)
    const byIssues = ofProject.referrers.find(({ collection }) => collection === 'issues')
    expect(byIssues).toEqual({
      collection: 'issues',
      field: 'project_id',
      count: 3,
      query: { project_id: '1' },
    })
    const third = await control.collections.get('issues', 3)
    expect(third.record.description).toBe('x'.repeat(5000))
  })

  it('is named by records that say of which kind it is', async () => {
    const headers = { 'private-token': 'root-token', 'content-type': 'application/json' }
    const body = JSON.stringify({ body: 'Me too' })
    await forge.fetch(`${url}/api/v4/projects/1/issues/1/notes`, { method: 'POST', headers, body })
    const { referrers } = await control.collections.get('issues', 1)
    const byNotes = referrers.find(({ collection }) => collection === 'notes')
    expect(byNotes).toMatchObject({ count: 1, query: { noteable_type: 'Issue', noteable_id: '1' } })
    const { total } = await control.collections.list('notes', { where: byNotes?.query ?? {} })
    expect(total).toBe(1)
  })

  it('is JSON, whatever it holds', async () => {
    const [project] = forge.db.projects.all()
    forge.db.uploads.insert({
      kind: 'file',
      project_id: project?.id ?? 0,
      secret: '0'.repeat(32),
      filename: 'a.png',
      bytes: new Uint8Array(12),
    })
    const { record } = await control.collections.get('uploads', 1)
    expect(record.bytes).toEqual({ bytes: 12 })
    forge.db.repositories.insert({ id: 1, refs: new Map() })
    expect((await control.collections.get('repositories', 1)).record.refs).toEqual({})
  })

  it('is refused where it is not there', async () => {
    await expect(control.collections.get('issues', 99)).rejects.toMatchObject({
      status: 404,
      message: 'There is no record 99 in issues',
    })
  })
})

describe('a change of a record', () => {
  it('is seen by the API, and by whoever watches', async () => {
    const seen: string[] = []
    forge.watch((event) => {
      if (event.type === 'change') seen.push(...event.collections)
    })
    const { record } = await control.collections.change('issues', 1, { title: 'It drips' })
    expect(record).toMatchObject({ id: 1, title: 'It drips', labels: ['bug'] })
    const answer = await forge.fetch(`${url}/api/v4/projects/1/issues/1`)
    expect(await answer.json()).toMatchObject({ title: 'It drips' })
    expect(seen).toEqual(['issues'])
  })

  it.each<[TableName, number, object, object]>([
    ['issues', 1, { title: 7 }, { title: [expect.stringContaining('expected string')] }],
    ['issues', 1, { state: 'open' }, { state: [expect.stringContaining('"opened"')] }],
    ['issues', 1, { titel: 'a' }, { titel: ['issues has no such field; did you mean "title"?'] }],
    ['issues', 1, { id: 9 }, { id: ['the id of a record stays'] }],
    [
      'issues',
      1,
      { milestone_id: 99 },
      { milestone_id: [expect.stringContaining('names no record')] },
    ],
    ['issues', 1, { iid: 2 }, { project_id: [expect.stringContaining('is taken')] }],
    [
      'issues',
      1,
      { labels: ['a', 7] },
      { labels: [expect.stringMatching(/^1: .*expected string/)] },
    ],
    ['users', 1, { username: 'JANE' }, { username: [expect.stringContaining('is taken')] }],
    [
      'issues',
      1,
      { title: 7, state: 7 },
      { title: [expect.anything()], state: [expect.anything()] },
    ],
  ])(
    'is refused field by field, and nothing is written: %s %s %j',
    async (name, id, changes, errors) => {
      const before = forge.db[name].get(id)
      const refusal = control.collections.change(name, id, { ...changes })
      await expect(refusal).rejects.toMatchObject({ status: 400, errors })
      expect(forge.db[name].get(id)).toBe(before)
    },
  )

  it('needs what control needs', async () => {
    const { ask } = await serveWorlds({}, { controlToken: 'a-secret' })
    expect((await ask('/_forge/collections')).status).toBe(401)
    const page = { method: 'PUT', headers: { authorization: 'Bearer a-secret' }, body: '{}' }
    expect((await ask('/_forge/collections/users/records/1', page)).status).toBe(403)
  })

  it('is stored by a worker', async () => {
    const worker = runWorker({ seed, randomSeed: 1 })
    const served = connect(url, {
      token: controlToken,
      fetch: async (...given) => worker.fetch(new Request(...given)),
    })
    const own = await served.worlds.create({ name: 'own' })
    await own.collections.change('issues', 1, { title: 'It drips' })
    const { records } = await own.collections.list('issues', { search: 'drips' })
    expect(records).toMatchObject([{ id: 1 }])
    expect((await served.collections.list('issues', { search: 'drips' })).total).toBe(0)
  })
})

describe('the schema of a collection', () => {
  it('says what a form needs', async () => {
    const { properties, required, ...rest } = await control.collections.schema('issues')
    expect(properties).toMatchObject({
      id: { type: 'integer', readOnly: true },
      title: { type: 'string' },
      state: { enum: ['opened', 'closed'] },
      milestone_id: { 'x-reference': 'milestones' },
    })
    expect(required).toContain('title')
    expect(rest['x-unique']).toEqual([['project_id', 'iid']])
    const notes = await control.collections.schema('notes')
    expect(notes.properties).toMatchObject({
      noteable_id: { 'x-reference': { kind: 'noteable_type' } },
    })
  })

  it('marks what JSON cannot hold', async () => {
    expect((await control.collections.schema('uploads')).properties).toMatchObject({
      bytes: { readOnly: true },
    })
    expect((await control.collections.schema('repositories')).properties).toMatchObject({
      refs: { readOnly: true },
    })
    expect((await control.collections.schema('builds')).properties).toMatchObject({
      artifacts: { readOnly: true },
    })
  })

  it('fits the records of the demo world', async () => {
    const demo = await createForge({ seed: 'demo' })
    const { fetch } = application(demo)
    const served = connect(url, { fetch: async (...given) => fetch(new Request(...given)) })
    let count = 0
    for (const name of tableNames) {
      const { properties, ...schema } = await served.collections.schema(name)
      const sent = Object.entries(properties as Record<string, { readOnly?: boolean }>).filter(
        ([field, { readOnly }]) => field === 'id' || !readOnly,
      )
      const validate = new Ajv2020({ strict: false, validateFormats: false }).compile({
        ...schema,
        properties: Object.fromEntries(sent),
        additionalProperties: true,
      })
      for (const { id } of demo.db[name].all().slice(0, 20)) {
        const { record } = await served.collections.get(name, id)
        expect([name, validate(record), validate.errors]).toEqual([name, true, null])
        count += 1
      }
    }
    expect(count).toBeGreaterThan(200)
  })
})
