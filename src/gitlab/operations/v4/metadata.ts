import type { Metadata } from '../../../contract/generated/v4/contract.ts'
import { servedRevision, servedVersion } from '../../domain/served-version.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/metadata.yaml. */
export const metadata = {
  getVersion: () => served,
  getMetadata: () => served,
} satisfies OperationsOf<'v4', 'Metadata'>

/** The release whose behaviour the contract describes. */
const served: Metadata = {
  version: servedVersion,
  revision: servedRevision,
  kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
  enterprise: false,
}
