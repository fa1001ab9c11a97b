import { story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'

/** Groups: creation, ownership, transfer of projects, and deletion with their projects. */
export const groupLife = story(
  'the life of a group',
  { about: ['Groups', 'Projects'] },
  async (t) => {
    const [jane, bob] = await Promise.all([t.user(), t.user()])
    const path = t.name('group')
    const made = await jane.call('createGroup', { name: path, path, description: 'For all' })
    const id = made.body?.id ?? 0

    await t.chapter('creating', async () => {
      const { body } = await jane.call('getGroup', { id })
      t.expect(
        made,
        'read-back:name',
        'The name, path and description that were sent are read back.',
      ).equal([body?.name, body?.path, body?.description], [path, path, 'For all'])
      const byPath = await jane.call('getGroup', { id: path })
      t.expect(byPath, 'parameter:id', 'A group is found by its path.').equal(byPath.body?.id, id)
      const owned = await jane.call('listOwnedGroups', { per_page: 100 })
      t.expect(owned, 'content', 'The groups that the caller owns are listed.').includes(
        owned.body?.map((group) => group.id),
        [id],
      )
      const others = await bob.call('listOwnedGroups', { per_page: 100 })
      t.expect(others, 'content', 'Groups that the caller does not own are not listed.').excludes(
        others.body?.map((group) => group.id),
        [id],
      )
      const other = t.name('group')
      const without = await jane.call('createGroup', {
        name: other,
        path: other,
        lfs_enabled: false,
      })
      const listed = await jane.call('listOwnedGroups', { per_page: 100 })
      t.expect(
        without,
        'read-back:lfs_enabled',
        'The lfs_enabled that was sent is the one that is read back.',
      ).equal(listed.body?.find((group) => group.id === without.body?.id)?.lfs_enabled, false)
      await t.refused(
        jane,
        'createGroup',
        { name: t.name('group'), path },
        [400, 409],
        'unique:path',
        'A path that is taken is refused.',
      )
      await t.refused(
        bob,
        'updateGroup',
        { id, name: 'Mine' },
        [403, 404],
        'permission:outsider',
        'Owners of a group and administrators change it, others do not.',
      )
    })

    await t.chapter('somebody who may create none', async () => {
      const { id: user_id } = bob
      await t.admin.call('updateUser', { id: user_id, can_create_group: false })
      const rule = 'Groups are created by users who are allowed to.'
      const asked = { name: t.name('group'), path: t.name('group') }
      await t.refused(bob, 'createGroup', asked, [403], 'permission:can_create_group', rule)
    })

    await t.chapter('seen by an administrator', () => checkWhose(t, jane, id))

    await t.chapter('a project moved into it', async () => {
      const project = await t.project()
      const { body: issue } = await t.admin.call('createIssue', { id: project.id, title: 'Moves' })
      const moved = await t.admin.call('transferProjectToGroup', { id, project_id: project.id })
      const { body } = await t.admin.call('getProject', { id: project.id })
      t.expect(
        moved,
        'consequence:namespace',
        'The project is in the namespace of the group then.',
      ).equal([body?.namespace?.id, body?.path_with_namespace], [id, `${path}/${project.path}`])
      const shown = await t.admin.call('getIssue', { id: project.id, issue_id: issue?.id ?? 0 })
      const page = shown.body?.web_url ?? ''
      t.expect(moved, 'consequence:addresses', 'What is in the project is where it is then.').holds(
        page.startsWith(`${body?.web_url}/`),
        `below ${body?.web_url}`,
        page,
      )
      const projects = await jane.call('listGroupProjects', { id, per_page: 100 })
      t.expect(moved, 'consequence:namespace', 'The project is listed in the group.').includes(
        projects.body?.map((one) => one.id),
        [project.id],
      )
      const detail = await jane.call('getGroup', { id })
      t.expect(detail, 'content', 'A group lists its projects.').includes(
        detail.body?.projects?.map((one) => one.id),
        [project.id],
      )
      const gone = await jane.call('deleteGroup', { id })
      const isGone = async () => (await t.admin.attempt('getGroup', { id })).status === 404
      t.expect(gone, 'removes').equal(await t.eventually(isGone, (done) => done), true)
      const hasNoProject = async () =>
        (await t.admin.attempt('getProject', { id: project.id })).status === 404
      t.expect(gone, 'consequence:projects', 'A group is deleted with all its projects.').equal(
        await t.eventually(hasNoProject, (done) => done),
        true,
      )
    })
  },
)

/** What somebody owns, or is a member of, is not an administrator's own. */
async function checkWhose(t: TestContext, owner: Person, group: number) {
  const path = t.name('project')
  const sent = { name: path, path, namespace_id: group, visibility_level: 0 } as const
  const project = (await owner.call('createProject', sent)).body?.id ?? 0
  const issue = (await owner.call('createIssue', { id: project, title: 'Not theirs' })).body?.id
  const rule = 'The lists of what is the caller’s own have nothing of others, whoever asks.'
  for (const [operation, id] of [
    ['listOwnedGroups', group],
    ['listOwnedProjects', project],
    ['listProjects', project],
    ['listStarredProjects', project],
    ['listOwnIssues', issue],
  ] as const) {
    for (let page = 1; ; page++) {
      const answer = await t.admin.call(operation, { per_page: 100, page })
      const listed = ids(answer.body)
      t.expect(answer, 'content', rule).excludes(listed, [id])
      if (!answer.headers.get('x-next-page') || listed?.includes(id)) break
    }
  }
}

const ids = (body: readonly { readonly id?: number }[] | undefined) => body?.map(({ id }) => id)

/** A public group with a private project: users who see the group need not see all its projects. */
export const hiddenProjects = story(
  'private projects of a public group',
  { about: ['Groups', 'Projects', 'Members', 'Issues'] },
  async (t) => {
    const [owner, outsider] = await Promise.all([t.user(), t.user()])
    const group = await t.group({ visibility: 'public', members: [[owner, 'owner']] })
    const secret = await t.project({ group, visibility: 'private' })
    const open = await t.project({ group, visibility: 'public' })
    const issue = await owner.call('createIssue', { id: secret.id, title: 'Secret' })
    const other = await owner.call('createIssue', { id: open.id, title: 'Open' })

    await t.chapter('the group', async () => {
      for (const [who, expected] of [
        [owner, [secret.id, open.id]],
        [outsider, [open.id]],
      ] as const) {
        const rule = 'A group shows those of its projects that the caller may see.'
        // A server may create projects of its own in a new group.
        const made: readonly unknown[] = [secret.id, open.id]
        const known = (body: Parameters<typeof ids>[0]) =>
          ids(body)?.filter((id) => made.includes(id))
        const detail = await who.call('getGroup', { id: group.id })
        t.expect(detail, 'content', rule).sameMembers(known(detail.body?.projects), expected)
        const list = await who.call('listGroupProjects', { id: group.id })
        t.expect(list, 'content', rule).sameMembers(known(list.body), expected)
      }
    })

    await t.chapter('its issues', async () => {
      for (const [who, expected] of [
        [owner, [issue.body?.id, other.body?.id]],
        [outsider, [other.body?.id]],
      ] as const) {
        const rule = 'The issues of a group are those of the projects that the caller may see.'
        const list = await who.call('listIssuesOfGroup', { id: group.id })
        // A server may create issues in new projects.
        const made: readonly unknown[] = [issue.body?.id, other.body?.id]
        const known = ids(list.body)?.filter((id) => made.includes(id))
        t.expect(list, 'content', rule).sameMembers(known, expected)
      }
    })

    await t.chapter('its members', async () => {
      const rule = 'All members of a group are listed, its owners too.'
      const members = await owner.call('listGroupMembers', { id: group.id })
      t.expect(members, 'content', rule).includes(ids(members.body), [owner.id])
      t.expect(members, 'content', 'Nobody else is listed.').excludes(ids(members.body), [
        outsider.id,
      ])
    })

    await t.chapter('moving a project', async () => {
      const target = await t.group({ visibility: 'public', members: [[owner, 'owner']] })
      const refused = await t.refused(
        owner,
        'transferProjectToGroup',
        { id: target.id, project_id: open.id },
        [403],
        'forbidden-for-users',
      )
      const { body } = await owner.call('getProject', { id: open.id })
      const rule = 'A refused transfer moves nothing.'
      t.expect(refused, 'forbidden-for-users', rule).equal(body?.namespace?.id, group.id)
    })
  },
)
