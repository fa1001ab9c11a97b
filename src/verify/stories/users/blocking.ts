import { story } from '../../story/story.ts'

/** `blockUser` and `unblockUser`: the states of a user, and what the blocked can do. */
export const blocking = story('blocking and unblocking a user', { about: ['Users'] }, async (t) => {
  const person = await t.user()
  const stateOf = async () => (await t.admin.call('getUser', { id: person.id })).body?.state

  await t.chapter('blocking', async () => {
    const blocked = await t.admin.call('blockUser', { id: person.id })
    t.expect(blocked, 'transition:blocked', 'An active user who is blocked is then blocked.').equal(
      await stateOf(),
      'blocked',
    )
    const refused = await person.attempt('getCurrentUser')
    t.expect(blocked, 'consequence:access', 'A blocked user is refused.').holds(
      refused.status === 401 || refused.status === 403,
      '401 or 403',
      refused.status,
    )
    const active = await t.admin.call('listUsers', { username: person.username, active: true })
    const listed = await t.admin.call('listUsers', { username: person.username, blocked: true })
    t.expect(
      blocked,
      'transition:blocked',
      'A blocked user is listed among the blocked alone.',
    ).equal([active.body?.length, listed.body?.map(({ id }) => id)], [0, [person.id]])
  })

  await t.chapter('unblocking', async () => {
    const unblocked = await t.admin.call('unblockUser', { id: person.id })
    t.expect(
      unblocked,
      'transition:active',
      'A blocked user who is unblocked is then active.',
    ).equal(await stateOf(), 'active')
    const welcome = await person.attempt('getCurrentUser')
    t.expect(unblocked, 'consequence:access', 'An unblocked user signs in again.').equal(
      welcome.status,
      200,
    )
  })

  await t.chapter('users who do not exist', async () => {
    const rule = 'A user who does not exist is a 404.'
    await t.refused(t.admin, 'blockUser', { id: 2_000_000_000 }, [404], 'unknown:id', rule)
    await t.refused(t.admin, 'unblockUser', { id: 2_000_000_000 }, [404], 'unknown:id', rule)
  })
})
