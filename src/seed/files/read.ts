import { CORE_SCHEMA, load } from 'js-yaml'
import { parse } from 'yaml'
import { type NodeModules, nodeModules } from '../../shared/node-modules.ts'
import { suggestion } from '../../shared/suggestion.ts'
import type { SeedOrigin } from '../problems.ts'
import { fillInContent, readNamedRepositories } from './content.ts'
import { readRepository } from './git/read-repository.ts'
import { joinSeeds, type SeedPart } from './join.ts'
import { createLineFinder } from './location.ts'

/** A seed that was read from files, with the places of its parts. */
export interface SeedOfFiles extends SeedOrigin {
  readonly seed: Record<string, unknown>
  /** Every file that was read, including missing files that the seed names. */
  readonly files: readonly string[]
}

/**
 * Reads a seed from a JSON or YAML file, or from a folder of such files whose top-level lists are joined. `place` is a
 * path, a file: URL or the text of one. Works in Node only: its file system is imported at run time, so that a browser
 * can load the module. Throws where a file cannot be read or parsed; missing files that the seed names (`file:`) are
 * among its problems.
 */
export function readSeedFile(place: string | URL): SeedOfFiles {
  const node = modulesFor(place)
  const path = pathOf(place, node)
  const files: string[] = []
  const parts = filesOf(path, place, node).map((file): SeedPart => {
    files.push(file)
    const text = readOrExplain(() => readText(node.fs.readFileSync(file)), file)
    const seed = parseSeed(file, text)
    const problems = fillInContent(seed, (name) => {
      files.push(node.paths.resolve(node.paths.dirname(file), name))
      return readBeside(node, file, name)
    })
    const brought = readNamedRepositories(seed, (name) => {
      const { repository, files: own } = readRepositoryBeside(node, file, name)
      files.push(...own)
      return repository
    })
    return {
      seed,
      file,
      problems: [...problems, ...brought.problems],
      repositories: brought.repositories,
      lineOf: createLineFinder(text),
    }
  })
  return { ...joinSeeds(parts), files }
}

function pathOf(place: string | URL, { urls }: NodeModules): string {
  if (typeof place === 'string' && !/^[a-z][a-z+.-]+:\/\//i.test(place)) return place
  const url = new URL(place)
  if (url.protocol === 'file:') return urls.fileURLToPath(url)
  throw new Error(
    `The seed ${url.href} cannot be read: a seed is read from a path or a file: URL; fetch it first, and give createForge the object.`,
  )
}

function filesOf(path: string, place: string | URL, { fs, paths }: NodeModules): string[] {
  const found = fs.statSync(path, { throwIfNoEntry: false })
  if (!found) {
    throw new Error(
      `The seed "${place}" is neither a built-in world (demo, empty) nor a file: there is no ${paths.resolve(path)}${suggestion(String(place), ['demo', 'empty']) || '.'}`,
    )
  }
  if (!found.isDirectory()) return [path]
  const names = fs.readdirSync(path).filter((name) => /\.(json|ya?ml)$/.test(name))
  if (names.length === 0) {
    throw new Error(`The folder ${path} holds no seed: no file ends in .json, .yaml or .yml.`)
  }
  return names.sort().map((name) => paths.join(path, name))
}

/** Reads a file in the folder of the seed, links resolved: a seed must not reach files outside of it. */
function readBeside({ fs, paths }: NodeModules, seedFile: string, name: string): Uint8Array {
  const folder = fs.realpathSync(paths.dirname(seedFile))
  const file = paths.resolve(folder, name)
  const isThere = fs.statSync(file, { throwIfNoEntry: false })?.isFile() === true
  if (!isThere) {
    throw new Error(
      `the file "${name}" is not there: paths start at the folder of the seed, and there is no file ${file}`,
    )
  }
  if (!fs.realpathSync(file).startsWith(`${folder}${paths.sep}`)) {
    throw new Error(`the file "${name}" is not in its folder, ${folder}`)
  }
  return new Uint8Array(fs.readFileSync(file))
}

/** Reads a repository in the folder of the seed. */
function readRepositoryBeside(node: NodeModules, seedFile: string, name: string) {
  const folder = node.paths.dirname(seedFile)
  return readRepository(node, node.paths.resolve(folder, name), folder)
}

function modulesFor(place: string | URL): NodeModules {
  const node = nodeModules()
  if (node) return node
  throw new Error(
    `The seed "${place}" is no built-in world (demo, empty), and files are read in Node only.`,
  )
}

function parseSeed(path: string, text: string): object {
  const seed = readOrExplain((): unknown => {
    return path.endsWith('.json') ? JSON.parse(text) : parseYaml(text)
  }, path)
  if (typeof seed === 'object' && seed !== null && !Array.isArray(seed)) return seed
  throw new Error(`The seed ${path} must hold an object at its top.`)
}

/**
 * Parses YAML like `yaml`, in an eighth of the time: js-yaml takes 0.8 s of processor time for the 16 MB of 5,000
 * projects, and `yaml` 6.6 s. Where js-yaml fails, `yaml` is used, whose errors are clearer: for invalid YAML, anchors
 * (a few of which can expand to billions of entries), tags and a version directive.
 */
function parseYaml(text: string): unknown {
  if (/^%YAML/m.test(text)) return parse(text)
  try {
    return load(text, { schema: CORE_SCHEMA, maxAliases: 0 })
  } catch {
    return parse(text)
  }
}

function readOrExplain<T>(read: () => T, path: string): T {
  try {
    return read()
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    // The YAML parser recurses for each level.
    const isTooDeep = reason.includes('Maximum call stack size exceeded')
    throw new Error(
      `The seed ${path} cannot be read: ${isTooDeep ? 'it is nested too deeply' : reason}`,
    )
  }
}

const utf8Mark = [0xef, 0xbb, 0xbf]
const utf16Marks = [
  [0xff, 0xfe],
  [0xfe, 0xff],
]

/**
 * Decodes a file as UTF-8, without a byte order mark. Throws an error that says what to do where the bytes are UTF-16
 * or something else.
 */
function readText(bytes: Uint8Array): string {
  const startsWith = (mark: readonly number[]) => mark.every((byte, at) => bytes[at] === byte)
  // JSON and YAML contain no NUL, while UTF-16 of Latin letters has one in every pair of bytes.
  if (utf16Marks.some(startsWith) || bytes.subarray(0, 4).includes(0)) {
    throw new Error('it is UTF-16; save it as UTF-8')
  }
  try {
    const text = startsWith(utf8Mark) ? bytes.subarray(utf8Mark.length) : bytes
    return new TextDecoder('utf-8', { fatal: true }).decode(text)
  } catch {
    throw new Error('it is not UTF-8; save it as UTF-8')
  }
}
