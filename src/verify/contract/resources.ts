import { v3 } from '../../contract/apis.ts'
import type { OperationTag } from '../../contract/generated/v3/contract.ts'

/** The resources of the specification, by name; what stands under schemas/v3/paths/extensions/ is not judged. */
export const resources: readonly OperationTag[] = [
  ...new Set(v3.operations.filter(({ isExtension }) => !isExtension).map(({ tag }) => tag)),
].sort((one, other) => one.localeCompare(other, 'en'))
