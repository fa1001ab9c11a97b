import { describe, expect, it } from 'vitest'
import { createForge } from '../../src/create-forge.ts'
import { seedSchema } from '../../src/seed/schema.ts'
import { lastDayOf, shiftedTo } from '../../src/seed/shift.ts'
import { findSeed } from '../../src/seed/worlds.ts'

const seed = {
  users: [{ username: 'jane', created_at: '2016-01-01T08:00:00Z' }],
  projects: [
    {
      path: 'jane/site',
      members: { bob: { level: 'guest', since: '2016-03-01', expires_at: '2039-03-31' } },
      issues: [{ title: 'On 2016-12-21', closed_at: '2016-12-21 10:00', due_date: '2017-06-30' }],
    },
  ],
}

describe('the times of a seed', () => {
  it('end with the last of what happened, not with what lies ahead', () => {
    expect(lastDayOf(seed)).toBe('2016-12-21')
    expect(lastDayOf({ users: [{ username: 'jane' }] })).toBeUndefined()
  })

  it('are moved by whole weeks, to end in the week before a time', () => {
    expect(shiftedTo(seed, '2017-01-06T12:00:00Z')).toEqual({
      users: [{ username: 'jane', created_at: '2016-01-15T08:00:00.000Z' }],
      projects: [
        {
          path: 'jane/site',
          members: { bob: { level: 'guest', since: '2016-03-15', expires_at: '2039-04-14' } },
          issues: [
            {
              title: 'On 2016-12-21',
              closed_at: '2017-01-04T10:00:00.000Z',
              due_date: '2017-07-14',
            },
          ],
        },
      ],
    })
  })

  it('of the demo world end a few days before any day', async () => {
    const now = '2031-07-09T12:00:00.000Z'
    const shifted = shiftedTo((await findSeed('demo')).seed, now)
    const { db } = await createForge({ seed: seedSchema.parse(shifted), now })
    const last =
      db.events
        .all()
        .map(({ created_at }) => created_at)
        .sort()
        .at(-1) ?? ''
    expect(last > '2031-07-02' && last < now).toBe(true)
    expect(db.issues.all().length).toBeGreaterThan(30)
  })
})
