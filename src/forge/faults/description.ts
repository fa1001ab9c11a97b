import { criteriaRules, methodsOf } from '../../http/request-criteria.ts'
import {
  aBoolean,
  checkOptions,
  InvalidArgument,
  type OptionRule,
  type OptionRules,
  wholeNumber,
} from '../../shared/options.ts'
import type { FaultDescription } from '../control.ts'
import { readRange } from './range.ts'

/** The longest delay, in milliseconds; a longer one is `connection: 'stall'`. */
const MAX_DELAY = 3_600_000

/** The rule for a delay, in a fault and as an option of `createForge`. */
export const delayRule: OptionRule = {
  mustBe: 'milliseconds from 0 to 3600000: a number, or a range such as `50..200`',
  accepts(value) {
    const range = readRange(value)
    return range !== undefined && range.most <= MAX_DELAY
  },
}

const rules: OptionRules<FaultDescription> = {
  ...criteriaRules,
  world: aText('the name of a world, or a pattern of names such as `shop-*`'),
  times: wholeNumber(1),
  share: {
    mustBe: 'a number from 0 to 1',
    accepts: (value) => typeof value === 'number' && value >= 0 && value <= 1,
  },
  phase: oneOf('before', 'after'),
  status: wholeNumber(400, 599),
  retryAfter: wholeNumber(0),
  delay: delayRule,
  connection: oneOf('drop', 'stall'),
  body: oneOf('truncate', 'malform'),
  afterBytes: wholeNumber(0),
  isStale: aBoolean,
  isOff: aBoolean,
}

const effects = ['status', 'connection', 'body', 'isStale'] as const

/**
 * Checks the description of a fault.
 * @throws TypeError naming what is wrong and what it must be.
 */
export function checkDescription(fault: unknown): asserts fault is FaultDescription {
  checkOptions<FaultDescription>('faults.add', fault, rules)
  const { status, retryAfter, delay, phase, isStale, body, afterBytes, method } =
    fault as FaultDescription
  const given = effects.filter((name) => isGiven(fault as FaultDescription, name))
  if (given.length > 1) {
    throw new InvalidArgument(`faults.add: a fault has one effect; got ${inCode(given)}`)
  }
  if (given.length === 0 && delay === undefined) {
    throw new InvalidArgument(
      `faults.add: say what happens: one of ${inCode([...effects, 'delay'])}`,
    )
  }
  if (retryAfter !== undefined && status !== 429 && status !== 503) {
    throw new InvalidArgument('faults.add: option `retryAfter` goes with the status 429 or 503')
  }
  if (afterBytes !== undefined && body !== 'truncate') {
    throw new InvalidArgument('faults.add: option `afterBytes` goes with `body: truncate`')
  }
  if (phase !== undefined && (body !== undefined || isStale)) {
    throw new InvalidArgument(
      'faults.add: option `phase` goes with `status`, `connection` and `delay`: the request is carried out in any case with `body` and `isStale`',
    )
  }
  if (isStale && method !== undefined && !methodsOf(method).every(isReading)) {
    throw new InvalidArgument(
      'faults.add: option `isStale` hits reading requests alone: the method must be `GET` or `HEAD`',
    )
  }
}

/** Whether requests with a method only read. */
export function isReading(method: string): boolean {
  return method === 'GET' || method === 'HEAD'
}

function isGiven(fault: FaultDescription, name: (typeof effects)[number]): boolean {
  return fault[name] !== undefined && fault[name] !== false
}

function inCode(names: readonly string[]): string {
  return names.map((name) => `\`${name}\``).join(', ')
}

function aText(mustBe: string): OptionRule {
  return { mustBe, accepts: (value) => typeof value === 'string' && value !== '' }
}

function oneOf(...values: readonly string[]): OptionRule {
  const mustBe = values.map((value) => `\`${value}\``).join(' or ')
  const accepts = (value: unknown) => typeof value === 'string' && values.includes(value)
  return { mustBe, accepts, known: values }
}
