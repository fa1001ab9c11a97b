import { story } from '../../story/story.ts'

/** `deleteUser`: what goes with a user. */
export const userDeletion = story(
  'deleting a user',
  { about: ['Users', 'Members', 'Projects'] },
  async (t) => {
    const [jane, bob] = await Promise.all([t.user(), t.user()])
    const { id } = await t.project({
      members: [
        [jane, 'master'],
        [bob, 'developer'],
      ],
    })

    await t.chapter('the user', async () => {
      const gone = await t.admin.call('deleteUser', { id: bob.id })
      const isGone = async () => (await t.admin.attempt('getUser', { id: bob.id })).status === 404
      // Deleting may go on in the background.
      t.expect(gone, 'removes', 'A deleted user is gone.').equal(
        await t.eventually(isGone, (done) => done),
        true,
      )
      const found = await t.admin.call('listUsers', { username: bob.username })
      t.expect(gone, 'removes', 'A deleted user is not listed.').equal(found.body, [])
      const refused = await bob.attempt('getCurrentUser')
      t.expect(
        gone,
        'consequence:access',
        'The token of a deleted user is refused with 401.',
      ).equal(refused.status, 401)
      const members = await jane.call('listProjectMembers', { id, per_page: 100 })
      t.expect(gone, 'consequence:members', 'A deleted user is a member no more.').excludes(
        members.body?.map((member) => member.id),
        [bob.id],
      )
    })

    await t.chapter('again', async () => {
      const again = await t.admin.attempt('deleteUser', { id: bob.id })
      t.expect(again, 'idempotent', 'Deleting what is gone already is answered with 200.').status(
        [200],
        'already_removed',
      )
    })
  },
)
