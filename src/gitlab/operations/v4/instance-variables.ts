import { notFound } from '../../../contract/errors.ts'
import type { InstanceVariableRecord } from '../../../store/models/instance-variable.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import {
  changeInstanceVariable,
  checkInstanceVariable,
  createInstanceVariable,
  removeInstanceVariable,
} from '../../domain/instance-variables.ts'
import { instanceVariableResource } from '../../resources/v4/instance-variable.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/instance-variables.yaml. */
export const instanceVariables = {
  listInstanceVariables: ({ store }) =>
    list(store.instanceVariables.all(), instanceVariableResource),

  getInstanceVariable: (context, { key }) => instanceVariableResource(variableOf(context, key)),

  createInstanceVariable(context, request) {
    const attributes = { ...attributesOf(request), key: request.key, value: request.value }
    checkInstanceVariable(context, attributes)
    return instanceVariableResource(createInstanceVariable(context, attributes))
  },

  updateInstanceVariable(context, { key, ...request }) {
    const variable = variableOf(context, key)
    const attributes = attributesOf(request)
    checkInstanceVariable(context, attributes, variable)
    return instanceVariableResource(changeInstanceVariable(context, variable, attributes))
  },

  deleteInstanceVariable(context, { key }) {
    removeInstanceVariable(context, variableOf(context, key))
    return undefined
  },
} satisfies OperationsOf<'v4', 'Instance variables'>

/** The attributes of a variable in a request, except its key. */
interface Request {
  readonly value?: string
  readonly protected?: boolean
  readonly masked?: boolean
  readonly raw?: boolean
  readonly variable_type?: InstanceVariableRecord['variable_type']
  readonly description?: string | null
}

function attributesOf(request: Request) {
  const { value, masked, raw, variable_type, description } = request
  return omitUndefined({
    value,
    variable_type,
    description,
    is_protected: request.protected,
    is_masked: masked,
    is_raw: raw,
  })
}

function variableOf({ store }: Context, key: string): InstanceVariableRecord {
  const variable = store.instanceVariables.one('key', key)
  if (!variable) throw notFound('InstanceVariable')
  return variable
}
