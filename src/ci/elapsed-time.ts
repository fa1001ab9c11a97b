import { z } from '../shared/zod.ts'

export const elapsedTime = z.pipe(
  z.string('should be a duration'),
  z.transform((text, context) => {
    const seconds = readElapsedTime(text)
    if (seconds !== undefined) return seconds
    context.issues.push({ code: 'custom', message: 'should be a duration', input: text })
    return z.NEVER
  }),
)

/** The delay of a delayed job: at most a week (lib/gitlab/ci/config/entry/processable.rb). */
export const delay = elapsedTime.check(z.maximum(604_800, 'should not exceed the limit'))

/** In seconds; a month has 30 days, a year 365.25. A number without a unit is in seconds. */
const units: readonly (readonly [names: string, seconds: number])[] = [
  ['s sec secs second seconds', 1],
  ['m min mins minute minutes', 60],
  ['h hr hrs hour hours', 3600],
  ['d day days', 86_400],
  ['w wk wks week weeks', 604_800],
  ['mo mos month months', 2_592_000],
  ['y yr yrs year years', 31_557_600],
]

const secondsOf: ReadonlyMap<string, number> = new Map([
  ['', 1],
  ...units.flatMap(([names, seconds]) => names.split(' ').map((name) => [name, seconds] as const)),
])

/**
 * Parses a duration in the form of GitLab 8.15, such as `1 week`, `2h20min` or `47 yrs 6 mos and 4d`, except
 * spelled-out numbers; returns seconds. Undefined for an invalid or empty duration.
 */
export function readElapsedTime(text: string): number | undefined {
  let sum = 0
  let rest = text.trim().toLowerCase()
  while (rest !== '') {
    const part = /^(\d{1,9}(?:\.\d{1,9})?)\s{0,9}([a-z]{0,9})(?:\s{1,9}and\b|,)?\s{0,9}/.exec(rest)
    const seconds = secondsOf.get(part?.[2] ?? '')
    if (!part || seconds === undefined) return undefined
    sum += Number(part[1]) * seconds
    rest = rest.slice(part[0].length)
  }
  return sum > 0 ? sum : undefined
}
