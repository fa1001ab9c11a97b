import type { LabelRecord } from '../../../store/models/label.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SystemContext } from '../context.ts'

/** What a new label is made of; the colour is the default one where none is given. */
export interface NewLabel {
  readonly title: string
  readonly color?: string | undefined
  readonly description?: string | null | undefined
}

/** Makes a label in a project; the one that has the title already, where there is one. */
export function createLabel(
  { store }: Pick<SystemContext, 'store'>,
  project: ProjectRecord,
  { title, color, description }: NewLabel,
): LabelRecord {
  const namesake = store.labels.by('project_id', project.id).find((one) => one.title === title)
  return namesake ?? store.labels.insert({ project_id: project.id, title, color, description })
}

/** Makes the labels that a project has not yet; those of one request are looked up together. */
export function createMissingLabels(
  { store }: Pick<SystemContext, 'store'>,
  project: ProjectRecord,
  titles: readonly string[],
): void {
  if (titles.length === 0) return
  const known = new Set(store.labels.by('project_id', project.id).map(({ title }) => title))
  for (const title of new Set(titles)) {
    if (!known.has(title)) store.labels.insert({ project_id: project.id, title })
  }
}

/** The titles of a list as a request has them: without blanks around, each once, and none that is empty. */
export function distinctTitles(titles: readonly string[]): string[] {
  return [...new Set(titles.map((title) => title.trim()))].filter((title) => title !== '')
}
