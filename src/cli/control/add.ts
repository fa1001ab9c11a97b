import { type Command, counted, type OptionValues, textOption } from '../command.ts'
import { blameCommandLine } from './actions.ts'
import { forgeOf, print, worldOptions } from './connection.ts'
import { seedInFile } from './seed-file.ts'

async function addSeed(values: OptionValues): Promise<void> {
  const seed = await seedInFile(textOption(values, 'seed'))
  const added = await forgeOf(values).add(seed).catch(blameCommandLine)
  const counts = Object.entries(added).flatMap(([list, records]) =>
    records.length === 0 ? [] : [counted(records.length, list.replaceAll('_', ' '))],
  )
  const what = counts.length === 0 ? 'nothing that a list of the seed names' : counts.join(', ')
  print(values, added, [`Added ${what}.`])
}

export const addCommand: Command = {
  name: 'add',
  summary: 'Add to a world of a running server what a seed says.',
  details:
    'All of it or nothing. Names mean what is there already as well. What has no date happens now, and no hook is sent.',
  options: {
    seed: {
      type: 'string',
      placeholder: 'SEED',
      isRequired: true,
      summary: 'A file of YAML or JSON, or a folder of such files, of this machine.',
    },
    ...worldOptions,
  },
  examples: [
    ['forgery add more.yaml', 'to the default world'],
    ['forgery add more.yaml --world checkout', 'to another one'],
  ],
  argument: 'seed',
  run: addSeed,
}
