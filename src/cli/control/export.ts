import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { type Command, type OptionValues, optionalText } from '../command.ts'
import { forgeOf, worldOptions } from './connection.ts'

async function exportWorld(values: OptionValues): Promise<void> {
  const world = await forgeOf(values).export()
  const file = optionalText(values, 'output')
  const isJson = values.json === true || file?.endsWith('.json')
  const text = isJson
    ? `${JSON.stringify(world, null, 2)}\n`
    : stringify(world, { lineWidth: 100, aliasDuplicateObjects: false })
  if (file === undefined) process.stdout.write(text)
  else writeFileSync(file, text)
}

export const exportCommand: Command = {
  name: 'export',
  summary: 'Write a world of a running server as a seed.',
  details: 'A forge that is made of it answers what this one answers now.',
  options: {
    output: {
      type: 'string',
      placeholder: 'FILE',
      summary: 'Where to write it, as JSON where it ends so; standard output by default.',
    },
    ...worldOptions,
    json: { type: 'boolean', summary: 'Write JSON, and not YAML.' },
  },
  examples: [
    ['forgery export --output world.yaml', 'to go on from, or to keep'],
    ['forgery export --world checkout --json', 'another world, for a program'],
  ],
  run: exportWorld,
}
