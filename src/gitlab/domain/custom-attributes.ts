import type { NamespaceRecord } from '../../store/models/namespace.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { SystemContext } from './context.ts'

/** The record that a custom attribute belongs to. */
export type AttributeHolder =
  | { readonly kind: 'user'; readonly record: UserRecord }
  | { readonly kind: 'group'; readonly record: NamespaceRecord }
  | { readonly kind: 'project'; readonly record: ProjectRecord }

/** Sets the value of a custom attribute, or removes the attribute where the value is undefined. */
export function changeCustomAttribute(
  { store }: SystemContext,
  holder: AttributeHolder,
  key: string,
  value: string | undefined,
): void {
  const { [key]: _, ...others } = holder.record.custom_attributes
  const custom_attributes = value === undefined ? others : { ...others, [key]: value }
  switch (holder.kind) {
    case 'user':
      store.users.replace(holder.record, { custom_attributes })
      break
    case 'group':
      store.namespaces.replace(holder.record, { custom_attributes })
      break
    case 'project':
      store.projects.replace(holder.record, { custom_attributes })
  }
}
