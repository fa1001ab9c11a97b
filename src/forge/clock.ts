import { isWritable, readTime } from '../contract/time.ts'
import {
  ArgumentOutOfRange,
  InvalidArgument,
  inWords,
  type OptionRule,
  refuse,
} from '../shared/options.ts'

/** What the clock of a forge may be made of: a time where it stands, or a function that returns it. */
export type ClockOption = string | Date | (() => Date)

export const clockRule: OptionRule = {
  mustBe: 'a date, an ISO 8601 time or a function returning a Date',
  accepts(value) {
    if (typeof value === 'string') return readTime(value) !== undefined
    return isDate(value) || typeof value === 'function'
  },
}

/** The time of a forge, as `ClockControl` has it. */
export interface ForgeClock {
  /** ISO 8601, in UTC, with milliseconds. */
  now(): string
  /**
   * Moves the clock to a time; it then stands or runs as it did before.
   * @throws TypeError where that is no date or ISO 8601 time of the years 0000 to 9999.
   */
  set(time: string | Date): void
  /**
   * Moves the clock on, by milliseconds or by a text such as `2h`, `90s`, `3d` or `1d 12h`.
   * @throws TypeError where that is no duration.
   * @throws RangeError where it leads past the year 9999.
   */
  advance(by: number | string): void
  /** Stops the clock where it is. */
  freeze(): void
  /** Lets the clock run on from where it is. */
  resume(): void
  /** Whether it stands still. */
  isFrozen(): boolean
}

/** A clock with what the forge itself does to it. */
export interface OwnClock {
  readonly control: ForgeClock
  /** Back to how it was made. */
  reset(): void
  readonly setting: ClockSetting
  /** Puts it as another clock was, and nothing happens by it. */
  goOnFrom(setting: ClockSetting): void
  /** Another clock, which goes on from here and is reset to here. */
  fork(onForward?: (to: string) => void): OwnClock
  /** Another clock, as this one was made. */
  beginning(): OwnClock
}

/** Where a clock stands, or by how many milliseconds it is ahead of what it follows. */
export type ClockSetting = { readonly stoppedAt: number } | { readonly ahead: number }

/**
 * Makes a clock: it stands at a time that is given, and runs where nothing or a function is.
 * `onForward` is called before the clock is moved forward; where it throws, the clock stays.
 * @throws TypeError where a function does not return a Date of the years 0000 to 9999 in UTC: from
 * here for its first answer, later from the clock.
 */
export function createClock(
  option: ClockOption | undefined,
  onForward: (to: string) => void = () => {},
): OwnClock {
  if (option === undefined) return clockOf(Date.now, { ahead: 0 }, onForward)
  if (typeof option === 'function') {
    const read = () => timeOf(option())
    read()
    return clockOf(read, { ahead: 0 }, onForward)
  }
  const text = typeof option === 'string' ? readTime(option) : undefined
  const stoppedAt = text === undefined ? timeOf(option) : Date.parse(text)
  return clockOf(Date.now, { stoppedAt }, onForward)
}

function clockOf(
  read: () => number,
  initial: ClockSetting,
  onForward: (to: string) => void,
): OwnClock {
  let setting = initial
  const present = () => ('ahead' in setting ? read() + setting.ahead : setting.stoppedAt)
  let writtenTime = Number.NaN
  let written = ''
  function now(): string {
    const time = present()
    if (time === writtenTime) return written
    if (!isWritable(time)) {
      throw new RangeError('The clock of the forge has left the years 0000 to 9999: set it back.')
    }
    written = new Date(time).toISOString()
    writtenTime = time
    return written
  }
  function move(time: number): void {
    if (time > present()) onForward(new Date(time).toISOString())
    setting = 'ahead' in setting ? { ahead: time - read() } : { stoppedAt: time }
  }
  const control: ForgeClock = {
    now,
    set: (time) => move(readTarget(time)),
    advance: (by) => move(laterBy(present(), by)),
    freeze() {
      setting = { stoppedAt: present() }
    },
    resume() {
      setting = { ahead: present() - read() }
    },
    isFrozen: () => 'stoppedAt' in setting,
  }
  return {
    control,
    reset() {
      setting = initial
    },
    get setting() {
      return setting
    },
    goOnFrom(other) {
      setting = other
    },
    fork: (onForkForward = () => {}) => clockOf(read, setting, onForkForward),
    beginning: () => clockOf(read, initial, () => {}),
  }
}

function readTarget(time: unknown): number {
  const text = typeof time === 'string' ? readTime(time) : undefined
  if (text !== undefined) return Date.parse(text)
  if (isDate(time)) return time.getTime()
  refuse(
    'clock.set: the time',
    'a date or an ISO 8601 time of the years 0000 to 9999, such as `2017-01-15T12:00:00Z`',
    time,
  )
}

function laterBy(present: number, by: unknown): number {
  const milliseconds = typeof by === 'string' ? readDuration(by) : by
  if (typeof milliseconds !== 'number' || !(milliseconds >= 0)) {
    throw new InvalidArgument(
      `clock.advance: it takes milliseconds from 0 up, or a duration such as \`2h\`, \`90s\`, \`3d\` or \`1d 12h\`; got ${inWords(by)}`,
    )
  }
  const time = present + Math.round(milliseconds)
  if (isWritable(time)) return time
  throw new ArgumentOutOfRange(`clock.advance: ${inWords(by)} leads past the year 9999`)
}

const milliseconds: Readonly<Record<string, number>> = {
  ms: 1,
  s: 1000,
  m: 60_000,
  h: 3_600_000,
  d: 86_400_000,
  w: 604_800_000,
}

/** Reads a duration such as `1d 12h`, in milliseconds; undefined for what is none. */
export function readDuration(text: string): number | undefined {
  let sum = 0
  let rest = text.trim()
  if (rest === '') return undefined
  while (rest !== '') {
    const part = /^(\d{1,15}(?:\.\d{1,15})?)\s{0,9}(ms|[smhdw])\s{0,9}/.exec(rest)
    if (!part) return undefined
    sum += Number(part[1]) * (milliseconds[part[2] ?? ''] ?? Number.NaN)
    rest = rest.slice(part[0].length)
  }
  return sum
}

function timeOf(value: unknown): number {
  if (isDate(value)) return value.getTime()
  throw new TypeError(
    `createForge: option \`now\` must return a Date of the years 0000 to 9999; got ${inWords(value)}`,
  )
}

function isDate(value: unknown): value is Date {
  return value instanceof Date && isWritable(value.getTime())
}
