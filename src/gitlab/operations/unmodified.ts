import { preconditionFailed } from '../../contract/errors.ts'
import type { OperationContext } from './operation.ts'

/**
 * Throws 412 where something was changed after the time of the request's `If-Unmodified-Since`. A header that is no
 * time counts as none (RFC 9110, 13.1.4).
 */
export function mustBeUnmodified(
  { unmodifiedSince }: Pick<OperationContext, 'unmodifiedSince'>,
  changed: string,
): void {
  if (Date.parse(changed) > Date.parse(unmodifiedSince ?? '')) throw preconditionFailed()
}
