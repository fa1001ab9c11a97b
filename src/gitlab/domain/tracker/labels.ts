import type { LabelRecord } from '../../../store/models/label.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { titleKey } from '../../../store/record-keys.ts'
import type { Store } from '../../../store/store.ts'
import { groupsAbove } from '../../access/group-tree.ts'
import type { SystemContext } from '../context.ts'

/**
 * Finds the label with a title in a project: its own, or that of the nearest group. A project label hides a group
 * label with the same title.
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

/** Creates the labels that neither a project nor its groups have. */
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

/** Returns the distinct titles of a request, trimmed and without empty ones. */
export function distinctTitles(titles: readonly string[]): string[] {
  return [...new Set(titles.map((title) => title.trim()))].filter((title) => title !== '')
}
