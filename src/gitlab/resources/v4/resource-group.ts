import type { ResourceGroup } from '../../../contract/generated/v4/contract.ts'
import type { ResourceGroupRecord } from '../../../store/models/resource-group.ts'

/** Returns a resource group (`schemas/v4/resources/resource-group.json`). */
export function resourceGroupResource(group: ResourceGroupRecord): ResourceGroup {
  const { id, key, process_mode, created_at, updated_at } = group
  return { id, key, process_mode, created_at, updated_at }
}
