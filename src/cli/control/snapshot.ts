import type { WorldChanges } from '../../forge/changes/world-changes.ts'
import type { ServedForge } from '../../worlds/client/index.ts'
import { type Action, type Actions, type Command, counted, optionalText } from '../command.ts'
import { neededWord, runAction } from './actions.ts'
import { columns, forgeOf, print, printList, worldOptions } from './connection.ts'

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
  compare: {
    takes: ['name', 'until'],
    async run(values) {
      const [name, until] = ['name', 'until'].map((option) => optionalText(values, option))
      const changes = await forgeOf(values).changesSince(name, until === undefined ? {} : { until })
      if (values.json) return print(values, changes, [])
      const lines = changeLines(changes)
      printList(values, lines, lines, 'No changes.')
    },
  },
}

/** Formats one line for each changed record, branch and tag. */
function changeLines({ counts, records, refs }: WorldChanges): string[] {
  const total = Object.values(counts)
    .flatMap((count) => Object.values(count))
    .reduce((sum, count) => sum + count, 0)
  const rest = total - records.length
  const rows = [
    ...records.map(({ change, name, fields }) => [
      change,
      name,
      change === 'changed' ? fields.join(', ') : '',
    ]),
    ...refs.map(({ change, project, ref, before, after }) => [
      change,
      `${project} ${ref}`,
      [before, after].map((id) => id?.slice(0, 8) ?? 'nothing').join(' to '),
    ]),
  ]
  return [...columns(rows), ...(rest > 0 ? [`and ${counted(rest, 'records')} more`] : [])]
}

/** Makes an action on a named snapshot, with the line that it prints. */
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
  summary: 'Save, restore and compare a world of a running server under names.',
  details: [
    'ACTION is list, save, restore, remove or compare. compare shows which records, branches and tags differ',
    'between a snapshot (without NAME the beginning of the world) and the present, or another one.',
  ].join('\n'),
  options: {
    action: { type: 'string', placeholder: 'ACTION', default: 'list', summary: 'What to do.' },
    name: { type: 'string', placeholder: 'NAME', summary: 'The name of the snapshot.' },
    until: {
      type: 'string',
      placeholder: 'NAME',
      summary: 'The later snapshot; the present by default.',
    },
    ...worldOptions,
  },
  examples: [
    ['forgery snapshot save signed-in', 'keeps the present world'],
    ['forgery snapshot restore signed-in', 'and goes back to it'],
    ['forgery snapshot compare signed-in', 'what has happened since'],
  ],
  argument: ['action', 'name'],
  actions,
  run: async (values) => runAction(snapshotCommand, values),
}
