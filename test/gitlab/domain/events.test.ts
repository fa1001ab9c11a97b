import { expect, it } from 'vitest'
import { createTestForge } from '../../harness.ts'

const seed = {
  users: [{ username: 'jane' }],
  projects: [{ path: 'jane/website' }],
}

it('an event makes a project active as of now, at most once an hour', async () => {
  const forge = await createTestForge({ seed, now: '2017-01-15T12:30:00.000Z' })
  const headers = { 'private-token': 'jane-token' }
  const create = () =>
    forge.fetch('http://forge.test/api/v3/projects/1/issues?title=One', { method: 'POST', headers })
  await create()
  const active = forge.db.projects.get(1)
  expect(active?.last_activity_at).toBe('2017-01-15T12:30:00.000Z')
  // Within the same hour of the day, and in the next.
  for (const later of ['29m', '30m'] as const) {
    forge.clock.advance(later)
    await create()
    expect(forge.db.projects.get(1)).toBe(active)
  }
  forge.clock.advance('1m')
  await create()
  expect(forge.db.projects.get(1)?.last_activity_at).toBe('2017-01-15T13:30:00.000Z')
})
