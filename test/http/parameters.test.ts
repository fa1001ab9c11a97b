import { describe, expect, it } from 'vitest'
import { ApiError } from '../../src/contract/errors.ts'
import type { OperationContract } from '../../src/contract/operation-contract.ts'
import { readParameters } from '../../src/http/parameters.ts'
import { describeTransports } from '../harness.ts'

const seed = { users: [{ username: 'root', admin: true }, { username: 'jane' }] }

const ann = {
  email: 'ann@x.example',
  password: 'correct horse',
  username: 'ann',
  name: 'Ann Élan & Co',
  projects_limit: '7',
  admin: 'true',
  can_create_group: 'false',
}

describeTransports('parameters', { seed }, (api) => {
  async function create(query: string, body?: BodyInit, type?: string) {
    const headers = { 'private-token': 'root-token', ...(type ? { 'content-type': type } : {}) }
    const init = { method: 'POST', headers, ...(body === undefined ? {} : { body }) }
    return api.request(`/api/v3/users${query}`, init)
  }

  function multipart(): FormData {
    const form = new FormData()
    for (const [name, value] of Object.entries(ann)) form.append(name, value)
    return form
  }

  it.each<[string, () => Promise<{ status: number; body: unknown }>]>([
    ['the query', () => create(`?${new URLSearchParams(ann)}`)],
    ['a form', () => create('', new URLSearchParams(ann))],
    [
      'a form without a type',
      () => create('', new TextEncoder().encode(`${new URLSearchParams(ann)}`)),
    ],
    ['a multipart form', () => create('', multipart())],
    ['JSON of texts', () => create('', JSON.stringify(ann), 'application/json')],
    [
      'JSON of its own types',
      () =>
        create(
          '',
          JSON.stringify({ ...ann, projects_limit: 7, admin: true, can_create_group: false }),
          'application/json; charset=utf-8',
        ),
    ],
    ['a vendor’s JSON', () => create('', JSON.stringify(ann), 'application/vnd.api+json')],
    [
      'the query and the body together',
      () =>
        create(
          '?email=ann%40x.example&password=correct+horse&admin=1',
          new URLSearchParams({
            username: 'ann',
            name: 'Ann Élan & Co',
            projects_limit: '7',
            can_create_group: '0',
          }),
        ),
    ],
  ])('takes them from %s alike', async (_, send) => {
    const { status, body } = await send()
    expect(status).toBe(201)
    expect(body).toMatchObject({
      email: 'ann@x.example',
      username: 'ann',
      name: 'Ann Élan & Co',
      projects_limit: 7,
      is_admin: true,
      can_create_group: false,
    })
  })

  it('lets the body win over the query', async () => {
    await create(
      '?username=query&name=Query',
      JSON.stringify({ ...ann, name: undefined }),
      'application/json',
    )
    expect(api.forge.db.users.all().map(({ username, name }) => [username, name])).toContainEqual([
      'ann',
      'Query',
    ])
  })

  it('takes null for null where the contract has it, and does not fall back to the query', async () => {
    const root = api.as('root')
    await root.put('/users/2', { bio: 'A biography' })
    await root.put('/users/2?bio=query', { bio: null })
    expect((await root.get('/users/2')).body.bio).toBeNull()
  })

  it('takes null for nothing elsewhere', async () => {
    await api.as('root').put('/users/2', { name: null })
    expect((await api.as('root').get('/users/2')).body.name).toBe('jane')
  })

  it.each(Object.keys(ann).slice(0, 4))('names a missing attribute: %s', async (name) => {
    const { [name]: _, ...others } = ann as Record<string, string>
    const { status, body } = await api.as('root').post('/users', others)
    expect(status).toBe(400)
    expect(body).toEqual({ message: `400 (Bad request) "${name}" not given` })
  })

  it('reports every invalid attribute together', async () => {
    const { status, body } = await api
      .as('root')
      .post('/users', { ...ann, projects_limit: 'many', admin: 'perhaps', external: [] })
    expect(status).toBe(400)
    expect(body).toEqual({
      message: {
        projects_limit: ['is invalid'],
        admin: ['is invalid'],
        external: ['is invalid'],
      },
    })
  })

  it('leaves out what the contract does not know', async () => {
    const { status } = await api
      .as('root')
      .put('/users/2', { id: 1, state: 'blocked', nonsense: 1, bio: 'B' })
    expect(status).toBe(200)
    expect(api.forge.db.users.get(2)).toMatchObject({ id: 2, state: 'active' })
  })
})

/** What one operation is given of one parameter. */
describe('a parameter', () => {
  function read(schema: object, query: Record<string, unknown>, required = false) {
    const operation = {
      parameters: [{ name: 'a', in: 'query', required, schema }],
    } as object as OperationContract
    return readParameters(operation, new Map(), query, {}).values.a
  }
  const errorOf = (schema: object, raw: unknown) => {
    try {
      return { value: read(schema, { a: raw }) }
    } catch (error) {
      const body = error instanceof ApiError ? error.bodyIn('v3') : undefined
      return body && 'message' in body && typeof body.message === 'object' && body.message.a
    }
  }

  it.each([
    ['1', 1],
    ['-5', -5],
    ['+5', 5],
    [7, 7],
    [2147483647, 2147483647],
  ])('of an integer: %j is %j', (raw, value) => {
    expect(read({ type: 'integer' }, { a: raw })).toBe(value)
  })

  it.each([
    ['1.5', 'is invalid'],
    [1.5, 'is invalid'],
    ['1e3', 'is invalid'],
    ['0x10', 'is invalid'],
    [' 1', 'is invalid'],
    [true, 'is invalid'],
    [[1], 'is invalid'],
    [{ valueOf: 1 }, 'is invalid'],
    [Number.POSITIVE_INFINITY, 'is invalid'],
    ['2147483648', 'is out of range'],
    ['-2147483649', 'is out of range'],
    ['9'.repeat(400), 'is invalid'],
  ])('of an integer: %j %s', (raw, error) => {
    expect(errorOf({ type: 'integer' }, raw)).toEqual([error])
  })

  it.each([
    { type: 'integer' },
    { type: 'string', format: 'date' },
    { type: 'string', format: 'date-time' },
  ])('is not given where it is left empty: %j', (schema) => {
    expect(read(schema, { a: '' })).toBeUndefined()
    expect(read({ ...schema, default: 7 }, { a: '' })).toBe(7)
    expect(read({ ...schema, type: [schema.type, 'null'] }, { a: '' })).toBeNull()
  })

  it.each([true, 'true', 'TRUE', '1', 1, 't', 'yes', 'y', 'on'])('is true: %j', (raw) => {
    expect(read({ type: 'boolean' }, { a: raw })).toBe(true)
  })

  it.each([false, 'false', 'False', '0', 0, 'f', 'no', 'n', 'off', ''])('is false: %j', (raw) => {
    expect(read({ type: 'boolean' }, { a: raw })).toBe(false)
  })

  it.each(['maybe', 2, [], {}])('is neither true nor false: %j', (raw) => {
    expect(errorOf({ type: 'boolean' }, raw)).toEqual(['is invalid'])
  })

  it('is an array, also of one', () => {
    const schema = { type: 'array', items: { type: 'integer' } }
    expect(read(schema, { a: ['1', 2] })).toEqual([1, 2])
    expect(read(schema, { a: '3' })).toEqual([3])
    expect(read(schema, { a: '' })).toEqual([])
    expect(errorOf(schema, ['1', 'x'])).toEqual(['is invalid'])
  })

  it('is an object of known properties', () => {
    const schema = {
      type: 'object',
      required: ['b'],
      properties: { b: { type: 'integer' }, c: { type: 'string', default: 'see' } },
    }
    expect(read(schema, { a: { b: '1', d: 'unknown' } })).toEqual({ b: 1, c: 'see' })
    expect(errorOf(schema, { c: 'x' })).toEqual(['is missing b'])
    expect(errorOf(schema, { b: 'x' })).toEqual(['is invalid (b)'])
    expect(errorOf(schema, 'x')).toEqual(['is invalid'])
  })

  it.each([
    ['2016-01-02', '2016-01-02T00:00:00.000Z'],
    ['2016-01-02T03:04:05Z', '2016-01-02T03:04:05.000Z'],
    ['2016-01-02T03:04:05.678Z', '2016-01-02T03:04:05.678Z'],
    ['2016-01-02T03:04:05+01:00', '2016-01-02T02:04:05.000Z'],
    ['2016-01-02 03:04:05 +0100', '2016-01-02T02:04:05.000Z'],
    ['2016-01-02T03:04', '2016-01-02T03:04:00.000Z'],
    ['2016-01-02T03:04:05', '2016-01-02T03:04:05.000Z'],
  ])('of a time is UTC where no zone is given: %s', (raw, value) => {
    expect(read({ type: 'string', format: 'date-time' }, { a: raw })).toBe(value)
  })

  it.each(['2016-02-30T00:00:00Z', '2016-13-01', 'yesterday', '2016-01-02T25:00:00Z', '2016'])(
    'of a time is none: %s',
    (raw) => {
      expect(errorOf({ type: 'string', format: 'date-time' }, raw)).toEqual(['is invalid'])
    },
  )

  it.each(['2016-02-30', '2016-2-3', '2016-02-30T00:00:00Z', '2016-02-03Tsoon', '20160203'])(
    'of a day is none: %s',
    (raw) => {
      expect(errorOf({ type: 'string', format: 'date' }, raw)).toEqual(['is invalid'])
    },
  )

  it('of a day takes a time for the day that it names', () => {
    const day = { type: 'string', format: 'date' } as const
    expect(read(day, { a: '2016-02-03T23:30:00-05:00' })).toBe('2016-02-03')
  })

  it('of a text takes numbers and truths as they are written, and nothing with parts', () => {
    expect(read({ type: 'string' }, { a: 5 })).toBe('5')
    expect(read({ type: 'string' }, { a: false })).toBe('false')
    expect(errorOf({ type: 'string' }, { toString: 'x' })).toEqual(['is invalid'])
    expect(errorOf({ type: 'string' }, ['x'])).toEqual(['is invalid'])
    expect(errorOf({ type: 'string' }, 'a\0b')).toEqual(['contains a null byte'])
    expect(errorOf({ type: 'string' }, 'a\ud800b')).toEqual(['is not valid text'])
  })

  it('of a choice is one of them', () => {
    expect(read({ type: 'string', enum: ['asc', 'desc'] }, { a: 'asc' })).toBe('asc')
    expect(read({ type: 'integer', enum: [0, 10] }, { a: '10' })).toBe(10)
    expect(errorOf({ type: 'string', enum: ['asc', 'desc'] }, 'up')).toEqual([
      'does not have a valid value',
    ])
    expect(errorOf({ type: 'integer', enum: [0, 10] }, 5)).toEqual(['does not have a valid value'])
  })

  it('keeps to its bounds', () => {
    const refusal = ['does not have a valid value']
    expect(errorOf({ type: 'integer', minimum: 0 }, -1)).toEqual(refusal)
    expect(errorOf({ type: 'integer', maximum: 2 }, 3)).toEqual(refusal)
    expect(read({ type: 'integer', minimum: 0, maximum: 2 }, { a: '2' })).toBe(2)
    expect(errorOf({ type: 'string', maxLength: 2 }, 'abc')).toEqual([
      'is too long (maximum is 2 characters)',
    ])
  })

  it('has its default where it is missing', () => {
    expect(read({ type: 'string', default: 'here' }, {})).toBe('here')
  })
})
