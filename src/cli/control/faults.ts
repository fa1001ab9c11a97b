import type { Awaitable, Fault, FaultDescription, FaultId } from '../../forge/control.ts'
import { checkDescription } from '../../forge/faults/description.ts'
import { type FaultPreset, faultPresets } from '../../forge/faults/presets.ts'
import { suggestion } from '../../shared/suggestion.ts'
import type { ServedForge } from '../../worlds/client/index.ts'
import {
  type Action,
  type Actions,
  type Command,
  counted,
  type OptionDescription,
  type OptionValues,
  optionalText,
  UsageError,
} from '../command.ts'
import { neededWord, optionalNumber, runAction } from './actions.ts'
import { columns, forgeOf, print, printList, worldOptions } from './connection.ts'
import { criteriaOf, criteriaOptions, inOptions } from './criteria.ts'

/** The options that describe a fault. */
const faultOptions: Readonly<Record<string, OptionDescription>> = {
  preset: {
    type: 'string',
    placeholder: 'NAME',
    summary: 'A fault that many try; `forgery faults presets` lists them.',
  },
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
  'after-bytes': {
    type: 'string',
    placeholder: 'NUMBER',
    summary: 'Where truncate cuts the body.',
  },
  off: { type: 'boolean', summary: 'It is switched off at first.' },
  stale: { type: 'boolean', summary: 'Answers reads as before the last write.' },
}

/** Returns the fault that a command line describes. */
function faultOf(values: OptionValues): FaultDescription {
  const delay = optionalText(values, 'delay')
  const given = {
    ...criteriaOf(values),
    times: optionalNumber(values, 'times'),
    share: optionalNumber(values, 'share'),
    phase: oneOf(values, 'phase', ['before', 'after']),
    status: optionalNumber(values, 'status'),
    retryAfter: optionalNumber(values, 'retry-after'),
    delay: delay !== undefined && /^\d+$/.test(delay) ? Number(delay) : delay,
    connection: oneOf(values, 'connection', ['drop', 'stall']),
    body: oneOf(values, 'body', ['truncate', 'malform']),
    afterBytes: optionalNumber(values, 'after-bytes'),
    ...(values.stale ? { isStale: true } : {}),
    ...(values.off ? { isOff: true } : {}),
  }
  // Options that are not given must not override those of a preset.
  const own = Object.entries(given).filter(([, value]) => value !== undefined)
  const fault: FaultDescription = { ...presetOf(values), ...Object.fromEntries(own) }
  inOptions(faultOptions, () => checkDescription(fault))
  return fault
}

const presets: Readonly<Record<string, FaultPreset>> = faultPresets

function presetOf(values: OptionValues): FaultDescription {
  const name = optionalText(values, 'preset')
  if (name === undefined) return {}
  const preset = Object.hasOwn(presets, name) ? presets[name] : undefined
  if (preset) return preset.fault
  const meant = suggestion(name, Object.keys(presets)) || '.'
  throw new UsageError(`--preset takes ${Object.keys(presets).join(', ')}, not "${name}"${meant}`)
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

const actions: Actions = {
  list: {
    takes: [],
    async run(values) {
      const faults = await forgeOf(values).faults.all()
      printList(values, faults, columns(faults.map(row)), 'No faults.')
    },
  },
  add: { takes: Object.keys(faultOptions), run: addFault },
  remove: {
    takes: ['id'],
    async run(values) {
      const id = faultId(neededWord(values, faultsCommand, 'id'))
      await forgeOf(values).faults.remove(id)
      print(values, { id }, [`Removed the fault ${id}.`])
    },
  },
  off: switching(({ faults }, id) => faults.switchOff(id)),
  on: switching(({ faults }, id) => faults.switchOn(id)),
  presets: {
    takes: [],
    async run(values) {
      const all = Object.entries(presets)
      const list = all.map(([name, about]) => ({ name, ...about }))
      print(values, list, columns(all.map(([name, { summary }]) => [name, summary])))
    },
  },
  clear: {
    takes: [],
    async run(values) {
      await forgeOf(values).faults.clear()
      print(values, [], ['Removed all faults.'])
    },
  },
}

/** Makes an action that switches a fault and shows it. */
function switching(turn: (forge: ServedForge, id: FaultId) => Awaitable<Fault>): Action {
  return {
    takes: ['id'],
    async run(values) {
      const id = faultId(neededWord(values, faultsCommand, 'id'))
      const fault = await turn(forgeOf(values), id)
      print(values, fault, columns([row(fault)]))
    },
  }
}

async function addFault(values: OptionValues): Promise<void> {
  const pattern = worldPatternOf(values)
  const fault =
    pattern === undefined
      ? await forgeOf(values).faults.add(faultOf(values))
      : await forgeOf({ ...values, world: undefined }).faults.add({
          ...faultOf(values),
          world: pattern,
        })
  print(values, fault, columns([row(fault)]))
}

/** Returns a pattern of world names; the server keeps such a fault for all of them. */
function worldPatternOf(values: OptionValues): string | undefined {
  const world = optionalText(values, 'world')
  return world?.includes('*') ? world : undefined
}

function faultId(text: string): FaultId {
  if (/^\d+$/.test(text)) return Number(text)
  const [, shared] = /^shared-(\d+)$/.exec(text) ?? []
  if (shared !== undefined) return `shared-${Number(shared)}`
  throw new UsageError(`A fault has a number, or an id such as shared-1, not "${text}".`)
}

function row({ id, hits, ...fault }: Fault): string[] {
  const said = Object.entries(fault).map(([name, value]) => `${name}=${value}`)
  return [`${id}`, `hit ${counted(hits, 'times')}`, said.join(' ')]
}

export const faultsCommand: Command = {
  name: 'faults',
  summary: 'Make requests to a running server fail, or slow.',
  details: [
    'ACTION is list, add, remove, off, on, clear or presets. What is left out of a fault matches any request; --status,',
    '--delay, --connection, --body and --stale say what happens to those that it hits. With a pattern of',
    'names (--world "shop-*") it is for all such worlds of the server.',
  ].join('\n'),
  options: {
    action: { type: 'string', placeholder: 'ACTION', default: 'list', summary: 'What to do.' },
    id: { type: 'string', placeholder: 'ID', summary: 'Which fault.' },
    ...faultOptions,
    ...worldOptions,
  },
  examples: [
    ['forgery faults add --operation createIssue --status 503 --times 2', 'the next two fail'],
    ['forgery faults add --path "/projects/**" --delay 200..800', 'slow projects'],
    ['forgery faults add --preset flaky-writes', 'three in ten writes fail'],
    ['forgery faults off 1', 'it stays, and hits nothing until it is switched on'],
    ['forgery faults add --world "*" --status 503', 'nothing works in any world'],
    ['forgery faults clear', 'and all is well again'],
  ],
  argument: ['action', 'id'],
  actions,
  run: async (values) => runAction(faultsCommand, values),
}
