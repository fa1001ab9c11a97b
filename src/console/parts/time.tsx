/**
 * The time of day, as UTC has it, which the world counts in.
 *
 * @example timeOf('2017-01-15T12:00:00.000Z') // '12:00:00'
 */
export function timeOf(time: string): string {
  return time.slice(11, 19)
}

/** A time of the world, which has nothing to do with that of the browser: so it is not said how long ago it was. */
export function Time({ at }: { readonly at: string | null | undefined }) {
  if (!at) return <span class="dim">–</span>
  return (
    <time dateTime={at} title={at} class="time">
      {at.slice(0, 16).replace('T', ' ')}
    </time>
  )
}
