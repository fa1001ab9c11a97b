import { parse } from 'yaml'
import { fillInContent } from './content-files.ts'

/**
 * Reads a seed from a file of JSON or YAML, or from a folder of such files whose top-level lists are
 * joined. Only in Node: its file system is asked for at run time, so that a browser can load the
 * module.
 */
export function readSeedFile(path: string): unknown {
  const { fs, paths } = nodeModules(path)
  const files = fs.statSync(path, { throwIfNoEntry: false })?.isDirectory()
    ? fs
        .readdirSync(path)
        .filter(isSeedFile)
        .sort()
        .map((name) => paths.join(path, name))
    : [path]
  if (files.length === 0) throw new Error(`The folder ${path} holds no seed (.json, .yaml, .yml).`)
  const seeds = files.map((file) => {
    const seed = parseSeed(file, readText(fs, file))
    fillInContent(seed, (name) => readBeside({ fs, paths }, file, name))
    return seed
  })
  return joinSeeds(seeds)
}

/** A file of the seed's own folder, links followed: no seed reaches anything outside of it. */
function readBeside({ fs, paths }: NodeModules, seedFile: string, name: string): Uint8Array {
  const folder = fs.realpathSync(paths.dirname(seedFile))
  const file = paths.resolve(folder, name)
  const isThere = fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true
  if (!isThere)
    throw new Error(`The seed ${seedFile} names the file "${name}", which is not there.`)
  if (!fs.realpathSync(file).startsWith(`${folder}${paths.sep}`)) {
    throw new Error(`The seed ${seedFile} names the file "${name}", which is not in its folder.`)
  }
  return new Uint8Array(fs.readFileSync(file))
}

/** Joins the lists of several seeds, in their order; of other entries the last counts. */
function joinSeeds(seeds: readonly object[]): Record<string, unknown> {
  const joined: Record<string, unknown> = {}
  for (const seed of seeds) {
    for (const [name, value] of Object.entries(seed)) {
      const before = joined[name]
      joined[name] = Array.isArray(before) && Array.isArray(value) ? [...before, ...value] : value
    }
  }
  return joined
}

function isSeedFile(name: string): boolean {
  return /\.(json|ya?ml)$/.test(name)
}

interface NodeModules {
  readonly fs: typeof import('node:fs')
  readonly paths: typeof import('node:path')
}

function nodeModules(path: string): NodeModules {
  const builtin = globalThis.process?.getBuiltinModule
  if (!builtin)
    throw new Error(`The seed "${path}" is no world of ours, and files are read in Node only.`)
  return { fs: builtin('node:fs'), paths: builtin('node:path') }
}

function readText(fs: typeof import('node:fs'), path: string): string {
  try {
    return fs.readFileSync(path, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new Error(
      `The seed "${path}" is neither a world of ours (demo, empty) nor a file: ${reason}`,
    )
  }
}

function parseSeed(path: string, text: string): object {
  try {
    const seed: unknown = path.endsWith('.json') ? JSON.parse(text) : parse(text)
    if (typeof seed === 'object' && seed !== null && !Array.isArray(seed)) return seed
  } catch (error) {
    throw new Error(
      `The seed ${path} cannot be read: ${error instanceof Error ? error.message : error}`,
    )
  }
  throw new Error(`The seed ${path} must hold an object at its top.`)
}
