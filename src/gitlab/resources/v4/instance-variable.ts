import type { InstanceVariable } from '../../../contract/generated/v4/contract.ts'
import type { InstanceVariableRecord } from '../../../store/models/instance-variable.ts'

/** Returns an instance variable with its value (schemas/v4/resources/instance-variable.json). */
export function instanceVariableResource(variable: InstanceVariableRecord): InstanceVariable {
  const { variable_type, key, value, is_protected, is_masked, is_raw, description } = variable
  return {
    variable_type,
    key,
    value,
    protected: is_protected,
    masked: is_masked,
    raw: is_raw,
    description,
  }
}
