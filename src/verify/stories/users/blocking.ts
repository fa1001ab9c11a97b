import { story } from '../../story/story.ts'

/** `blockUser` and `unblockUser`: the states of a user. */
export const blocking = story('blocking and unblocking a user', { about: ['Users'] }, async (t) => {
  const person = await t.user()

  await t.chapter('blocking', async () => {
    const blocked = await t.admin.call('blockUser', { id: person.id })
    const { body } = await t.admin.call('getUser', { id: person.id })
    t.expect(blocked, 'transition:blocked', 'An active user who is blocked is then blocked.').equal(
      body?.state,
      'blocked',
    )
  })

  await t.chapter('unblocking', async () => {
    const unblocked = await t.admin.call('unblockUser', { id: person.id })
    const { body } = await t.admin.call('getUser', { id: person.id })
    t.expect(
      unblocked,
      'transition:active',
      'A blocked user who is unblocked is then active.',
    ).equal(body?.state, 'active')
  })

  await t.chapter('users who do not exist', async () => {
    const rule = 'A user who does not exist is a 404.'
    await t.refused(t.admin, 'blockUser', { id: 2_000_000_000 }, [404], 'unknown:id', rule)
    await t.refused(t.admin, 'unblockUser', { id: 2_000_000_000 }, [404], 'unknown:id', rule)
  })
})
