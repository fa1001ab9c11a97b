import { copyFileSync, mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type ts from 'typescript'
import { expect } from 'vitest'
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

interface Entries {
  readonly place: string
  readonly files: readonly string[]
  readonly compilerOptions: object
}

/** Every entry in a package of that type below `folder`, with the strict options that it is compiled by. */
export function placeEntries(folder: string, type: string, options: object): Entries {
  const place = join(folder, [type, ...Object.values(options)].join('-'))
  const files = type === 'module' ? ofModules : entries
  mkdirSync(place, { recursive: true })
  writeFileSync(join(place, 'package.json'), JSON.stringify({ type }))
  for (const name of files) {
    copyFileSync(join(root, 'test/package/consumer', name), join(place, name))
  }
  return { place, files, compilerOptions: { ...strictly, ...options } }
}

/**
 * Compiles every entry with the declarations of Forgery, and reads those of other libraries without judging them.
 * @returns what is wrong with the options, with Forgery's declarations or with the files that import them
 * @example
 * problemsOfEntries(ts, placeEntries(folder, 'module', { module: 'nodenext' })) // []
 */
export function problemsOfEntries(
  compiler: typeof ts,
  { place, files, compilerOptions }: Entries,
): readonly string[] {
  const { options, errors } = compiler.convertCompilerOptionsFromJson(compilerOptions, place)
  const paths = files.map((name) => join(place, name))
  const program = compiler.createProgram(paths, options, compiler.createCompilerHost(options))
  const judged = program
    .getSourceFiles()
    .filter(({ fileName }) => paths.includes(fileName) || fileName.includes('forgery/dist'))
  expect(judged.length).toBeGreaterThan(paths.length)
  const problems = [
    ...errors,
    ...program.getOptionsDiagnostics(),
    ...program.getGlobalDiagnostics(),
    ...judged.flatMap((file) => program.getSyntacticDiagnostics(file)),
    ...judged.flatMap((file) => program.getSemanticDiagnostics(file)),
  ]
  return problems.map(({ file, messageText }) => {
    const message = compiler.flattenDiagnosticMessageText(messageText, '\n')
    return file ? `${file.fileName}: ${message}` : message
  })
}
