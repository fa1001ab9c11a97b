import { expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { describeForge } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'mona' }, { username: 'dev' }],
  groups: [{ path: 'acme', members: { mona: 'owner', dev: 'developer' } }],
  projects: [{ path: 'acme/site', created_by: 'mona' }],
}
const path = '/projects/1/variables'

/** lib/api/variables.rb of GitLab 8.15. */
describeForge('variables', { seed }, (api) => {
  it('are added, shown, listed, changed and removed', async () => {
    const mona = api.as('mona')
    const made = await mona.post(path, { key: 'KEY_1', value: 'one' })
    expect([made.status, made.body]).toEqual([201, { key: 'KEY_1', value: 'one' }])
    expect((await mona.get(path)).body).toEqual([made.body])
    expect((await mona.get(`${path}/KEY_1`)).body).toEqual(made.body)
    const changed = await mona.put(`${path}/KEY_1`, { value: 'two' })
    expect([changed.status, changed.body]).toEqual([200, { key: 'KEY_1', value: 'two' }])
    expect((await mona.put(`${path}/KEY_1`)).body).toEqual(changed.body)
    const removed = await mona.delete(`${path}/KEY_1`)
    expect([removed.status, removed.body]).toEqual([200, changed.body])
    expect((await mona.get(path)).body).toEqual([])
  })

  it('are not found by a key that no variable has', async () => {
    const mona = api.as('mona')
    for (const answer of [
      await mona.get(`${path}/NONE`),
      await mona.put(`${path}/NONE`, { value: 'a' }),
      await mona.delete(`${path}/NONE`),
    ]) {
      expect([answer.status, answer.body]).toEqual([404, { message: '404 Variable Not Found' }])
    }
  })

  it('need a key that is one and that no other has, and a value', async () => {
    const mona = api.as('mona')
    await mona.post(path, { key: 'KEY_1', value: 'one' })
    const taken = await mona.post(path, { key: 'KEY_1', value: 'two' })
    const messages = { message: { key: ['has already been taken'] } }
    expect([taken.status, taken.body]).toEqual([400, messages])
    const wrong = await mona.post(path, { key: 'a key', value: 'two' })
    expect(wrong.status).toBe(400)
    expect(Object.keys(wrong.body.message)).toEqual(['key'])
    expect((await mona.post(path, { key: 'KEY_2' })).status).toBe(400)
    expect((await mona.post(path, { value: 'two' })).status).toBe(400)
  })

  it('are those that v4 has, and what that hides stays hidden', async () => {
    const hidden = { key: 'SECRET', value: 'hidden-for-good', masked_and_hidden: true }
    const address = 'https://gitlab.example.com/api/v4/projects/1/variables'
    const made = await api.forge.fetch(
      new Request(address, {
        method: 'POST',
        headers: { 'PRIVATE-TOKEN': 'mona-token', 'Content-Type': 'application/json' },
        body: JSON.stringify(hidden),
      }),
    )
    expect(made.status).toBe(201)
    expect((await api.as('mona').get(`${path}/SECRET`)).body).toEqual({ key: 'SECRET', value: '' })
  })

  it('are none where the project builds nothing', async () => {
    const [project] = api.forge.db.projects.all()
    if (project) api.forge.db.projects.replace(project, { builds_enabled: false })
    expect((await api.as('mona').get(path)).status).toBe(403)
  })
})
