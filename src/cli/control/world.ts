import { existsSync } from 'node:fs'
import type { Seed } from '../../seed/schema.ts'
import type { ServedWorld } from '../../worlds/client/index.ts'
import { type Actions, type Command, type OptionValues, optionalText } from '../command.ts'
import { neededWord, runAction } from './actions.ts'
import { columns, connectionOptions, forgeOf, print } from './connection.ts'
import { seedInFile } from './seed-file.ts'

const actions: Actions = {
  list: {
    takes: [],
    async run(values) {
      const worlds = await forgeOf(values).worlds.list()
      print(values, worlds, columns(worlds.map(({ name, url }) => [name, url])))
    },
  },
  create: {
    takes: ['name', 'seed', 'from', 'snapshot'],
    async run(values) {
      const [name, seed, from, snapshot] = ['name', 'seed', 'from', 'snapshot'].map((option) =>
        optionalText(values, option),
      )
      const start = { seed: seed === undefined ? undefined : await seedOf(seed), from, snapshot }
      show(values, await forgeOf(values).worlds.create({ name, ...start }))
    },
  },
  show: {
    takes: ['name'],
    async run(values) {
      show(values, await forgeOf(values).worlds.get(neededWord(values, worldCommand, 'name')))
    },
  },
  remove: {
    takes: ['name'],
    async run(values) {
      const name = neededWord(values, worldCommand, 'name')
      await forgeOf(values).worlds.remove(name)
      print(values, { name }, [`Removed the world ${name}.`])
    },
  },
}

/** Returns the name of a seed of the server, or the content of a local file or folder, which is sent. */
async function seedOf(text: string): Promise<string | Seed> {
  const isName = text === 'demo' || text === 'empty' || (!/[./\\]/.test(text) && !existsSync(text))
  return isName ? text : seedInFile(text)
}

function show(values: OptionValues, { name, url, tokens }: ServedWorld): void {
  const holders = columns(Object.entries(tokens).map(([user, token]) => [`  ${user}`, token]))
  print(values, { name, url, tokens }, [`${name}  ${url}`, ...holders])
}

export const worldCommand: Command = {
  name: 'world',
  summary: 'List, make, show and remove the worlds of a running server.',
  details: [
    'ACTION is list, create, show or remove. Each world is independent of the others, and reached by its',
    'own address. A new one starts where the default one started, or from --seed, --from or --snapshot.',
  ].join('\n'),
  options: {
    action: { type: 'string', placeholder: 'ACTION', default: 'list', summary: 'What to do.' },
    name: { type: 'string', placeholder: 'NAME', summary: 'The name of the world.' },
    seed: {
      type: 'string',
      placeholder: 'SEED',
      summary: 'Start from demo, empty, or a file or a folder, which is sent to the server.',
    },
    from: { type: 'string', placeholder: 'NAME', summary: 'Go on from another world as it is.' },
    snapshot: { type: 'string', placeholder: 'NAME', summary: 'Go on from a snapshot of it.' },
    ...connectionOptions,
  },
  examples: [
    ['forgery world create checkout', 'a world at http://127.0.0.1:8080/w/checkout'],
    ['forgery world', 'which worlds there are'],
    ['forgery world remove checkout', 'and it is gone'],
  ],
  argument: ['action', 'name'],
  actions,
  run: async (values) => runAction(worldCommand, values),
}
