import { isWritable, readTime } from '../contract/time.ts'
import {
  ArgumentOutOfRange,
  InvalidArgument,
  inWords,
  type OptionRule,
  refuse,
} from '../shared/options.ts'

/** The values that a clock can be made from: a time at which it stands, or a function that returns the time. */
export type ClockOption = string | Date | (() => Date)

export const clockRule: OptionRule = {
  mustBe: 'a date, an ISO 8601 time or a function returning a Date',
  accepts(value) {
    if (typeof value === 'string') return readTime(value) !== undefined
    return isDate(value) || typeof value === 'function'
  },
}

/** The time of a forge, as in `ClockControl`. */
export interface ForgeClock {
  /** Returns the present time, ISO 8601, in UTC, with milliseconds. */
  now(): string
  /**
   * Sets the clock to a time. It then stands or runs as before.
   * @throws TypeError where that is not a date or ISO 8601 time of the years 0000 to 9999.
   */
  set(time: string | Date): void
  /**
   * Moves the clock forward by milliseconds, or by a duration such as `2h`, `90s`, `3d` or `1d 12h`.
   * @throws TypeError where the argument is not a duration.
   * @throws RangeError where the result is past the year 9999.
   */
  advance(by: number | string): void
  /** Stops the clock at the present time. */
  freeze(): void
  /** Lets the clock run again from where it stands. */
  resume(): void
  /** Whether the clock is stopped. */
  isFrozen(): boolean
}

/** A clock, with the operations that only the forge itself uses. */
export interface OwnClock {
  readonly control: ForgeClock
  /** Restores the initial setting. */
  reset(): void
  readonly setting: ClockSetting
  /** Takes over the setting of another clock, without calling `onForward`. */
  goOnFrom(setting: ClockSetting): void
  /** Creates a clock that continues from the present time and resets to it. */
  fork(onForward?: (to: string) => void): OwnClock
  /** Creates a clock with the initial setting of this one. */
  beginning(): OwnClock
}

/** The time at which a clock stands, or its lead in milliseconds over the time source that it follows. */
export type ClockSetting = { readonly stoppedAt: number } | { readonly ahead: number }

/**
 * Creates a clock. It stands where the option is a time, and runs where it is a function or missing. `onForward` is
 * called before the clock is moved forward; where it throws, the clock stays.
 * @throws TypeError where a function does not return a Date of the years 0000 to 9999 in UTC: its first value is
 * checked here, later ones when the clock is read.
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

/** Reads a duration such as `1d 12h`, in milliseconds; undefined where the text is not one. */
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
