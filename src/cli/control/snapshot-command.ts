import type { Actions, Command, OptionValues } from '../command.ts'
import { neededWord, runAction } from './actions.ts'
import { forgeOf, print, printList, worldOptions } from './connection.ts'

const actions: Actions = {
  list: {
    takes: [],
    async run(values) {
      const names = await forgeOf(values).snapshots.all()
      printList(values, names, names, 'No snapshots.')
    },
  },
  save: {
    takes: ['name'],
    async run(values) {
      const name = nameOf(values)
      await forgeOf(values).snapshots.save(name)
      print(values, { name }, [`Saved the snapshot ${name}.`])
    },
  },
  restore: {
    takes: ['name'],
    async run(values) {
      const name = nameOf(values)
      await forgeOf(values).snapshots.restore(name)
      print(values, { name }, [`The world is what it was at ${name}.`])
    },
  },
  remove: {
    takes: ['name'],
    async run(values) {
      const name = nameOf(values)
      await forgeOf(values).snapshots.remove(name)
      print(values, { name }, [`Removed the snapshot ${name}.`])
    },
  },
}

const nameOf = (values: OptionValues) => neededWord(values, snapshot, 'name')

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
  actions,
  run: async (values) => runAction(snapshot, values),
}
