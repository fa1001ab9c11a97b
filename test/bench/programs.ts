import { join } from 'node:path'
import { start } from '../cli/command.ts'
import { root } from '../package/root.ts'
import { folder } from './drive.ts'

const jiti = join(root, 'node_modules/jiti/lib/jiti-cli.mjs')

/** Runs a program of `programs/` against the built package, in a process of its own: the lines of JSON that it prints. */
export async function runProgram<Line>(
  name: string,
  words: readonly (string | number)[],
): Promise<Line[]> {
  const script = [join(folder, 'programs', name), join(root, 'dist'), ...words.map(String)]
  const { code, out, err } = await start(script, root, jiti).finished
  if (code !== 0) throw new Error(`${name} ended with ${code}: ${err}`)
  return out
    .trim()
    .split('\n')
    .map((line): Line => JSON.parse(line))
}
