import type { Variable } from '../../../contract/generated/v3/contract.ts'
import type { VariableRecord } from '../../../store/models/variable.ts'

export function variableResource({ key, value, is_hidden }: VariableRecord): Variable {
  return { key, value: is_hidden ? '' : value }
}
