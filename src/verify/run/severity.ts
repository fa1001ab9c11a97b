import type { Severity } from '../results.ts'

/** By the kind of an aspect, the word before its colon; of all others the contract alone is touched. */
const severities: ReadonlyMap<string, Severity> = new Map(
  (
    [
      [
        'security',
        'unauthenticated wrong-token forbidden-for-users private-project private-group visibility permission sudo sudo-refused secret scope revoked identity internal credential',
      ],
      [
        'data',
        'read-back keeps removes idempotent consequence transition content shows shows-alike shows-no-deleted unique last-write refused refused-change encoding default parameter',
      ],
      ['header', 'pagination media-type x-page x-per-page'],
    ] as const
  ).flatMap(([severity, kinds]) => kinds.split(' ').map((kind) => [kind, severity] as const)),
)

/**
 * What a failure of an aspect touches.
 *
 * @example severityOf('read-back:title') // 'data'
 */
export function severityOf(aspect: string): Severity {
  return severities.get(aspect.split(':')[0] ?? '') ?? 'contract'
}
