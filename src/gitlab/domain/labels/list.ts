import type { LabelRecord } from '../../../store/models/label.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import { titleKey } from '../../../store/record-keys.ts'
import { ancestorsOf, descendantsOf, groupsAbove } from '../../access/group-tree.ts'
import type { Presentation } from '../context.ts'
import type { Holder } from '../place.ts'
import { wordTest } from '../search-words.ts'

/** Whose labels are asked for beside those of the project or the group itself. */
export interface LabelReach {
  /** Of the groups that it is in. */
  readonly include_ancestor_groups?: boolean | undefined
  /** Of the groups within it. */
  readonly include_descendant_groups?: boolean | undefined
  /** Of a group: no labels of projects. */
  readonly only_group_labels?: boolean | undefined
}

/** The labels of a project or a group by name; those alone whose name or description has all words of a search. */
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

/** The label of an id or, where none has it, of a name; the nearest of those that have it. */
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

/** What labels may be of: the project or the group itself first. */
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
