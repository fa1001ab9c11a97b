import type { FaultDescription } from '../../forge/control.ts'
import { checkDescription } from '../../forge/faults/description.ts'
import { type OptionDescription, type OptionValues, optionalText, UsageError } from '../command.ts'
import { optionalNumber } from './actions.ts'
import { inOptions } from './checked-options.ts'
import { criteriaOf, criteriaOptions } from './criteria.ts'

/** What a fault is described with. */
export const faultOptions: Readonly<Record<string, OptionDescription>> = {
  ...criteriaOptions,
  times: {
    type: 'string',
    placeholder: 'NUMBER',
    summary: 'How many requests it hits; any by default.',
  },
  share: { type: 'string', placeholder: 'SHARE', summary: 'The share that it hits, 0 to 1.' },
  phase: {
    type: 'string',
    placeholder: 'PHASE',
    summary: 'before (the default) or after the request is carried out.',
  },
  status: { type: 'string', placeholder: 'STATUS', summary: 'Answers this status.' },
  'retry-after': { type: 'string', placeholder: 'SECONDS', summary: 'Beside a 429 or 503.' },
  delay: { type: 'string', placeholder: 'TIME', summary: 'Milliseconds, or a range: 50..200.' },
  connection: { type: 'string', placeholder: 'WHAT', summary: 'drop or stall.' },
  body: { type: 'string', placeholder: 'WHAT', summary: 'truncate or malform.' },
  stale: { type: 'boolean', summary: 'Answers reads as before the last write.' },
}

/** The fault that a command line describes. */
export function faultOf(values: OptionValues): FaultDescription {
  const delay = optionalText(values, 'delay')
  const fault = {
    ...criteriaOf(values),
    times: optionalNumber(values, 'times'),
    share: optionalNumber(values, 'share'),
    phase: oneOf(values, 'phase', ['before', 'after']),
    status: optionalNumber(values, 'status'),
    retryAfter: optionalNumber(values, 'retry-after'),
    delay: delay !== undefined && /^\d+$/.test(delay) ? Number(delay) : delay,
    connection: oneOf(values, 'connection', ['drop', 'stall']),
    body: oneOf(values, 'body', ['truncate', 'malform']),
    ...(values.stale ? { isStale: true } : {}),
  }
  inOptions(faultOptions, () => checkDescription(fault))
  return fault
}

function oneOf<Word extends string>(
  values: OptionValues,
  name: string,
  words: readonly Word[],
): Word | undefined {
  const text = optionalText(values, name)
  const word = words.find((one) => one === text)
  if (text === undefined || word !== undefined) return word
  throw new UsageError(`--${name} takes ${words.join(' or ')}, not "${text}".`)
}
