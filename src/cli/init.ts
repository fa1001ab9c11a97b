import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { seedFileName } from '../adapters/server/starting-seed.ts'
import { type OptionValues, optionalText } from './command.ts'
import { starterSeed } from './starter-seed.ts'

/** `forgery init`: writes a seed to begin with, where no file is yet; makes the folders that it is to be in. */
export function init(values: OptionValues): void {
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
