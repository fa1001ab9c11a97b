import { describe, expect, it } from 'vitest'
import {
  checkCriteria,
  type JournalCriteria,
  matchesEntry,
  matchesRequest,
} from '../../src/http/request-criteria.ts'

const entry = {
  operationId: 'createIssue',
  method: 'POST',
  path: '/mounted/api/v3/projects/jane%2Fsite/issues?private_token=x/y',
  user: 'jane',
  status: 201,
  parameters: { id: 1, title: 'It leaks', labels: ['bug', 'ui'], nested: { deep: { a: 1, b: 2 } } },
}

describe('a request is one that is meant', () => {
  it.each<JournalCriteria>([
    {},
    { operation: 'createIssue' },
    { method: 'POST' },
    { method: 'post' },
    { user: 'jane' },
    { status: 201 },
    { path: '/projects/jane%2Fsite/issues' },
    { path: '/projects/jane%2fsite/issues/' },
    { path: '/projects/*/issues' },
    { path: '/projects/jane%2F*/iss*' },
    { path: '/**' },
    { path: '/**/issues' },
    { path: '/projects/**' },
    { path: '/projects/jane%2Fsite/issues/**' },
    { path: '/**/jane%2Fsite/**/issues/**' },
    { parameters: {} },
    { parameters: { title: 'It leaks' } },
    { parameters: { labels: ['bug', 'ui'] } },
    { parameters: { nested: { deep: { b: 2 } } } },
    { operation: 'createIssue', method: 'POST', user: 'jane', status: 201, parameters: { id: 1 } },
  ])('by %j', (criteria) => {
    expect(matchesEntry(criteria, entry)).toBe(true)
  })

  it.each<JournalCriteria>([
    { operation: 'updateIssue' },
    { method: 'GET' },
    { user: 'root' },
    { status: 200 },
    { path: '/projects' },
    { path: '/projects/*' },
    { path: '/projects/*/*/issues' },
    { path: '/*/issues' },
    { path: '/**/notes' },
    { path: '/projects/jane/site/issues' },
    { path: '/projects/jane%2Fsite/issue' },
    { parameters: { title: 'It' } },
    { parameters: { id: '1' } },
    { parameters: { missing: undefined } },
    { parameters: { labels: ['bug'] } },
    { parameters: { labels: ['ui', 'bug'] } },
    { parameters: { labels: { 0: 'bug', 1: 'ui' } } },
    { parameters: { nested: { deep: { c: 3 } } } },
    { parameters: { nested: [] } },
    { parameters: { title: { a: 1 } } },
    { operation: 'createIssue', user: 'root' },
  ])('and not by %j', (criteria) => {
    expect(matchesEntry(criteria, entry)).toBe(false)
  })

  it('before it is answered, too', () => {
    const asked = {
      api: 'v3',
      operation: 'createIssue',
      method: 'POST',
      user: 'jane',
      path: '/projects/1/issues',
    } as const
    expect(matchesRequest({ path: '/projects/**', user: 'jane' }, asked)).toBe(true)
    expect(matchesRequest({ path: '/users' }, asked)).toBe(false)
    expect(matchesRequest({ api: 'v3' }, asked)).toBe(true)
    expect(matchesRequest({ api: 'v4' }, asked)).toBe(false)
    expect(matchesRequest({ path: '/**' }, { ...asked, path: undefined })).toBe(false)
    expect(matchesRequest({ user: 'jane' }, { ...asked, path: undefined })).toBe(true)
  })

  it.each([
    ['/api/v3', true],
    ['/api/v3?private_token=x', true],
    ['/mounted/api/v3/user', true],
    ['/api/v30/user', false],
    ['/avatars/jane.svg?from=/api/v3/user', false],
  ])('by a path where that is below the API: %s', (path, expected) => {
    expect(matchesEntry({ path: '/**' }, { ...entry, path })).toBe(expected)
  })

  it('by GET where it is a HEAD, which is answered as GET', () => {
    const head = { ...entry, method: 'HEAD' }
    expect(matchesEntry({ method: 'get' }, head)).toBe(true)
    expect(matchesEntry({ method: 'HEAD' }, head)).toBe(true)
    expect(matchesEntry({ method: 'HEAD' }, { ...entry, method: 'GET' })).toBe(false)
  })
})

describe('criteria that are wrong', () => {
  it.each([
    [{ operaton: 'createIssue' }, 'did you mean "operation"'],
    [{ operation: 'createIssues' }, 'option `operation` must be the id of an operation'],
    [{ path: 'projects' }, 'option `path` must be a path below /api/v4 or /api/v3'],
    [{ status: '200' }, 'option `status` must be a whole number'],
    [{ parameters: [] }, 'option `parameters` must be an object'],
    [{ method: 'FETCH' }, 'option `method` must be a method'],
    [{ user: '' }, 'option `user` must be a username'],
    [{ user: 1 }, 'option `user` must be a username'],
    ['createIssue', 'the options must be an object'],
    [[{ operation: 'createIssue' }], 'the options must be an object; got an array'],
    [{ operation: 'createIsue' }, 'got "createIsue"; did you mean "createIssue"?'],
  ])('are refused: %j', (criteria, message) => {
    expect(() => checkCriteria('find', criteria as JournalCriteria)).toThrow(message)
  })
})
