import { at } from '../story/bodies.ts'
import { story } from '../story/story.ts'

/** The number of projects, oldest first, that are searched for issues with a milestone. */
const MAX_PROJECTS = 20

/**
 * Existing milestones of any project, since no call of the API creates one: filtered lists of issues are compared with
 * the whole list, and nothing is changed.
 */
export const presentMilestones = story(
  'milestones that are there',
  { about: ['Issues'] },
  async (t) => {
    const operation = 'listIssuesOfProject'
    const asked = { per_page: MAX_PROJECTS, sort: 'asc' } as const
    const { body: projects } = await t.admin.call('listAllProjects', asked)
    for (const { id } of projects ?? []) {
      const read = async (filters: Readonly<Record<string, string>>) =>
        t.admin.attempt(operation, { id, per_page: 100, ...filters })
      const whole = await read({})
      const issues: readonly unknown[] = Array.isArray(whole.body) ? whole.body : []
      const [one] = issues.filter((issue) => at(issue, 'milestone.title') && at(issue, 'labels.0'))
      // A list of several pages does not show enough.
      if (!one || whole.headers.get('x-next-page')) continue
      const milestone = String(at(one, 'milestone.title'))
      const label = String(at(one, 'labels.0'))
      const isOf = (issue: unknown) => at(issue, 'milestone.title') === milestone
      const has = (issue: unknown) => {
        const labels = at(issue, 'labels')
        return Array.isArray(labels) && labels.includes(label)
      }
      for (const [filters, holds] of [
        [{ milestone }, isOf],
        [{ milestone, labels: label }, (issue: unknown) => isOf(issue) && has(issue)],
        ...['opened', 'closed'].map(
          (state) =>
            [
              { milestone, state },
              (issue: unknown) => isOf(issue) && at(issue, 'state') === state,
            ] as const,
        ),
      ] as const) {
        const list = await read(filters)
        // On a server in use, somebody may have changed them meanwhile.
        if ((await read({})).text !== whole.text) return
        const ids = Array.isArray(list.body) ? list.body.map((issue) => at(issue, 'id')) : undefined
        const expected = issues.filter(holds).map((issue) => at(issue, 'id'))
        const rule = 'A list under several filters holds what all of them keep.'
        t.expect(list, 'parameter:milestone', rule).sameMembers(ids, expected)
      }
      return
    }
    t.notTested(operation, 'parameter:milestone', 'no issue here has a milestone and a label')
  },
)
