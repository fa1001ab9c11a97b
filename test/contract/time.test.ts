import { describe, expect, it } from 'vitest'
import { readTime } from '../../src/contract/time.ts'
import { createTestForge, describeTransports } from '../harness.ts'

const seed = {
  users: [{ username: 'jane' }],
  projects: [{ path: 'jane/website' }],
}

describe('a time', () => {
  it.each([
    ['2017-01-15T12:00:00+02:00', '2017-01-15T10:00:00.000Z'],
    ['9999-12-31T23:59:59.999Z', '9999-12-31T23:59:59.999Z'],
    ['0000-01-01T00:00:00Z', '0000-01-01T00:00:00.000Z'],
    ['9999-12-31T23:59:59-00:01', undefined],
    ['9999-12-31T23:59:59-12:00', undefined],
    ['0000-01-01T00:00:00+00:01', undefined],
    ['10000-01-01T00:00:00Z', undefined],
    ['+010000-01-01T00:00:00Z', undefined],
    ['-000001-01-01T00:00:00Z', undefined],
  ])('%s is read as %s', (text, time) => {
    expect(readTime(text)).toBe(time)
  })
})

describeTransports('a time of a year without four digits', { seed }, (api) => {
  it('is refused by the API, and the lists still answer', async () => {
    for (const created_at of ['9999-12-31T23:59:59-12:00', '0000-01-01T00:00:00+12:00']) {
      const reply = await api.as('jane').post('/projects/1/issues', { title: 'Late', created_at })
      expect([reply.status, reply.body]).toEqual([400, { message: { created_at: ['is invalid'] } }])
    }
    expect((await api.as('jane').get('/projects/1/issues')).body).toEqual([])
  })
})

it('is refused in a seed where its year has not four digits', async () => {
  const created_at = '9999-12-31T23:59:59-12:00'
  await expect(
    createTestForge({ seed: { ...seed, users: [{ username: 'jane', created_at }] } }),
  ).rejects.toThrow('users[0].created_at')
})
