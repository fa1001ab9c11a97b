import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'mona' }],
  projects: [
    { path: 'mona/site', created_by: 'mona' },
    { path: 'mona/app', created_by: 'mona' },
  ],
}
const path = '/projects/1/triggers'

/** lib/api/triggers.rb of GitLab 8.15. */
describeForge('triggers', { seed }, (api) => {
  it('are made, shown by their tokens, listed and removed', async () => {
    const mona = api.as('mona')
    const made = await mona.post(path)
    expect(made.status).toBe(201)
    expect(made.body).toEqual({
      token: expect.any(String),
      created_at: expect.any(String),
      updated_at: made.body.created_at,
      deleted_at: null,
      last_used: null,
    })
    const one = `${path}/${made.body.token}`
    expect((await mona.get(path)).body).toEqual([made.body])
    expect((await mona.get(one)).body).toEqual(made.body)
    const removed = await mona.delete(one)
    expect([removed.status, removed.body]).toEqual([200, made.body])
    expect((await mona.get(path)).body).toEqual([])
  })

  it('are not found by a token of none, or of another project', async () => {
    const mona = api.as('mona')
    const { body: other } = await mona.post('/projects/2/triggers')
    for (const token of ['none', other.token]) {
      for (const answer of [
        await mona.get(`${path}/${token}`),
        await mona.delete(`${path}/${token}`),
      ]) {
        expect([answer.status, answer.body]).toEqual([404, { message: '404 Trigger Not Found' }])
      }
    }
  })
})
