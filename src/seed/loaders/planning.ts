import { milestonesFor } from '../../gitlab/domain/tracker/milestones.ts'
import { suggestion } from '../../shared/suggestion.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { SeedIssue } from '../schema/trackers.ts'
import type { Loading } from './loading.ts'

/** Resolves the assignee, labels and milestone of an issue or merge request. */
export function planningOf(
  loading: Loading,
  project: ProjectRecord,
  { assignee, labels, milestone }: Pick<SeedIssue, 'assignee' | 'labels' | 'milestone'>,
  path: string,
) {
  const user = assignee && loading.user(assignee, `${path}.assignee`)
  return {
    labels: labels && [...new Set(labels)],
    assignee_id: user ? user.id : null,
    milestone_id: milestoneNamed(loading, project, milestone, `${path}.milestone`),
  }
}

/** Returns the id of a milestone of the project, by title; null where none is given. */
function milestoneNamed(
  loading: Loading,
  project: ProjectRecord,
  title: string | undefined,
  path: string,
): number | null {
  if (title === undefined) return null
  const milestones = milestonesFor(loading.store, project)
  const milestone = milestones.find((candidate) => candidate.title === title)
  if (milestone) return milestone.id
  const known = milestones.map((one) => one.title)
  const reason = `the project has no milestone "${title}"${suggestion(title, known)}`
  loading.problems.push({ path, reason, name: title })
  return null
}
