import { conflict, notFound } from '../../../contract/errors.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { VariableRecord } from '../../../store/models/variable.ts'
import type { SystemContext } from '../context.ts'
import { keyErrors, maskErrors } from '../instance-variables.ts'
import { checkNoErrors, lengthErrors } from '../validation.ts'

type WithStore = Pick<SystemContext, 'store'>

/** The project or the group of a variable. */
export type VariableOwner =
  | { readonly project: ProjectRecord; readonly group?: undefined }
  | { readonly group: NamespaceRecord; readonly project?: undefined }

/** The attributes of a variable in a request. */
export type VariableAttributes = Partial<
  Omit<VariableRecord, 'id' | 'project_id' | 'group_id' | 'key'>
>

export function variablesOf(
  { store }: WithStore,
  { project, group }: VariableOwner,
): readonly VariableRecord[] {
  return project
    ? store.variables.by('project_id', project.id)
    : store.variables.by('group_id', group.id)
}

/** Returns a variable by key, and by scope where several have the key. Throws 404 for none, and 409 for several. */
export function existingVariable(
  context: WithStore,
  owner: VariableOwner,
  key: string,
  scope: string | undefined,
): VariableRecord {
  const [found, another] = variablesOf(context, owner).filter(
    (one) => one.key === key && (scope === undefined || one.environment_scope === scope),
  )
  if (another) {
    throw conflict(
      "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
    )
  }
  if (!found) throw notFound(owner.project ? 'Variable' : 'GroupVariable')
  return found
}

/** Throws 400 for a key that is invalid or taken in the scope, and for a value that cannot be masked. */
export function checkVariable(
  context: Pick<SystemContext, 'store' | 'release'>,
  owner: VariableOwner,
  { key, ...attributes }: VariableAttributes & Pick<VariableRecord, 'key'>,
  variable?: VariableRecord,
): void {
  const scope = attributes.environment_scope ?? variable?.environment_scope ?? '*'
  const isMasked = attributes.is_masked ?? variable?.is_masked ?? false
  const isRaw = attributes.is_raw ?? variable?.is_raw ?? false
  const value = attributes.value ?? variable?.value ?? ''
  const isTaken = variablesOf(context, owner).some(
    (one) => one.id !== variable?.id && one.key === key && one.environment_scope === scope,
  )
  const named = context.release.namesTakenVariables ? `(${key}) ` : ''
  checkNoErrors({
    key: [...keyErrors(key), ...(isTaken ? [`${named}has already been taken`] : [])],
    value: isMasked ? hidingErrors(value, isRaw) : [],
    description: lengthErrors(attributes.description ?? '', 255),
  })
}

/** Returns the errors of a hidden value. A raw value can have any characters except whitespace. */
function hidingErrors(value: string, isRaw: boolean): string[] {
  return isRaw && /^\S{8,}$/.test(value) ? [] : maskErrors(value)
}

export function createVariable(
  { store }: WithStore,
  { project, group }: VariableOwner,
  attributes: VariableAttributes & Pick<VariableRecord, 'key' | 'value'>,
): VariableRecord {
  return store.variables.insert({
    ...attributes,
    project_id: project?.id ?? null,
    group_id: group?.id ?? null,
  })
}

export function changeVariable(
  { store }: WithStore,
  variable: VariableRecord,
  attributes: VariableAttributes,
): VariableRecord {
  return store.variables.replace(variable, attributes)
}

export function removeVariable({ store }: WithStore, variable: VariableRecord): void {
  store.variables.remove(variable)
}
