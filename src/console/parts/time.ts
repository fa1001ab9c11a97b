/**
 * The time of day of a moment, as UTC has it, which the world counts in.
 *
 * @example timeOf('2017-01-15T12:00:00.000Z') // '12:00:00'
 */
export function timeOf(moment: string): string {
  return moment.slice(11, 19)
}
