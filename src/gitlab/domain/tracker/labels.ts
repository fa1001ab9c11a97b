import type { LabelRecord } from '../../../store/models/label.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { titleKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { groupsAbove } from '../../access/group-tree.ts'
import type { SystemContext } from '../context.ts'

/**
 * The label that a title means in a project: its own, else that of the nearest group that it is in. So a project that
 * has a label of its own does not see one of its group that is called the same.
 */
export function labelOf(
  store: Store,
  project: ProjectRecord,
  title: string,
): LabelRecord | undefined {
  const own = store.labels.one('title_in', titleKey('project', project.id, title))
  if (own) return own
  for (const { id } of groupsAbove(store, project)) {
    const inherited = store.labels.one('title_in', titleKey('group', id, title))
    if (inherited) return inherited
  }
  return undefined
}

/** Makes the labels that a project has not yet, nor one of its groups. */
export function createMissingLabels(
  { store, release }: Pick<SystemContext, 'store' | 'release'>,
  project: ProjectRecord,
  titles: readonly string[],
): void {
  for (const title of new Set(titles)) {
    if (labelOf(store, project, title)) continue
    store.labels.insert({ project_id: project.id, title, color: release.labels.color })
  }
}

/** The titles of a list as a request has them: without blanks around, each once, and none that is empty. */
export function distinctTitles(titles: readonly string[]): string[] {
  return [...new Set(titles.map((title) => title.trim()))].filter((title) => title !== '')
}
