import { describe, expect, it } from 'vitest'
import type { PresentedCredentials } from '../../src/gitlab/access/credentials.ts'
import { GivenParameters } from '../../src/http/given-parameters.ts'
import { createPerspectives, type Standpoint } from '../../src/http/perspectives.ts'
import { readAddress } from '../../src/http/request-address.ts'
import { createStore, type Store } from '../../src/store/store.ts'
import { noCredentials } from './no-credentials.ts'

const standpoint = (
  presented: Partial<PresentedCredentials>,
  today = '2017-01-15',
): Standpoint => ({
  presented: { ...noCredentials, ...presented },
  today,
  origin: 'http://forge.test',
})

/** A store with users of these names, each with a private token `NAME-token`. */
function storeOf(...names: readonly string[]) {
  const store = createStore()
  for (const name of names) {
    const email = `${name}@example.com`
    const user = store.users.insert({ username: name, name, email, is_admin: name === 'root' })
    const scopes = ['api' as const]
    store.credentials.insert({ user_id: user.id, kind: 'private', token: `${name}-token`, scopes })
  }
  return store
}

function first<T>(records: readonly T[]): T {
  const [record] = records
  if (record === undefined) throw new Error('There is no record.')
  return record
}

describe('a perspective', () => {
  it('is looked up once for all requests from the same standpoint, until something is written', () => {
    const store = storeOf('jane')
    const perspectiveOf = createPerspectives(store)
    const asked = () => perspectiveOf(standpoint({ privateToken: 'jane-token' }))
    const first = asked()
    expect(first.viewer.user?.username).toBe('jane')
    expect(asked()).toBe(first)
    store.users.replace(first.viewer.signedIn(), { state: 'blocked' })
    expect(asked).toThrow('401')
  })

  it('is that of the same viewer after a write that does not decide who it is', () => {
    const store = storeOf('jane', 'bob')
    const perspectiveOf = createPerspectives(store)
    const asked = (name: string) => perspectiveOf(standpoint({ privateToken: `${name}-token` }))
    const before = asked('jane')
    const address = readAddress({ method: 'GET', url: 'http://forge.test/api/v3/user' })
    const given = new GivenParameters({})
    before.answers.keep(address, { answer: { status: 200, headers: {}, json: 1 }, given })
    expect(asked('jane').answers.at(address)).toBeDefined()
    store.labels.insert({ project_id: 1, title: 'bug' })
    const after = asked('jane')
    expect(after.viewer).toBe(before.viewer)
    expect(after.answers.at(address)).toBeUndefined()
    store.labels.insert({ project_id: 1, title: 'later' })
    expect(asked('bob').viewer.user?.username).toBe('bob')
    expect(asked('jane').viewer).not.toBe(before.viewer)
  })

  it.each<[string, (store: Store) => unknown]>([
    ['a user', ({ users }) => users.replace(first(users.all()), { is_external: true })],
    ['a credential', ({ credentials }) => credentials.remove(first(credentials.all()))],
    ['a membership', ({ members }) => members.remove(first(members.all()))],
    ['a namespace', ({ namespaces }) => namespaces.remove(first(namespaces.all()))],
    ['a project', ({ projects }) => projects.remove(first(projects.all()))],
    ['a link to a group', ({ groupLinks }) => groupLinks.remove(first(groupLinks.all()))],
  ])('is looked up again after a write to %s', (_, write) => {
    const store = storeOf('bob', 'jane')
    const { id: namespace_id } = store.namespaces.insert({
      path: 'crew',
      name: 'crew',
      kind: 'group',
    })
    const { id: project_id } = store.projects.insert({
      path: 'site',
      name: 'site',
      namespace_id,
      creator_id: 1,
    })
    store.groupLinks.insert({ project_id, group_id: namespace_id, group_access: 30 })
    store.members.insert({
      source_type: 'group',
      source_id: namespace_id,
      user_id: 2,
      access_level: 30,
    })
    const perspectiveOf = createPerspectives(store)
    const asked = () => perspectiveOf(standpoint({ privateToken: 'jane-token' }))
    const { viewer } = asked()
    write(store)
    expect(asked().viewer).not.toBe(viewer)
  })

  it('differs by the credentials, by their kind, and by the day', () => {
    const perspectiveOf = createPerspectives(storeOf('jane', 'bob'))
    const jane = perspectiveOf(standpoint({ privateToken: 'jane-token' }))
    expect(perspectiveOf(standpoint({ privateToken: 'bob-token' })).viewer.user?.username).toBe(
      'bob',
    )
    expect(perspectiveOf(standpoint({})).viewer.user).toBeUndefined()
    expect(() => perspectiveOf(standpoint({ session: 'jane-token' }))).toThrow('401')
    expect(perspectiveOf(standpoint({ privateToken: 'jane-token' }, '2017-01-16'))).not.toBe(jane)
  })

  it('is of nobody else where a token is made to look like a standpoint', () => {
    const perspectiveOf = createPerspectives(storeOf('jane'))
    perspectiveOf(standpoint({ privateToken: 'jane-token' }))
    for (const token of ['\njane-token', 'x\n0\n2017-01-15\nhttp://forge.test\njane-token', '']) {
      expect(() => perspectiveOf(standpoint({ privateToken: token }))).toThrow('401')
    }
  })

  it('is not remembered where an administrator acts as somebody, or nobody could ask so', () => {
    const perspectiveOf = createPerspectives(storeOf('root', 'jane'))
    const asJane = () => perspectiveOf(standpoint({ privateToken: 'root-token', sudo: 'jane' }))
    expect(asJane().viewer.user?.username).toBe('jane')
    expect(asJane().viewer.sudoer?.username).toBe('root')
    expect(asJane()).not.toBe(asJane())
    expect(perspectiveOf(standpoint({ privateToken: 'root-token' })).viewer.sudoer).toBeUndefined()
  })
})
