import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'

/** The scope of a request: a project, a group, or the whole instance. */
export type Place =
  | { readonly kind: 'project'; readonly project: ProjectRecord }
  | { readonly kind: 'group'; readonly group: NamespaceRecord }
  | { readonly kind: 'instance' }

/** The project or group that labels, milestones and boards belong to. */
export type Holder = Exclude<Place, { readonly kind: 'instance' }>

/** Returns the project of a request as a holder. */
export const ofProject = ({ project }: { readonly project: ProjectRecord }): Holder => ({
  kind: 'project',
  project,
})

export const ofGroup = ({ group }: { readonly group: NamespaceRecord }): Holder => ({
  kind: 'group',
  group,
})

export const wholeInstance: Place = { kind: 'instance' }
