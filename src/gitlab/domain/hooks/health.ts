import type { HookRecord } from '../../../store/models/hook.ts'

/** The numbers of consecutive failures after which a hook is disabled temporarily and permanently. */
const MAX_FAILURES = { beforeRest: 3, beforeEnd: 39 }

const minute = 60_000
const day = 24 * 60 * minute

type Health = Pick<HookRecord, 'is_paused' | 'recent_failures' | 'disabled_until'>

/**
 * Returns the status of a hook, by which it is fired or not (`alert_status` in schemas/v4/resources/project-hook.json).
 */
export function alertStatus(
  { is_paused, recent_failures, disabled_until }: Health,
  now: string,
): 'executable' | 'disabled' | 'temporarily_disabled' {
  if (is_paused || recent_failures > MAX_FAILURES.beforeEnd) return 'disabled'
  const rests = recent_failures > MAX_FAILURES.beforeRest && disabled_until !== null
  return rests && disabled_until >= now ? 'temporarily_disabled' : 'executable'
}

export function isExecutable(hook: Health, now: string): boolean {
  return alertStatus(hook, now) === 'executable'
}

/**
 * Returns the health of a hook after a delivery. A success resets the failures. From the fourth failure in a row the
 * hook is disabled for a minute, then for twice as long each time, up to a day
 * (app/models/concerns/web_hooks/auto_disabling.rb).
 */
export function healthAfter(
  hook: Health,
  hasSucceeded: boolean,
  now: string,
): Pick<HookRecord, 'recent_failures' | 'disabled_until'> {
  if (hasSucceeded) return { recent_failures: 0, disabled_until: null }
  const { recent_failures, disabled_until } = hook
  if (!isExecutable(hook, now)) return { recent_failures, disabled_until }
  if (recent_failures < MAX_FAILURES.beforeRest) {
    return { recent_failures: recent_failures + 1, disabled_until }
  }
  const rest = Math.min(minute * 2 ** (recent_failures - MAX_FAILURES.beforeRest), day)
  const until = new Date(Date.parse(now) + rest).toISOString()
  return { recent_failures: recent_failures + 1, disabled_until: until }
}
