import { story } from '../../story/story.ts'

/** Settings of the instance, and what they bring about. */
export const settings = story(
  'settings of the instance',
  { about: ['Application settings', 'Projects', 'Users'], isExclusive: true },
  async (t) => {
    const jane = await t.user()
    const group = await t.group({ members: [[jane, 'owner']] })

    await t.chapter('default_projects_limit', async () => {
      const set = await t.admin.call('updateApplicationSettings', { default_projects_limit: 3 })
      const username = t.name('user')
      const made = await t.admin.call('createUser', {
        username,
        name: 'Limited',
        email: `${username}@${t.instance.mailDomain}`,
        password: 'forgery-4711-password',
      })
      const { body } = await t.admin.call('getUser', { id: made.body?.id ?? 0 })
      t.expect(
        set,
        'consequence:default_projects_limit',
        'A new user may have as many projects as default_projects_limit says.',
      ).equal(body?.projects_limit, 3)
    })

    await t.chapter('default_project_visibility', async () => {
      const path = t.name('project')
      const set = await t.admin.call('updateApplicationSettings', {
        default_project_visibility: 0,
        restricted_visibility_levels: [],
      })
      const made = await jane.call('createProject', { name: path, path, namespace_id: group.id })
      const { body } = await jane.call('getProject', { id: made.body?.id ?? 0 })
      t.expect(
        set,
        'consequence:default_project_visibility',
        'A project without a visibility has the default one.',
      ).equal([body?.visibility_level, body?.public], [0, false])
    })

    await t.chapter('restricted_visibility_levels', async () => {
      const publicGroup = await t.group({ visibility: 'public', members: [[jane, 'owner']] })
      const path = t.name('project')
      const set = await t.admin.call('updateApplicationSettings', {
        restricted_visibility_levels: [2],
      })
      const refused = await jane.attempt('createProject', {
        name: path,
        path,
        namespace_id: publicGroup.id,
        visibility_level: 20,
      })
      t.expect(
        set,
        'consequence:restricted_visibility_levels',
        'Users who are no administrators do not use a restricted level.',
      ).holds(refused.status >= 400 && refused.status < 500, 'a refusal', refused.status)
    })
  },
)
