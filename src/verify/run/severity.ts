import type { Severity } from '../results.ts'

/** The severities by kind of aspect, the word before its colon; all others are `contract`. */
const severities: ReadonlyMap<string, Severity> = new Map(
  (
    [
      [
        'security',
        'unauthenticated wrong-token forbidden-for-users private-project private-group visibility permission sudo sudo-refused secret scope revoked identity internal credential compared-access',
      ],
      [
        'data',
        'read-back keeps removes idempotent consequence transition content shows shows-alike shows-no-deleted unique last-write refused refused-change encoding default parameter compared compared-items',
      ],
      ['header', 'pagination media-type x-page x-per-page compared-header'],
    ] as const
  ).flatMap(([severity, kinds]) => kinds.split(' ').map((kind) => [kind, severity] as const)),
)

/**
 * Returns the severity of a failure of an aspect.
 *
 * @example severityOf('read-back:title') // 'data'
 */
export function severityOf(aspect: string): Severity {
  return severities.get(aspect.split(':')[0] ?? '') ?? 'contract'
}
