import { expect, it } from 'vitest'
import { createTestForge } from '../../harness.ts'

/** A file as the first version of the format was written: it is to be read for ever. */
const file = new URL('version-1.forgery', import.meta.url)

it('a file of version 1 is read: root, jane, and her project with a commit, a build and an issue', async () => {
  const forge = await createTestForge({ from: file })
  const get = async (path: string) => {
    const address = `http://forge.test/api/v3${path}`
    const headers = { 'private-token': 'jane-token' }
    const response = await forge.fetch(new Request(address, { headers }))
    const text = await response.text()
    return response.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text
  }
  expect(await get('/users')).toMatchObject([{ username: 'jane' }, { username: 'root' }])
  expect(await get('/projects/1/issues')).toMatchObject([{ title: 'It leaks', labels: ['bug'] }])
  expect(await get('/projects/1/repository/blobs/master?filepath=a.txt')).toBe('a\n')
  expect(await get('/projects/1/builds')).toMatchObject([{ name: 'test', status: 'success' }])
  expect(await get('/projects/1/builds/1/trace')).toBe('ok\n')
})
