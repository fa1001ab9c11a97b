import type { ProjectRecord } from '../models/project.ts'
import { type Planting, written } from './planting.ts'
import type { SeedLabel } from './tracker-schema.ts'

/** Plants a label, unless the project has it. */
export function plantLabel({ store }: Planting, project: ProjectRecord, seed: SeedLabel): void {
  const { title, ...plain } = typeof seed === 'string' ? { title: seed } : seed
  const isThere = store.labels.by('project_id', project.id).some((label) => label.title === title)
  if (!isThere) store.labels.insert({ ...written(plain), title, project_id: project.id })
}

/** The id of a milestone of the project, by title; null where none is named. */
export function milestoneNamed(
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
