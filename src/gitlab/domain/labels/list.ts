import type { LabelRecord } from '../../../store/models/label.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { titleKey } from '../../../store/record-keys.ts'
import { ancestorsOf, descendantsOf, groupsAbove } from '../../access/group-tree.ts'
import type { Presentation } from '../context.ts'
import type { Holder } from '../place.ts'
import { wordTest } from '../search-words.ts'

/** The further labels in a list, beside those of the project or the group itself. */
export interface LabelReach {
  /** Whether to include labels of ancestor groups. */
  readonly include_ancestor_groups?: boolean | undefined
  /** Whether to include labels of descendant groups. */
  readonly include_descendant_groups?: boolean | undefined
  /** Whether to exclude labels of projects from the list of a group. */
  readonly only_group_labels?: boolean | undefined
}

/** Returns the labels of a project or a group by name, filtered by the words of a search in name or description. */
export function labelsOf(
  context: Presentation,
  holder: Holder,
  { search, ...reach }: LabelReach & { readonly search?: string | undefined },
): LabelRecord[] {
  const { store } = context
  const hasWords = wordTest(search)
  return sourcesOf(context, holder, reach)
    .flatMap(({ type, id }) => store.labels.by(`${type}_id`, id))
    .filter(({ title, description }) => !hasWords || hasWords([title, description]))
    .sort((a, b) => (a.title === b.title ? a.id - b.id : a.title < b.title ? -1 : 1))
}

/** Finds a label by id, or else by name. Of several labels with the name it is that of the nearest group. */
export function labelNamed(
  context: Presentation,
  holder: Holder,
  name: string,
  reach: LabelReach,
): LabelRecord | undefined {
  const { labels } = context.store
  const sources = sourcesOf(context, holder, reach)
  const ofId = /^\d+$/.test(name) ? labels.get(Number(name)) : undefined
  const isNear = sources.some(({ type, id }) => ofId?.[`${type}_id`] === id)
  if (isNear) return ofId
  const named = sources.flatMap(
    ({ type, id }) => labels.one('title_in', titleKey(type, id, name)) ?? [],
  )
  return named[0]
}

interface Source {
  readonly type: 'group' | 'project'
  readonly id: number
}

/** Returns the projects and groups whose labels are listed, the project or the group itself first. */
function sourcesOf(context: Presentation, holder: Holder, reach: LabelReach): Source[] {
  const { store, viewer } = context
  const { include_ancestor_groups: above, include_descendant_groups: below } = reach
  const ofGroup = ({ id }: NamespaceRecord): Source => ({ type: 'group', id })
  if (holder.kind === 'project') {
    const { project } = holder
    const groups = above ? groupsAbove(store, project) : []
    return [{ type: 'project', id: project.id }, ...groups.map(ofGroup)]
  }
  const { group } = holder
  const within = [group, ...(below ? descendantsOf(store, group) : [])]
  const seen = within.filter((one) => one === group || viewer.seesGroup(one))
  const projects =
    reach.only_group_labels === false
      ? within
          .flatMap(({ id }) => store.projects.by('namespace_id', id))
          .filter((project) => viewer.sees(project))
      : []
  return [
    ...seen.map(ofGroup),
    ...(above ? ancestorsOf(store, group) : []).map(ofGroup),
    ...projects.map(({ id }): Source => ({ type: 'project', id })),
  ]
}
