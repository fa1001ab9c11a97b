import type { ServedForge } from '../../worlds/client/index.ts'
import type { Action, Actions, Command } from '../command.ts'
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
  save: byName(
    ({ snapshots }, name) => snapshots.save(name),
    (name) => `Saved the snapshot ${name}.`,
  ),
  restore: byName(
    ({ snapshots }, name) => snapshots.restore(name),
    (name) => `The world is what it was at ${name}.`,
  ),
  remove: byName(
    ({ snapshots }, name) => snapshots.remove(name),
    (name) => `Removed the snapshot ${name}.`,
  ),
}

/** What is done with the snapshot that is named, and what is printed then. */
function byName(
  act: (forge: ServedForge, name: string) => ReturnType<ServedForge['snapshots']['save']>,
  done: (name: string) => string,
): Action {
  return {
    takes: ['name'],
    async run(values) {
      const name = neededWord(values, snapshotCommand, 'name')
      await act(forgeOf(values), name)
      print(values, { name }, [done(name)])
    },
  }
}

export const snapshotCommand: Command = {
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
  run: async (values) => runAction(snapshotCommand, values),
}
