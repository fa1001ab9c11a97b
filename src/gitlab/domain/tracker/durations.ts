const minute = 60
const hour = 60 * minute

/** In seconds: a day of work has 8 hours, a week 5 days, a month 4 weeks, as in GitLab 18. */
const secondsOf = {
  mo: 160 * hour,
  w: 40 * hour,
  d: 8 * hour,
  h: hour,
  m: minute,
  s: 1,
} as const

type Unit = keyof typeof secondsOf

/** The units by their short and long names. */
const units: ReadonlyMap<string, Unit> = new Map([
  ['mo', 'mo'],
  ['month', 'mo'],
  ['w', 'w'],
  ['week', 'w'],
  ['d', 'd'],
  ['day', 'd'],
  ['h', 'h'],
  ['hr', 'h'],
  ['hour', 'h'],
  ['m', 'm'],
  ['min', 'm'],
  ['minute', 'm'],
  ['s', 's'],
  ['sec', 's'],
  ['second', 's'],
])

const part = /(\d{1,9}(?:\.\d{1,9})?) {0,9}([a-z]{0,9})[ ,]{0,9}/gy

/**
 * Parses a duration, such as `1w 2d 3h30m` or `-2 hours`, into seconds; a bare number is in hours. Undefined for an
 * invalid text.
 * @example readDuration('1h 30m') // 5400
 */
export function readDuration(text: string): number | undefined {
  const given = text.trim().toLowerCase()
  const sign = given.startsWith('-') ? '-' : ''
  const parts = given.slice(sign.length).trimStart()
  let [seconds, end] = [0, 0]
  for (const [whole, number, word = ''] of parts.matchAll(part)) {
    const unit = unitOf(word)
    if (unit === undefined) return undefined
    seconds += Number(number) * secondsOf[unit]
    end += whole.length
  }
  const isWhole = parts !== '' && end === parts.length
  return isWhole ? Math.round(sign === '-' ? -seconds : seconds) : undefined
}

/** Returns the unit of a word: `h` for `h`, `hour`, `hours` and no word. */
function unitOf(word: string): Unit | undefined {
  if (word === '') return 'h'
  return units.get(word) ?? units.get(word.replace(/s$/, ''))
}

/**
 * Formats seconds as a duration in short units, largest first.
 * @example writeDuration(5400) // '1h 30m'
 */
export function writeDuration(seconds: number): string {
  const parts: string[] = seconds < 0 ? ['-'] : []
  let left = Math.abs(seconds)
  for (const [unit, length] of Object.entries(secondsOf)) {
    const count = Math.floor(left / length)
    left -= count * length
    if (count > 0) parts.push(`${count}${unit}`)
  }
  return parts.join(' ').replace('- ', '-')
}
