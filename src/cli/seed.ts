import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { inventWorld } from '../seed/invent/invented-world.ts'
import { type Command, numberOption, type OptionValues } from './command.ts'

export const seedCommand: Command = {
  name: 'seed',
  summary: 'Write a large world, the same one for the same numbers.',
  details: [
    'The world is written as a seed that `forgery serve --seed FILE` and createForge load: YAML, or',
    'JSON where the name of the file ends in .json (which loads faster). Everybody has the private',
    'token USERNAME-token; root is the administrator.',
  ].join('\n'),
  options: {
    users: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '50',
      summary: 'How many people, root among them.',
    },
    projects: {
      type: 'string',
      placeholder: 'NUMBER',
      default: '200',
      summary: 'How many projects, over groups and people.',
    },
    'random-seed': {
      type: 'string',
      placeholder: 'NUMBER',
      default: '42',
      summary: 'Another number, another world.',
    },
    output: {
      type: 'string',
      placeholder: 'FILE',
      summary: 'Where to write it; standard output where there is none.',
    },
  },
  examples: [
    ['forgery seed --output world.yaml', '50 people and 200 projects'],
    ['forgery seed --users 500 --projects 5000 --output big.json', 'a big one'],
    ['forgery seed --random-seed 7 | less', 'another one, to read'],
  ],
  run: async (values) => seed(values),
}

/** Runs `forgery seed`, which writes a large world. */
async function seed(values: OptionValues): Promise<void> {
  const users = numberOption(values, 'users', { least: 1, most: 100_000 })
  const projects = numberOption(values, 'projects', { least: 0, most: 100_000 })
  const randomSeed = numberOption(values, 'random-seed', { least: 0, most: 2 ** 32 - 1 })
  const world = inventWorld({ users, projects, randomSeed })
  const output = typeof values.output === 'string' ? values.output : undefined

  if (output?.endsWith('.json')) return writeFileSync(output, `${JSON.stringify(world, null, 2)}\n`)
  const head = `# forgery seed --users ${users} --projects ${projects} --random-seed ${randomSeed}\n`
  const text = head + stringify(world, { lineWidth: 100, aliasDuplicateObjects: false })
  if (output !== undefined) return writeFileSync(output, text)
  process.stdout.write(text)
}
