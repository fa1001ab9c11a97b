import { preconditionFailed } from '../../contract/errors.ts'
import type { OperationContext } from './operation.ts'

/**
 * Throws 412 where a record was changed after the time of `If-Unmodified-Since`. An invalid header is ignored (RFC
 * 9110, 13.1.4).
 */
export function mustBeUnmodified(
  { unmodifiedSince }: Pick<OperationContext, 'unmodifiedSince'>,
  changed: string,
): void {
  if (Date.parse(changed) > Date.parse(unmodifiedSince ?? '')) throw preconditionFailed()
}
