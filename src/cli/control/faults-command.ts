import type { Fault, FaultId } from '../../forge/control.ts'
import {
  type Actions,
  type Command,
  counted,
  type OptionValues,
  optionalText,
  UsageError,
} from '../command.ts'
import { neededWord, runAction } from './actions.ts'
import { columns, forgeOf, print, printList, worldOptions } from './connection.ts'
import { faultOf, faultOptions } from './fault-options.ts'

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
  clear: {
    takes: [],
    async run(values) {
      await forgeOf(values).faults.clear()
      print(values, [], ['Removed all faults.'])
    },
  },
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

/** The names of several worlds: the server keeps such a fault for all of them. */
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
    'ACTION is list, add, remove or clear. What is left out of a fault matches any request; --status,',
    '--delay, --connection, --body and --stale say what happens to those that it hits. With a pattern of',
    'names (--world "shop-*") it is for all such worlds of the server.',
  ].join('\n'),
  options: {
    action: { type: 'string', placeholder: 'ACTION', default: 'list', summary: 'What to do.' },
    id: { type: 'string', placeholder: 'ID', summary: 'Which fault to remove.' },
    ...faultOptions,
    ...worldOptions,
  },
  examples: [
    ['forgery faults add --operation createIssue --status 503 --times 2', 'the next two fail'],
    ['forgery faults add --path "/projects/**" --delay 200..800', 'slow projects'],
    ['forgery faults add --world "*" --status 503', 'nothing works in any world'],
    ['forgery faults clear', 'and all is well again'],
  ],
  argument: ['action', 'id'],
  actions,
  run: async (values) => runAction(faultsCommand, values),
}
