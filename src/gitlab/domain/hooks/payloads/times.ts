/** Returns a time in the form of most newer payloads: `2026-01-15 12:00:00 UTC`. */
export function spacedTime(time: string): string
export function spacedTime(time: string | null): string | null
export function spacedTime(time: string | null): string | null {
  return time === null ? null : `${withoutFraction(time).slice(0, -1).replace('T', ' ')} UTC`
}

/** Returns a time in ISO 8601 without fractions of seconds: `2026-01-15T12:00:00Z`. */
export function withoutFraction(time: string): string {
  return `${new Date(time).toISOString().slice(0, 'YYYY-MM-DDTHH:MM:SS'.length)}Z`
}

/** Returns the seconds between two times; null where one is missing. */
export function secondsBetween(from: string | null, to: string | null): number | null {
  if (from === null || to === null) return null
  return Math.max(0, (Date.parse(to) - Date.parse(from)) / 1000)
}
