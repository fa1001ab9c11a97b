import type { Variable } from '../../../contract/generated/v4/contract.ts'
import type { VariableRecord } from '../../../store/models/variable.ts'

/** Returns a variable of a project or a group; a hidden value is null (schemas/v4/resources/variable.json). */
export function variableResource(variable: VariableRecord): Variable {
  const { variable_type, key, value, is_hidden, environment_scope, description } = variable
  return {
    variable_type,
    key,
    value: is_hidden ? null : value,
    hidden: is_hidden,
    protected: variable.is_protected,
    masked: variable.is_masked,
    raw: variable.is_raw,
    environment_scope,
    description,
  }
}
