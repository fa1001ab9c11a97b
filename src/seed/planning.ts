import type { ProjectRecord } from '../store/models/project.ts'
import { type Planting, written } from './planting.ts'
import type { SeedIssue, SeedLabel } from './tracker-schema.ts'

/** Plants a label, unless the project has it. */
export function plantLabel({ store }: Planting, project: ProjectRecord, seed: SeedLabel): void {
  const { title, ...plain } = typeof seed === 'string' ? { title: seed } : seed
  const isThere = store.labels.by('project_id', project.id).some((label) => label.title === title)
  if (!isThere) store.labels.insert({ ...written(plain), title, project_id: project.id })
}

/** What issues and merge requests are planned with; their labels come into being. */
export function plannedWith(
  planting: Planting,
  project: ProjectRecord,
  { assignee, labels, milestone }: Pick<SeedIssue, 'assignee' | 'labels' | 'milestone'>,
  path: string,
) {
  const user = assignee && planting.user(assignee, `${path}.assignee`)
  for (const label of labels ?? []) plantLabel(planting, project, label)
  return {
    ...written({ labels }),
    assignee_id: user ? user.id : null,
    milestone_id: milestoneNamed(planting, project, milestone, `${path}.milestone`),
  }
}

/** The id of a milestone of the project, by title; null where none is named. */
function milestoneNamed(
  { store, problems }: Planting,
  project: ProjectRecord,
  title: string | undefined,
  path: string,
): number | null {
  if (title === undefined) return null
  const milestone = store.milestones
    .by('project_id', project.id)
    .find((candidate) => candidate.title === title)
  if (!milestone) problems.push({ path, reason: `the project has no milestone "${title}"` })
  return milestone?.id ?? null
}

/** Whether the id that a seed gives a record is taken, which is noted. */
export function isIdTwice(
  planting: Planting,
  records: { get(id: number): object | undefined },
  id: number | undefined,
  path: string,
): boolean {
  return id !== undefined && planting.isTwice(records.get(id), id, `${path}.id`)
}

/** Whether another of the project has the iid that a seed gives a record, which is noted. */
export function isNumberTwice(
  planting: Planting,
  siblings: readonly { readonly iid: number }[],
  seed: { readonly iid?: number | undefined },
  path: string,
): boolean {
  const { iid } = seed
  if (iid === undefined) return false
  const namesake = siblings.find((one) => one.iid === iid)
  return planting.isTwice(namesake, iid, `${path}.iid`)
}
