import { story } from '../../story/story.ts'

/** Groups: created, owned, filled by a transfer, and deleted with their projects. */
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

    await t.chapter('a project moved into it', async () => {
      const project = await t.project()
      const moved = await t.admin.call('transferProjectToGroup', { id, project_id: project.id })
      const { body } = await t.admin.call('getProject', { id: project.id })
      t.expect(
        moved,
        'consequence:namespace',
        'The project is in the namespace of the group then.',
      ).equal([body?.namespace?.id, body?.path_with_namespace], [id, `${path}/${project.path}`])
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
      t.expect(gone, 'removes', 'What was deleted is gone.').equal(
        await t.eventually(isGone, (done) => done),
        true,
      )
      const hasNoProject = async () =>
        (await t.admin.attempt('getProject', { id: project.id })).status === 404
      t.expect(gone, 'consequence:projects', 'A group is deleted with all its projects.').equal(
        await t.eventually(hasNoProject, (done) => done),
        true,
      )
    })
  },
)
