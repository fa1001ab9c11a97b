import type { Fault } from '../../forge-control.ts'
import { type Command, UsageError } from '../command.ts'
import { type Actions, neededName, runAction } from './actions.ts'
import { columns, forgeOf, print, worldOptions } from './connection.ts'
import { faultOf, faultOptions } from './fault-options.ts'

const actions: Actions = {
  async list(values) {
    const faults = await forgeOf(values).faults.all()
    print(values, faults, columns(faults.map(row)))
  },
  async add(values) {
    const fault = await forgeOf(values).faults.add(faultOf(values))
    print(values, fault, columns([row(fault)]))
  },
  async remove(values) {
    const text = neededName(values, 'faults', 'id')
    if (!/^\d+$/.test(text)) throw new UsageError(`A fault has a number, not "${text}".`)
    await forgeOf(values).faults.remove(Number(text))
    print(values, { id: Number(text) }, [`Removed the fault ${text}.`])
  },
  async clear(values) {
    await forgeOf(values).faults.clear()
    print(values, [], ['Removed all faults.'])
  },
}

function row({ id, hits, ...fault }: Fault): string[] {
  const said = Object.entries(fault).map(([name, value]) => `${name}=${value}`)
  return [`${id}`, `hit ${hits} times`, said.join(' ')]
}

export const faultsCommand: Command = {
  name: 'faults',
  summary: 'Make requests to a running server fail, or slow.',
  details: [
    'ACTION is list, add, remove or clear. What is left out of a fault matches any request; --status,',
    '--delay, --connection, --body and --stale say what happens to those that it hits.',
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
    ['forgery faults clear', 'and all is well again'],
  ],
  argument: ['action', 'id'],
  run: async (values) => runAction('faults', actions, values),
}
