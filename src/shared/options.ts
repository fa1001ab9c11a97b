import { isPromise } from './awaitable.ts'
import { suggestion } from './suggestion.ts'

/**
 * An option or argument that is refused. A TypeError, as JavaScript's own functions throw; any other TypeError is a
 * bug.
 */
export class InvalidArgument extends TypeError {}

/** The same for a value of the right type that is out of range. */
export class ArgumentOutOfRange extends RangeError {}

/** The values that an option may have. */
export interface OptionRule {
  /** In words, after "must be": `a whole number from 0 up`. */
  readonly mustBe: string
  accepts(value: unknown): boolean
  /** The known values, from which the closest one to a wrong value is suggested. */
  readonly known?: Iterable<string>
  /** Describes the problem with a value that has several parts. */
  wrongPart?(value: unknown): unknown
}

/** A rule for each option, none left out. */
export type OptionRules<Options> = { readonly [Name in keyof Required<Options>]: OptionRule }

/**
 * Checks the options of a call; one that is `undefined` counts as absent.
 * @throws TypeError naming the function, the option, what it must be and what was given.
 */
export function checkOptions<Options>(
  caller: string,
  options: unknown,
  rules: OptionRules<Options>,
): void {
  if (typeof options !== 'object' || options === null || Array.isArray(options)) {
    refuse(`${caller}: the options`, 'an object', options)
  }
  const known = Object.entries<OptionRule>(rules)
  const names = known.map(([name]) => name)
  const unknown = Object.keys(options).find((name) => !names.includes(name))
  if (unknown !== undefined) throw new InvalidArgument(unknownOption(caller, unknown, names))
  for (const [name, rule] of known) checkOption(caller, name, Reflect.get(options, name), rule)
}

function checkOption(caller: string, name: string, value: unknown, rule: OptionRule): void {
  if (value === undefined || rule.accepts(value)) return
  const wrong = rule.wrongPart ? rule.wrongPart(value) : value
  const hint = typeof wrong === 'string' && rule.known ? suggestion(wrong, rule.known) : ''
  refuse(`${caller}: option \`${name}\``, rule.mustBe, wrong, hint)
}

function unknownOption(caller: string, name: string, names: readonly string[]): string {
  const known = names.map((each) => `\`${each}\``).join(', ')
  return `${caller}: there is no option \`${name}\`${suggestion(name, names) || '.'} The options are ${known}`
}

/**
 * Checks that a value is a forge, as `createForge` makes it.
 * @throws TypeError, which suggests the `await` that is forgotten most often.
 */
export function checkForge(caller: string, forge: unknown): void {
  if (typeof forge === 'object' && forge !== null && 'fetch' in forge) return
  const hint = isPromise(forge) ? '; write `await createForge()`' : ''
  refuse(`${caller}: the first argument`, 'a forge', forge, hint)
}

/** @throws TypeError naming what is wrong, what it must be and what was given. */
export function refuse(what: string, mustBe: string, value: unknown, hint = ''): never {
  throw new InvalidArgument(`${what} must be ${mustBe}; got ${inWords(value)}${hint}`)
}

/** Writes a value for a message: strings in quotes, shortened where they are long. */
export function inWords(value: unknown): string {
  if (typeof value === 'string') {
    return JSON.stringify(value.length > 60 ? `${value.slice(0, 60)}…` : value)
  }
  if (value instanceof Date) {
    return Number.isNaN(value.getTime()) ? 'an invalid Date' : `a Date of ${value.toISOString()}`
  }
  if (typeof value === 'function') return 'a function'
  if (Array.isArray(value)) return 'an array'
  if (typeof value === 'object' && value !== null) {
    return isPromise(value) ? 'a Promise' : 'an object'
  }
  return String(value)
}

/** Rules that several options share. */
export const aFunction: OptionRule = {
  mustBe: 'a function',
  accepts: (value) => typeof value === 'function',
}
export const aBoolean: OptionRule = {
  mustBe: 'true or false',
  accepts: (value) => typeof value === 'boolean',
}
export const aNumber: OptionRule = {
  mustBe: 'a number',
  accepts: (value) => Number.isFinite(value),
}

export function wholeNumber(from: number, to = Number.MAX_SAFE_INTEGER): OptionRule {
  const range = to === Number.MAX_SAFE_INTEGER ? `${from} up` : `${from} to ${to}`
  return {
    mustBe: `a whole number from ${range}`,
    accepts: (value) => Number.isSafeInteger(value) && Number(value) >= from && Number(value) <= to,
  }
}
