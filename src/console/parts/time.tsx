/**
 * Formats the time of day in UTC, which the world uses.
 *
 * @example timeOf('2017-01-15T12:00:00.000Z') // '12:00:00'
 */
export function timeOf(time: string): string {
  return time.slice(11, 19)
}

/**
 * Shows a time of the world. It is not shown relative to the present, since the clocks of the world and the browser are
 * independent.
 */
export function Time({ at }: { readonly at: string | null | undefined }) {
  if (!at) return <span class="dim">–</span>
  return (
    <time dateTime={at} title={at} class="time">
      {at.slice(0, 16).replace('T', ' ')}
    </time>
  )
}
