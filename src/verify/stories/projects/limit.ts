import { story } from '../../story/story.ts'

/** `projects_limit` bounds how many projects a user may have of their own. */
export const projectsLimit = story(
  'the limit of projects',
  { about: ['Projects', 'Users'] },
  async (t) => {
    const jane = await t.user()
    const limited = await t.admin.call('updateUser', { id: jane.id, projects_limit: 0 })
    const path = t.name('project')
    const refused = await jane.attempt('createProject', { name: path, path })
    const rule = 'Who has as many projects as projects_limit says creates no further one.'
    t.expect(refused, 'limit:projects_limit', rule).holds(
      refused.status >= 400 && refused.status < 500,
      'a refusal',
      refused.status,
    )
    const { body } = await jane.call('listOwnedProjects')
    t.expect(limited, 'consequence:projects_limit', rule).equal(body?.length, 0)
  },
)
