import { expect, it } from 'vitest'
import type { OperationContract } from '../../src/contract/operation-contract.ts'
import { createRouter } from '../../src/contract/router.ts'
import { growthExponent, MAX_EXPONENT } from '../growth.ts'

/** Operations named by their method and path; `{*name}` spans slashes. */
function contractOf(name: string): OperationContract {
  const [method, path = ''] = name.split(' ')
  const names = [...path.matchAll(/\{(\*?)(\w+)\}/g)]
  return {
    id: name.replace('*', ''),
    method,
    path: path.replaceAll('{*', '{'),
    access: 'public',
    isPaginated: false,
    status: 200,
    parameters: names.map(([, star, parameter]) => ({
      name: parameter,
      in: 'path',
      required: true,
      schema: { type: 'string' },
      spansSlashes: star === '*',
    })),
  } as object as OperationContract
}

const route = createRouter([
  ...[
    'GET /projects',
    'POST /projects',
    'GET /projects/all',
    'GET /projects/{id}',
    'POST /projects/user/{user_id}',
    'GET /projects/{id}/branches',
    'GET /projects/{id}/branches/{*branch}',
    'PUT /projects/{id}/branches/{*branch}/protect',
    'DELETE /projects/{id}/branches/{*branch}',
    'GET /projects/{id}/tags/{tag}',
    'GET /projects/{id}/artifacts/{*ref}/download',
    'GET /projects/{id}/archive',
  ].map(contractOf),
  {
    ...contractOf('GET /projects/{id}/blobs/{*ref}'),
    alsoAt: ['/projects/{id}/commits/{ref}/blob'],
  },
])

function lead(method: string, path: string) {
  const found = route(method, path)
  if (found.kind === 'operation') return [found.operation.id, Object.fromEntries(found.path)]
  return found.kind === 'wrong method' ? found.allowed : found.kind
}

it.each<[string, string, unknown]>([
  ['GET', '/projects', ['GET /projects', {}]],
  ['GET', '/projects/all', ['GET /projects/all', {}]],
  ['GET', '/projects/allx', ['GET /projects/{id}', { id: 'allx' }]],
  ['GET', '/projects/a%2Fb', ['GET /projects/{id}', { id: 'a/b' }]],
  ['GET', '/projects/%zz', ['GET /projects/{id}', { id: '%zz' }]],
  ['POST', '/projects/user/5', ['POST /projects/user/{user_id}', { user_id: '5' }]],
  ['GET', '/projects/user/branches', ['GET /projects/{id}/branches', { id: 'user' }]],
  ['GET', '/projects/all/branches', ['GET /projects/{id}/branches', { id: 'all' }]],
  [
    'GET',
    '/projects/1/branches/a',
    ['GET /projects/{id}/branches/{branch}', { id: '1', branch: 'a' }],
  ],
  [
    'GET',
    '/projects/1/branches/a/b/c',
    ['GET /projects/{id}/branches/{branch}', { id: '1', branch: 'a/b/c' }],
  ],
  [
    'GET',
    '/projects/1/branches/a%2Fb',
    ['GET /projects/{id}/branches/{branch}', { id: '1', branch: 'a/b' }],
  ],
  [
    'PUT',
    '/projects/1/branches/a/b/protect',
    ['PUT /projects/{id}/branches/{branch}/protect', { id: '1', branch: 'a/b' }],
  ],
  [
    'GET',
    '/projects/1/branches/a/protect',
    ['GET /projects/{id}/branches/{branch}', { id: '1', branch: 'a/protect' }],
  ],
  [
    'PUT',
    '/projects/1/branches/protect/protect',
    ['PUT /projects/{id}/branches/{branch}/protect', { id: '1', branch: 'protect' }],
  ],
  [
    'GET',
    '/projects/1/artifacts/a/b/download',
    ['GET /projects/{id}/artifacts/{ref}/download', { id: '1', ref: 'a/b' }],
  ],
  ['GET', '/projects/1/blobs/a/b', ['GET /projects/{id}/blobs/{ref}', { id: '1', ref: 'a/b' }]],
  [
    'GET',
    '/projects/1/commits/a/b/blob',
    ['GET /projects/{id}/blobs/{ref}', { id: '1', ref: 'a/b' }],
  ],
  ['GET', '/projects/1/tags/v1', ['GET /projects/{id}/tags/{tag}', { id: '1', tag: 'v1' }]],
])('leads %s %s', (method, path, found) => {
  expect(lead(method, path)).toEqual(found)
})

it.each<[string, string, unknown]>([
  ['DELETE', '/projects', ['GET', 'POST']],
  ['PATCH', '/projects/1', ['GET']],
  ['POST', '/projects/1/branches/a/b', ['GET', 'DELETE']],
  ['PUT', '/projects/1/branches', ['GET']],
])('knows the path, but not by this verb: %s %s', (method, path, allowed) => {
  expect(lead(method, path)).toEqual(allowed)
})

it.each([
  '',
  '/',
  '/nothing',
  '/projects/',
  '/projects/1/tags/a/b',
  '/projects//branches',
  '/projects/1/branches//a',
  '/__proto__',
])('leads nowhere: %s', (path) => {
  expect(lead('GET', path)).toBe('unknown')
})

it('takes time in proportion to the path', async () => {
  const exponent = await growthExponent(20_000, (count) => {
    const long = '/a'.repeat(count)
    return () => {
      expect(lead('PUT', `/projects/1/branches${long}`)).toEqual(['GET', 'DELETE'])
      expect(lead('GET', `/projects/1/artifacts${long}`)).toBe('unknown')
    }
  })
  expect(exponent).toBeLessThan(MAX_EXPONENT)
})
