import { writeFileSync } from 'node:fs'
import { stringify } from 'yaml'
import { inventWorld } from '../seed/invent/invented-world.ts'
import { numberOption, type OptionValues } from './command.ts'

/** `forgery seed`: writes a large world. */
export async function seed(values: OptionValues): Promise<void> {
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
