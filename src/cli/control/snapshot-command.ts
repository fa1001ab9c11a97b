import type { Command } from '../command.ts'
import { type Actions, neededName, runAction } from './actions.ts'
import { forgeOf, print, printList, worldOptions } from './connection.ts'

const actions: Actions = {
  async list(values) {
    const names = await forgeOf(values).snapshots.all()
    printList(values, names, names, 'No snapshots.')
  },
  async save(values) {
    const name = neededName(values, 'snapshot')
    await forgeOf(values).snapshots.save(name)
    print(values, { name }, [`Saved the snapshot ${name}.`])
  },
  async restore(values) {
    const name = neededName(values, 'snapshot')
    await forgeOf(values).snapshots.restore(name)
    print(values, { name }, [`The world is what it was at ${name}.`])
  },
  async remove(values) {
    const name = neededName(values, 'snapshot')
    await forgeOf(values).snapshots.remove(name)
    print(values, { name }, [`Removed the snapshot ${name}.`])
  },
}

export const snapshot: Command = {
  name: 'snapshot',
  summary: 'Save and restore a world of a running server under names.',
  details: 'ACTION is list, save, restore or remove.',
  options: {
    action: { type: 'string', placeholder: 'ACTION', default: 'list', summary: 'What to do.' },
    name: { type: 'string', placeholder: 'NAME', summary: 'The name of the snapshot.' },
    ...worldOptions,
  },
  examples: [
    ['forgery snapshot save signed-in', 'keeps the present world'],
    ['forgery snapshot restore signed-in', 'and goes back to it'],
  ],
  argument: ['action', 'name'],
  run: async (values) => runAction('snapshot', actions, values),
}
