/** Formats `about 40 s left` after a prefix; empty where the time is unknown. */
export function timeLeft(remaining: number | undefined, before: string): string {
  if (remaining === undefined) return ''
  return `${before}about ${inWords(remaining)} left`
}

/** Formats milliseconds: `40 s`, `7 min`. */
export function inWords(milliseconds: number): string {
  const seconds = Math.ceil(milliseconds / 1000)
  return seconds < 90 ? `${seconds} s` : `${Math.round(seconds / 60)} min`
}
