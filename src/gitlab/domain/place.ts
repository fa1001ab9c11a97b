import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'

/** Where something is asked for: in a project, in a group, or in the whole instance. */
export type Place =
  | { readonly kind: 'project'; readonly project: ProjectRecord }
  | { readonly kind: 'group'; readonly group: NamespaceRecord }
  | { readonly kind: 'instance' }

/** What labels, milestones and boards are of. */
export type Holder = Exclude<Place, { readonly kind: 'instance' }>

/** The project, or the group, that the path of a request names. */
export const ofProject = ({ project }: { readonly project: ProjectRecord }): Holder => ({
  kind: 'project',
  project,
})

export const ofGroup = ({ group }: { readonly group: NamespaceRecord }): Holder => ({
  kind: 'group',
  group,
})

export const wholeInstance: Place = { kind: 'instance' }
