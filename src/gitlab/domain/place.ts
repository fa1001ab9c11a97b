import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'

/** Where something is asked for: in a project, in a group, or in the whole instance. */
export type Place =
  | { readonly kind: 'project'; readonly project: ProjectRecord }
  | { readonly kind: 'group'; readonly group: NamespaceRecord }
  | { readonly kind: 'instance' }

export const wholeInstance: Place = { kind: 'instance' }
