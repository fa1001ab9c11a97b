import { at } from '../story/bodies.ts'
import { story } from '../story/story.ts'
import { accessLevels, type Person, type TestContext } from '../story/test-context.ts'

/** Members of a group and of a project: levels, changes, and the loss of access on leaving. */
export const memberships = story(
  'the members of a group and of a project',
  { about: ['Members'] },
  async (t) => {
    const [owner, jane] = await Promise.all([t.user(), t.user()])
    const group = await t.group({ visibility: 'private', members: [[owner, 'owner']] })
    const project = await t.project({ visibility: 'private', group })
    const sees = (expected: boolean) => seesEventually(t, jane, project.id, expected)

    for (const kind of [
      {
        what: 'a group',
        add: 'addGroupMember',
        update: 'updateGroupMember',
        get: 'getGroupMember',
        list: 'listGroupMembers',
        remove: 'removeGroupMember',
        id: group.id,
        levels: ['guest', 'reporter', 'developer', 'master', 'owner'],
      },
      {
        what: 'a project',
        add: 'addProjectMember',
        update: 'updateProjectMember',
        get: 'getProjectMember',
        list: 'listProjectMembers',
        remove: 'removeProjectMember',
        id: project.id,
        levels: ['guest', 'reporter', 'developer', 'master'],
      },
    ] as const) {
      const member = { id: kind.id, user_id: jane.id }
      const shown = async (level: number) => {
        const { body } = await t.eventually(
          () => owner.call(kind.get, member),
          (read) => read.body?.access_level === level,
        )
        return [body?.username, body?.access_level, body?.expires_at]
      }

      await t.chapter(`joining ${kind.what}`, async () => {
        const joined = await owner.call(kind.add, {
          ...member,
          access_level: 10,
          expires_at: t.instance.day(30),
        })
        t.expect(
          joined,
          'read-back:access_level',
          'A new member has the level and the end that were sent.',
        ).equal(await shown(10), [jane.username, 10, t.instance.day(30)])
        t.expect(joined, 'consequence:access', 'A member sees a private project.').equal(
          await sees(true),
          true,
        )
        const listed = await owner.call(kind.list, { id: kind.id, per_page: 100 })
        t.expect(joined, 'read-back:user_id', 'A new member is listed.').includes(
          listed.body?.map(({ id }) => id),
          [jane.id],
        )
      })

      await t.chapter(`changing the level in ${kind.what}`, async () => {
        for (const level of kind.levels) {
          const access_level = accessLevels[level]
          const changed = await owner.call(kind.update, { ...member, access_level })
          const [, received] = await shown(access_level)
          t.expect(changed, 'read-back:access_level', `A member may be made ${level}.`).equal(
            received,
            access_level,
          )
        }
      })

      await t.chapter(`leaving ${kind.what}`, async () => {
        const left = await owner.call(kind.remove, member)
        const read = await owner.attempt(kind.get, member)
        t.expect(left, 'removes', 'Who was removed is no member.').equal(read.status, 404)
        const listed = await owner.call(kind.list, { id: kind.id, per_page: 100 })
        t.expect(left, 'removes', 'Who was removed is not listed.').excludes(
          listed.body?.map(({ id }) => id),
          [jane.id],
        )
        t.expect(
          left,
          'consequence:access',
          'Who was removed does not see a private project.',
        ).equal(await sees(false), false)
        const own = await t.eventually(
          () => jane.call('listProjects', { per_page: 100 }),
          ({ body }) => !body?.some(({ id }) => id === project.id),
        )
        const rule = 'Who was removed does not find a project among theirs.'
        t.expect(own, 'content', rule).excludes(
          own.body?.map(({ id }) => id),
          [project.id],
        )
      })
    }

    await t.chapter('an owner who is one no longer', async () => {
      const member = { id: group.id, user_id: jane.id }
      await owner.call('addGroupMember', { ...member, access_level: accessLevels.owner })
      const change = { id: group.id, description: 'By an owner' }
      await t.eventually(
        () => jane.attempt('updateGroup', change, { mayBeRefused: () => true }),
        ({ status }) => status === 200,
      )
      await owner.call('updateGroupMember', { ...member, access_level: accessLevels.master })
      const refused = await t.eventually(
        () => jane.attempt('updateGroup', change, { mayBeRefused: () => true }),
        ({ status }) => status >= 400,
      )
      const rule = 'Owners of a group change it, and masters do not, whatever they were before.'
      t.expect(refused, 'permission:master', rule).status([403, 404])
      // Who is a member of a project and of its group has access by both; a lower level in the project than in the
      // group may be refused.
      await owner.call('updateGroupMember', { ...member, access_level: accessLevels.developer })
      await owner.call('addProjectMember', {
        id: project.id,
        user_id: jane.id,
        access_level: accessLevels.master,
      })
      const both = [accessLevels.master, accessLevels.developer]
      const levelsIn = (body: unknown) =>
        ['project_access', 'group_access'].map((one) => at(body, `permissions.${one}.access_level`))
      const shown = await t.eventually(
        () => jane.attempt('getProject', { id: project.id }, { mayBeRefused: () => true }),
        ({ body }) => levelsIn(body).join() === both.join(),
      )
      const bothShown = 'permissions has the level in the project and the one in its group.'
      t.expect(shown, 'shows:permissions', bothShown).equal(levelsIn(shown.body), both)
    })

    await t.chapter('owners of a project', async () => {
      await t.refused(
        owner,
        'addProjectMember',
        { id: project.id, user_id: jane.id, access_level: 4711 },
        [400, 422],
        'invalid:access_level',
        'A level that does not exist is refused.',
      )
    })
  },
)

/** Whether a user sees a project, waiting until the server shows the expected result. */
function seesEventually(
  t: TestContext,
  person: Person,
  id: number,
  expected: boolean,
): Promise<boolean> {
  return t.eventually(
    async () => (await person.attempt('getProject', { id })).status === 200,
    (isSeen) => isSeen === expected,
  )
}

/** The permissions to change the members of a group and a project. */
export const memberPermissions = story('who changes members', { about: ['Members'] }, async (t) => {
  const [owner, member, stranger] = await Promise.all([t.user(), t.user(), t.user()])
  const group = await t.group({
    visibility: 'private',
    members: [
      [owner, 'owner'],
      [member, 'developer'],
    ],
  })
  const project = await t.project({ visibility: 'private', group })
  for (const [operation, id] of [
    ['addGroupMember', group.id],
    ['addProjectMember', project.id],
  ] as const) {
    await t.chapter(operation, async () => {
      const added = { id, user_id: stranger.id, access_level: accessLevels.guest }
      await t.refused(
        member,
        operation,
        added,
        [403],
        'permission:developer',
        'A developer adds no members.',
      )
      const read = await stranger.attempt('getProject', { id: project.id })
      t.expect(
        read,
        'private-project',
        'Who was not added sees nothing of a private project.',
      ).equal(read.status, 404)
    })
  }
})

/** `expires_at`: the end of a membership, which can be changed. */
export const expiry = story('a membership that expires', { about: ['Members'] }, async (t) => {
  const [owner, jane] = await Promise.all([t.user(), t.user()])
  const group = await t.group({ visibility: 'private', members: [[owner, 'owner']] })
  const { id } = await t.project({ visibility: 'private', group })
  const member = { id, user_id: jane.id, access_level: accessLevels.developer }
  const added = await owner.call('addProjectMember', { ...member, expires_at: t.instance.day(2) })
  t.expect(added, 'consequence:access', 'Until its end a membership gives access.').equal(
    await seesEventually(t, jane, id, true),
    true,
  )
  const changed = await owner.call('updateProjectMember', {
    ...member,
    expires_at: t.instance.day(60),
  })
  const { body } = await owner.call('getProjectMember', { id, user_id: jane.id })
  t.expect(changed, 'read-back:expires_at', 'The end of a membership may be moved.').equal(
    body?.expires_at,
    t.instance.day(60),
  )

  await t.chapter('of a group', async () => {
    const { id: user_id } = await t.user()
    const address = { id: group.id, user_id }
    const sent = { ...address, access_level: accessLevels.reporter }
    await owner.call('addGroupMember', { ...sent, expires_at: t.instance.day(2) })
    const expires_at = t.instance.day(60)
    const moved = await owner.call('updateGroupMember', { ...sent, expires_at })
    const { body } = await owner.call('getGroupMember', address)
    const rule = 'The end of a membership may be moved.'
    t.expect(moved, 'read-back:expires_at', rule).equal(body?.expires_at, expires_at)
  })
})
