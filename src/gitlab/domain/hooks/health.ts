import type { HookRecord } from '../../../store/models/hook.ts'

/** How many deliveries may fail before a hook is left out for a while, and before it is left out for good. */
const MAX_FAILURES = { beforeRest: 3, beforeEnd: 39 }

const minute = 60_000
const day = 24 * 60 * minute

type Health = Pick<HookRecord, 'is_paused' | 'recent_failures' | 'disabled_until'>

/** Whether a hook is sent what happens, and why not (`alert_status` in schemas/v4/resources/project-hook.json). */
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
 * What a hook is after a delivery: one that succeeds makes up for all that failed before. From the fourth failure in a
 * row on it rests: a minute, then twice as long each time, up to a day (app/models/concerns/web_hooks/auto_disabling.rb).
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
