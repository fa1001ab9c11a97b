import { apis } from '../../contract/apis.ts'
import type { ApiName } from '../../contract/base-paths.ts'
import type { OperationTag } from '../../contract/operation-contract.ts'

/** Returns the resources of an API's specification by name; extensions below paths/extensions/ are not judged. */
export function resourcesOf(api: ApiName): readonly OperationTag[] {
  const judged = apis[api].operations.filter(({ isExtension }) => !isExtension)
  return [...new Set(judged.map(({ tag }) => tag))].sort((one, other) =>
    one.localeCompare(other, 'en'),
  )
}
