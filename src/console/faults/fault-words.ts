import type { FaultDescription } from '../../forge/control.ts'

/**
 * Describes which requests a fault matches.
 *
 * @example whichOf({ method: 'POST', path: '/projects/**', share: 0.3 }) // '30 % of POST /projects/**'
 */
export function whichOf({ api, operation, method, path, user, share }: FaultDescription): string {
  const call = [method?.split(',').join(', '), path].filter(Boolean).join(' ')
  const what = [operation, call].filter(Boolean).join(', ') || 'every request'
  return [
    share === undefined ? '' : `${Math.round(share * 1000) / 10} % of `,
    what,
    api === undefined ? '' : ` of ${api}`,
    user === undefined ? '' : ` by ${user}`,
  ].join('')
}

/** Describes the effect of a fault. */
export function whatOf(fault: FaultDescription): string {
  const { delay, phase } = fault
  const effect = effectOf(fault)
  const wait = delay === undefined ? '' : `${String(delay).replace('..', ' to ')} ms late`
  const after = phase === 'after' ? ', once it is carried out' : ''
  return `${[wait, effect].filter(Boolean).join(', ')}${after}`
}

function effectOf({ status, retryAfter, connection, body, isStale }: FaultDescription): string {
  if (status !== undefined) {
    const again = status === 429 || status === 503 ? `, again after ${retryAfter ?? 1} s` : ''
    return `answered ${status}${again}`
  }
  if (connection === 'drop') return 'connection lost'
  if (connection === 'stall') return 'never answered'
  if (body === 'truncate') return 'half of the body'
  if (body === 'malform') return 'a body that is no JSON'
  return isStale ? 'answered as before the last write' : ''
}

/** Describes the number of hits, and their limit. */
export function hitsOf({
  hits,
  times,
}: {
  readonly hits: number
  readonly times?: number
}): string {
  return times === undefined ? String(hits) : `${hits} of ${times}`
}
