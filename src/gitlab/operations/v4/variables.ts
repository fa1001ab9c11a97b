import type { VariableRecord } from '../../../store/models/variable.ts'
import { mustAdminBuilds } from '../../access/builds.ts'
import {
  changeVariable,
  checkVariable,
  createVariable,
  existingVariable,
  removeVariable,
  type VariableAttributes,
  type VariableOwner,
  variablesOf,
} from '../../domain/builds/variables.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import { variableResource } from '../../resources/v4/variable.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Variables. */
export const variables = {
  listProjectVariables(context) {
    mustAdminBuilds(context)
    return list(variablesOf(context, { project: context.project }), variableResource)
  },

  getProjectVariable(context, { key, filter }) {
    mustAdminBuilds(context)
    return variableResource(scoped(context, { project: context.project }, key, filter))
  },

  createProjectVariable(context, request) {
    mustAdminBuilds(context)
    return create(context, { project: context.project }, request)
  },

  updateProjectVariable(context, { key, filter, ...request }) {
    mustAdminBuilds(context)
    const owner = { project: context.project }
    return change(context, owner, scoped(context, owner, key, filter), request)
  },

  deleteProjectVariable(context, { key, filter }) {
    mustAdminBuilds(context)
    removeVariable(context, scoped(context, { project: context.project }, key, filter))
    return undefined
  },

  listGroupVariables(context) {
    context.viewer.mustInGroup('admin_group', context.group)
    return list(variablesOf(context, { group: context.group }), variableResource)
  },

  getGroupVariable(context, { key, filter }) {
    context.viewer.mustInGroup('admin_group', context.group)
    return variableResource(scoped(context, { group: context.group }, key, filter))
  },

  createGroupVariable(context, request) {
    context.viewer.mustInGroup('admin_group', context.group)
    return create(context, { group: context.group }, request)
  },

  updateGroupVariable(context, { key, filter, ...request }) {
    context.viewer.mustInGroup('admin_group', context.group)
    const owner = { group: context.group }
    return change(context, owner, scoped(context, owner, key, filter), request)
  },

  deleteGroupVariable(context, { key, filter }) {
    context.viewer.mustInGroup('admin_group', context.group)
    removeVariable(context, scoped(context, { group: context.group }, key, filter))
    return undefined
  },
} satisfies OperationsOf<'v4', 'Variables'>

interface Filter {
  readonly environment_scope?: string
}

/** The attributes of a variable in a request; a null value counts as missing. */
interface Request {
  readonly value?: string | null
  readonly protected?: boolean
  readonly masked?: boolean
  readonly masked_and_hidden?: boolean
  readonly raw?: boolean
  readonly variable_type?: VariableRecord['variable_type']
  readonly environment_scope?: string
  readonly description?: string | null
}

function scoped(context: Context, owner: VariableOwner, key: string, filter: Filter = {}) {
  return existingVariable(context, owner, key, filter.environment_scope)
}

function attributesOf(request: Request): VariableAttributes {
  const { value, masked, raw, variable_type, environment_scope, description } = request
  return omitUndefined({
    value: value ?? undefined,
    variable_type,
    environment_scope,
    description,
    is_protected: request.protected,
    is_masked: masked,
    is_raw: raw,
  })
}

/** Creates a variable, which only then can be hidden. */
function create(
  context: Context,
  owner: VariableOwner,
  { key, value, ...request }: Request & { readonly key: string; readonly value: string },
) {
  const hidden = request.masked_and_hidden ? { is_masked: true, is_hidden: true } : {}
  const attributes = { ...attributesOf(request), ...hidden, key, value }
  checkVariable(context, owner, attributes)
  return variableResource(createVariable(context, owner, attributes))
}

function change(
  context: Context,
  owner: VariableOwner,
  variable: VariableRecord,
  request: Request,
) {
  const attributes = attributesOf(request)
  checkVariable(context, owner, { ...attributes, key: variable.key }, variable)
  return variableResource(changeVariable(context, variable, attributes))
}
