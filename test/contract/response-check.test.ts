import { describe, expect, it } from 'vitest'
import { v3 } from '../../src/contract/apis.ts'
import { createResponseCheck } from '../../src/contract/response-check.ts'

const document = await v3.loadDocument()
const strict = createResponseCheck(document, 'strict')
const open = createResponseCheck(document, 'open')

const brief = {
  id: 1,
  username: 'jane',
  name: 'Jane',
  state: 'active',
  avatar_url: null,
  web_url: 'http://forge.test/jane',
}
const user = {
  ...brief,
  created_at: '2016-12-22T09:00:00.000Z',
  is_admin: false,
  bio: null,
  location: null,
  skype: '',
  linkedin: '',
  twitter: '',
  website_url: '',
  organization: null,
}
const event = {
  title: null,
  project_id: 1,
  action_name: 'created',
  target_id: null,
  target_type: null,
  author_id: 1,
  data: null,
  target_title: null,
  author: brief,
  author_username: 'jane',
}

describe.each([
  ['strictly', strict],
  ['openly', open],
])('answers read %s', (_, check) => {
  it('are right as the contract has them', () => {
    expect(check('getUser', 200, user)).toBeUndefined()
    expect(check('listUsers', 200, [brief, brief])).toBeUndefined()
    expect(check('listUsers', 200, [])).toBeUndefined()
    expect(check('listUserEvents', 200, [event])).toBeUndefined()
    expect(check('blockUser', 200, true)).toBeUndefined()
    expect(check('getUser', 404, { message: '404 User Not Found' })).toBeUndefined()
    expect(
      check('createUser', 400, { message: { email: ['is invalid'], nested: { a: ['b'] } } }),
    ).toBeUndefined()
  })

  it.each<[string, number, unknown, string]>([
    ['getUser', 200, { ...user, id: '1' }, 'must be integer'],
    ['getUser', 200, { ...user, state: 'gone' }, 'must be equal to one of'],
    ['getUser', 200, { ...user, created_at: 'yesterday' }, 'date-time'],
    ['getUser', 200, { ...user, created_at: null }, 'must be string'],
    ['getUser', 200, [user], 'must be object'],
    ['getUser', 200, undefined, 'must be object'],
    ['listUsers', 200, brief, 'must be array'],
    ['listUsers', 200, [brief, null], 'must be object'],
    ['listUserEvents', 200, [{ ...event, author: { ...brief, state: 1 } }], '/0/author/state'],
    ['listUserEvents', 200, [{ ...event, data: { before: 1 } }], '/0/data'],
    ['createUser', 400, { message: { email: 'is invalid' } }, 'message'],
    ['createUser', 400, { error: 'x' }, 'message'],
  ])('are wrong with a wrong value: %s %i %j', (operation, status, json, reason) => {
    const problem = check(operation, status, json)
    expect(problem).toContain(`${operation} ${status} breaks its contract`)
    expect(problem).toContain(reason)
  })

  it.each(Object.keys(user))('are wrong without the field %s', (name) => {
    const { [name]: _, ...others } = user as Record<string, unknown>
    expect(check('getUser', 200, others)).toContain(`'${name}'`)
  })

  it('are wrong with a status that the contract does not name', () => {
    expect(check('getUser', 201, user)).toBe(
      'getUser answered 201, which its contract does not name',
    )
    expect(check('getUser', 409, { message: 'x' })).toContain('does not name')
    expect(check('noSuchOperation', 200, user)).toContain('does not name')
  })

  it('may be 413 and 415 of any operation', () => {
    expect(check('getUser', 413, { message: 'x' })).toBeUndefined()
    expect(check('getUser', 415, { message: 'x' })).toBeUndefined()
  })
})

/** Two readings of the same schemas. */
describe('a field beyond the schema', () => {
  it.each<[string, string, unknown]>([
    ['of an object', 'getUser', { ...user, shoe_size: 43 }],
    ['of an item', 'listUsers', [brief, { ...brief, shoe_size: 43 }]],
    ['of an embedded object', 'listUserEvents', [{ ...event, author: { ...brief, x: 1 } }]],
    ['of an object composed of others', 'getSshKeyWithUser', undefined],
  ])('%s is wrong strictly and right openly', (_, operation, json) => {
    const full = {
      ...user,
      email: 'jane@x.example',
      last_sign_in_at: null,
      confirmed_at: null,
      theme_id: 1,
      color_scheme_id: 1,
      projects_limit: 10,
      current_sign_in_at: null,
      identities: [{ provider: 'a', extern_uid: 'b' }],
      can_create_group: true,
      can_create_project: true,
      two_factor_enabled: false,
      external: false,
    }
    const key = { id: 1, title: 'a', key: 'b', created_at: '2016-12-22T09:00:00.000Z' }
    const answer = json ?? {
      ...key,
      user: { ...full, identities: [{ provider: 'a', extern_uid: 'b', x: 1 }] },
    }
    expect(strict(operation, 200, answer)).toContain('must NOT have unevaluated properties')
    expect(open(operation, 200, answer)).toBeUndefined()
    expect(strict('getSshKeyWithUser', 200, { ...key, user: full })).toBeUndefined()
  })
})

it('reads an answer without a body, and a file', () => {
  const made = {
    paths: {
      '/a': {
        get: {
          operationId: 'getA',
          responses: {
            '200': { content: { 'text/plain': { schema: { type: 'string' } } } },
            '304': { $ref: '#/components/responses/NotModified' },
          },
        },
      },
    },
    components: { schemas: {}, responses: { NotModified: {} } },
  }
  const check = createResponseCheck(made, 'strict')
  expect(check('getA', 200, undefined)).toBeUndefined()
  expect(check('getA', 304, undefined)).toBeUndefined()
  expect(check('getA', 200, { a: 1 })).toBe('getA 200: JSON where the contract has none')
  expect(check('getA', 304, null)).toContain('JSON where the contract has none')
})
