import { type Inputs, withInputs } from './inputs.ts'
import { matchesPath, type PathGlob, readIncludeGlob } from './path-globs.ts'
import { ConfigurationError, configurationPath } from './pipeline-file.ts'
import { checkBudget, newBudget, type RuleContext, ruleFor, rules } from './rules.ts'
import { isSmall, parseYaml, YamlReference } from './yaml.ts'

/** The keywords of a configuration with their values. */
export type Words = Readonly<Record<string, unknown>>

/** A configuration after resolving its includes, references and extensions. */
export interface MergedConfiguration {
  readonly words: Words
  /** The paths of the included files, in the order of reading. */
  readonly included: readonly IncludedFile[]
  /** Whether the configuration depends on inputs or other files, even if none of them exists. */
  readonly namesFiles: boolean
}

export interface IncludedFile {
  readonly path: string
  /** The including file; undefined for the main configuration. */
  readonly from: string | undefined
}

/** The files that a configuration can include. */
export interface ConfigurationFiles {
  /** Returns the text of a file, if it exists. */
  read(path: string): string | undefined
  paths(): readonly string[]
}

/** What the content of a configuration depends on, beside its files. */
export interface ConfigurationSource {
  readonly inputs?: Inputs | undefined
  /** Returns what `include:rules` are compared with; none of them matches without it. */
  readonly conditions?: () => RuleContext
}

/** The limits of GitLab (`max_includes` of the instance, and lib/gitlab/config/extendable/entry.rb). */
const MAX_INCLUDES = 150
const MAX_EXTENDS = 10
/** The number of values that are searched for references. */
const MAX_REFERENCED = 100_000
/** The length of the file, and of all that it includes together. */
const MAX_TEXT_LENGTH = 1024 * 1024
/** The number of keywords that merges of files and jobs go through. */
const MAX_MERGED = 200_000

/** @throws ConfigurationError for an invalid configuration, and for missing files and jobs. */
export function mergeConfiguration(
  text: string,
  files: ConfigurationFiles,
  source: ConfigurationSource = {},
): MergedConfiguration {
  const conditions = once(source.conditions ?? (() => conditionsOf(paths)))
  const paths = once(() => files.paths())
  const merge = mergeWithin({ left: MAX_MERGED })
  const read: IncludedFile[] = []
  let includedLength = 0
  let namesFiles = false
  const budget = newBudget()
  const own = wordsOf(text, source.inputs ?? {}, undefined, [])
  const words = extended(withReferences(own), merge)
  if (!isSmall(words)) throw tooBig()
  return { words, included: read, namesFiles }

  function wordsOf(
    content: string,
    inputs: Inputs,
    from: string | undefined,
    around: readonly string[],
  ): Words {
    const filledIn = inputsInto(content, inputs, from)
    const { include, ...own } = parseText(filledIn.text)
    namesFiles ||= include !== undefined || filledIn.hasHeader
    const written = includesOf(include)
    if (written.length > MAX_INCLUDES) throw tooManyIncludes()
    const included = written
      .filter((one) => isIncluded(one.rules, conditions))
      .flatMap((one) => namedFiles(one.path).map((path) => ({ ...one, path })))
    const parts = included.map(({ path, inputs: given }) => {
      if (around.includes(path)) return {}
      read.push({ path, from })
      if (read.length > MAX_INCLUDES) throw tooManyIncludes()
      const file = files.read(path)
      if (file === undefined) {
        throw new ConfigurationError(`Local file \`${path}\` does not exist!`)
      }
      includedLength += file.length
      if (includedLength > MAX_TEXT_LENGTH) throw tooBig()
      return wordsOf(file, given, path, [...around, path])
    })
    return [...parts, own].reduce(merge, {})
  }

  /** The error of inputs begins with the file that declares them. */
  function inputsInto(content: string, inputs: Inputs, path = configurationPath) {
    try {
      return withInputs(content, inputs, () => conditions().variables)
    } catch (error) {
      if (!(error instanceof ConfigurationError)) throw error
      throw new ConfigurationError(`\`${path}\`: ${error.message}`)
    }
  }

  /** Returns the files that match a path with `*`, possibly none. */
  function namedFiles(path: string): readonly string[] {
    if (!path.includes('*')) return [path]
    const globs = [readInclude(path)]
    const found = paths().filter((one) => matchesPath(globs, one, budget))
    checkBudget(budget)
    return found
  }
}

function once<T>(work: () => T): () => T {
  let done: { readonly value: T } | undefined
  return () => {
    done ??= { value: work() }
    return done.value
  }
}

const tooBig = () => new ConfigurationError('The parsed YAML is too big')
const tooManyIncludes = () =>
  new ConfigurationError(`Maximum of ${MAX_INCLUDES} nested includes are allowed!`)

function conditionsOf(paths: () => readonly string[]): RuleContext {
  const budget = newBudget()
  return {
    variables: new Map(),
    budget,
    changedPaths: () => undefined,
    hasPath: (globs) => paths().some((path) => matchesPath(globs, path, budget)),
  }
}

/** Whether the rules of an include (`include:rules`) let it in. */
function isIncluded(written: unknown, conditions: () => RuleContext): boolean {
  if (written === undefined) return true
  const read = rules.safeParse(written)
  if (!read.success) throw new ConfigurationError('include:rules config is invalid')
  const rule = ruleFor(read.data, conditions())
  return rule !== undefined && rule.when !== 'never'
}

function readInclude(path: string): PathGlob {
  try {
    return readIncludeGlob(path)
  } catch (error) {
    if (error instanceof SyntaxError) throw new ConfigurationError('include: a path is too large')
    throw error
  }
}

/** Reports any error of the library, including one of deep nesting, as a fault of the text. */
function parseText(text: string): Words {
  if (text.length > MAX_TEXT_LENGTH) throw new ConfigurationError('The file is larger than 1 MiB')
  let parsed: unknown
  try {
    parsed = parseYaml(text)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`Invalid configuration format: ${reason}`)
  }
  if (isWords(parsed)) return withPlainKeys(parsed)
  throw new ConfigurationError('Invalid configuration format')
}

/** Ruby parses `:script` as a symbol, and GitLab uses symbols for keys, so it is equivalent to `script`. */
function withPlainKeys<T>(value: T): T
function withPlainKeys(value: unknown): unknown {
  if (Array.isArray(value)) return value.map((one: unknown) => withPlainKeys(one))
  if (!isWords(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, one]) => [key.replace(/^:(?=.)/, ''), withPlainKeys(one)]),
  )
}

/** A local file that is included with inputs, or under conditions. */
export interface IncludeWithInputs {
  readonly local: string
  readonly inputs: Inputs
  readonly rules?: unknown
}

/** Returns the files of a downstream pipeline in the form of `include`. */
export function includesOfTrigger(include: unknown): (string | IncludeWithInputs)[] {
  return includesOf(include).map(({ path, inputs, rules: written }) => {
    if (Object.keys(inputs).length === 0 && written === undefined) return path
    return { local: path, inputs, ...(written === undefined ? {} : { rules: written }) }
  })
}

/** Only local files can be included. */
interface Include {
  readonly path: string
  readonly inputs: Inputs
  readonly rules: unknown
}

function includesOf(include: unknown): Include[] {
  if (include === undefined) return []
  return [include].flat().map((one: unknown) => {
    const { local: path = one, inputs, rules } = isWords(one) ? one : {}
    if (typeof path === 'string' && !/^https?:/i.test(path)) {
      return { path: path.replace(/^\/+/, ''), inputs: isWords(inputs) ? inputs : {}, rules }
    }
    throw new ConfigurationError(
      'include: only files of the same repository are read, by their paths or as `local`',
    )
  })
}

/**
 * Replaces each `!reference` by its target; the items of a referenced list within a list are spliced in. Each reference
 * is resolved once, however often it is used.
 */
function withReferences(words: Words): Words {
  const found = new Map<string, unknown>()
  let size = 0
  const resolve = (value: unknown, path: readonly string[]): unknown => {
    size += 1
    if (size > MAX_REFERENCED) throw new ConfigurationError('The references are too large')
    if (value instanceof YamlReference) return follow(value, path)
    if (Array.isArray(value)) {
      return value.flatMap((one: unknown) => {
        const resolved = resolve(one, path)
        if (!(one instanceof YamlReference && Array.isArray(resolved))) return [resolved]
        size += resolved.length
        return resolved
      })
    }
    if (!isWords(value)) return value
    return Object.fromEntries(
      Object.entries(value).map(([name, one]) => [name, resolve(one, path)]),
    )
  }
  const follow = ({ path: names }: YamlReference, path: readonly string[]): unknown => {
    const written = JSON.stringify(names)
    if (found.has(written)) return found.get(written)
    if (path.includes(written)) {
      throw new ConfigurationError(`!reference ${written} is part of a circular chain`)
    }
    if (path.length >= MAX_EXTENDS) {
      throw new ConfigurationError(`!reference ${written} is nested too deep`)
    }
    const named = names.reduce<unknown>(
      (at, name) => (isWords(at) ? wordOf(at, name) : undefined),
      words,
    )
    if (named === undefined || names.length === 0) {
      throw new ConfigurationError(`!reference ${written} could not be found`)
    }
    const resolved = resolve(named, [...path, written])
    found.set(written, resolved)
    return resolved
  }
  return Object.fromEntries(Object.entries(words).map(([name, one]) => [name, resolve(one, [])]))
}

/** Merges each job over the jobs that it extends. */
function extended(words: Words, merge: Merge): Words {
  const done = new Map<string, unknown>()
  const extend = (name: string, path: readonly string[]): unknown => {
    const value = wordOf(words, name)
    if (!isWords(value) || value.extends === undefined) return value
    if (done.has(name)) return done.get(name)
    if (path.includes(name)) refuse(name, 'circular dependency detected in `extends`')
    if (path.length > MAX_EXTENDS) refuse(name, 'nesting too deep in `extends`')
    const parents = [value.extends].flat().map((parent: unknown) => {
      if (typeof parent === 'string') return parent
      return refuse(name, 'extends should be an array of strings or a string')
    })
    const unknown = parents.filter((parent) => !isWords(wordOf(words, parent)))
    if (unknown.length > 0) refuse(name, `unknown keys in \`extends\` (${unknown.join(', ')})`)
    const result = [...parents.map((parent) => extend(parent, [...path, name])), value]
      .filter(isWords)
      .reduce(merge)
    done.set(name, result)
    return result
  }
  const names = Object.keys(words)
  return Object.fromEntries(names.map((name) => [name, extend(name, [])]))
}

/** Returns the value of a keyword, ignoring properties inherited from Object. */
function wordOf(words: Words, name: string): unknown {
  return Object.hasOwn(words, name) ? words[name] : undefined
}

function refuse(name: string, problem: string): never {
  throw new ConfigurationError(`${name}: ${problem}`)
}

type Merge = (before: Words, after: Words) => Words

/** Deep-merges mappings; later values override earlier ones, and lists are replaced. */
function mergeWithin(budget: { left: number }): Merge {
  const merge: Merge = (before, after) => {
    const merged = new Map(Object.entries(before))
    const added = Object.entries(after)
    budget.left -= merged.size + added.length
    if (budget.left < 0) throw tooBig()
    for (const [name, value] of added) {
      const old = merged.get(name)
      merged.set(name, isWords(old) && isWords(value) ? merge(old, value) : value)
    }
    return Object.fromEntries(merged)
  }
  return merge
}

export function isWords(value: unknown): value is Words {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject && !(value instanceof YamlReference)
}
