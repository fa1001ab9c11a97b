import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { start } from '../cli/command.ts'
import { installPackage } from './installed.ts'
import { root } from './root.ts'

/** A compiler that reads every declaration is at work for a while, in milliseconds. */
export const patience = 300_000

/** What compiles in packages of each type; all but the first are compiled alone, as a runner runs them. */
const entries = ['every-entry.ts', 'every-runner.ts']
/** vitest is not for `require`, nor is what stands beside it. */
const ofModules = [...entries, 'every-vitest.ts']

const strictly = {
  strict: true,
  noEmit: true,
  skipLibCheck: false,
  target: 'es2022',
  lib: ['es2023', 'dom', 'dom.iterable'],
  types: ['node'],
}

/**
 * The installed package with everything that its declarations import, and not with what stands beneath
 * that: where nothing is hoisted, declarations find only what a suite itself installs.
 */
export async function installWithTypes(): Promise<string> {
  const folder = await installPackage(['every-entry.ts'])
  for (const name of ['@types', 'undici-types']) {
    symlinkSync(join(root, 'node_modules', name), join(folder, 'node_modules', name))
  }
  return folder
}

/**
 * Compiles every entry, strictly and with the declarations of libraries, in a package of that type
 * below `folder`. `tsc` is the script of the compiler.
 * @returns what it prints, and which lines of that are about Forgery or the files that import it
 */
export async function compileEntries(
  folder: string,
  tsc: string,
  type: string,
  compilerOptions: object,
): Promise<{ out: string; err: string; problems: readonly string[] }> {
  const place = join(folder, [type, ...Object.values(compilerOptions)].join('-'))
  const files = type === 'module' ? ofModules : entries
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type }))
  const config = { compilerOptions: { ...strictly, ...compilerOptions }, files }
  writeFileSync(join(place, 'tsconfig.json'), JSON.stringify(config))
  for (const name of files) {
    copyFileSync(join(root, 'test/package/consumer', name), join(place, name))
  }
  const { out, err } = await start(['--project', 'tsconfig.json'], place, tsc).finished
  const problems = out.split('\n').filter((line) => /forgery\/dist|every-/.test(line))
  return { out, err, problems }
}
