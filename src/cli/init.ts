import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { seedFileName } from '../adapters/server/starting-seed.ts'
import { type Command, type OptionValues, optionalText } from './command.ts'
import { starterSeed } from './starter-seed.ts'

export const initCommand: Command = {
  name: 'init',
  summary: 'Write a seed to begin with, forgery.yaml.',
  details: [
    'The seed is a small team with a project, code and a tracker, and says in comments what may be',
    'changed. `forgery serve` and the plugin of Vite start from forgery.yaml where they find it. A file',
    'that is there is left alone.',
  ].join('\n'),
  options: {
    output: {
      type: 'string',
      placeholder: 'FILE',
      summary: 'Where to write it; forgery.yaml where nothing is said.',
    },
  },
  examples: [
    ['forgery init', 'forgery.yaml, here'],
    ['forgery init && forgery serve --watch', 'served, and again whenever it is edited'],
    ['forgery init --output test/world.yaml', 'in another place, with its folder'],
  ],
  run: async (values) => init(values),
}

/** Runs `forgery init`: writes a starter seed where there is no file yet, and creates its folders. */
function init(values: OptionValues): void {
  const file = optionalText(values, 'output') ?? seedFileName
  makeFolder(file)
  try {
    writeFileSync(file, starterSeed, { flag: 'wx' })
  } catch (error) {
    throw new Error(explain(error, file))
  }
  const seed = file === seedFileName ? '' : ` ${file}`
  process.stdout.write(
    `Wrote ${file}. \`forgery serve${seed} --watch\` serves it, and again whenever it changes.\n`,
  )
}

function makeFolder(file: string): void {
  try {
    mkdirSync(dirname(file), { recursive: true })
  } catch {
    throw new Error(`${file} cannot be written: its folder cannot be made.`)
  }
}

function explain(error: unknown, file: string): string {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'EEXIST') {
    return `${file} is there already and stays as it is: --output writes to another file.`
  }
  return `${file} cannot be written: ${error instanceof Error ? error.message : String(error)}`
}
