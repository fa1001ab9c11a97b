import { compileExpression, type MatchBudget, matchesExpression } from './expression.ts'
import { ConfigurationError } from './pipeline-file.ts'
import { checkBudget, newBudget } from './rules.ts'
import { expandVariables, type Variables } from './variables.ts'
import { parseYaml } from './yaml.ts'

/** The values of inputs by their names. */
export type Inputs = Readonly<Record<string, unknown>>

type Specification = Readonly<Record<string, unknown>>

const SEPARATOR = /^---[ \t]*(?:#.*)?$/m
const BLOCK = /\$\[\[([^\]\n[$]*)\]\]/g
/** The longest value that `expand_vars` produces. */
const MAX_VALUE_LENGTH = 100_000
/** The longest configuration that filling in inputs produces; GitLab bounds the blocks and the size as well. */
const MAX_LENGTH = 1_000_000
/** The limit of GitLab for functions behind one input (lib/gitlab/ci/config/interpolation/block.rb). */
const MAX_FUNCTIONS = 3

/**
 * Replaces `$[[ inputs.NAME ]]` in a configuration by the inputs that its header declares (`spec:inputs`). The wording
 * of errors is that of lib/gitlab/ci/config/interpolation.
 * @throws ConfigurationError for inputs that are unknown, missing or invalid.
 */
export function withInputs(
  text: string,
  given: Inputs,
  variables: () => Variables,
): { readonly text: string; readonly hasHeader: boolean } {
  const parts = documentsOf(text)
  if (!parts) {
    if (Object.keys(given).length === 0) return { text, hasHeader: false }
    throw new ConfigurationError(
      'Given inputs not defined in the `spec` section of the included configuration file',
    )
  }
  const values = valuesOf(parts.declared, given)
  return { text: filledIn(parts.body, values, variables), hasHeader: true }
}

/** Returns the declared inputs and the rest of a configuration; undefined for one without a header. */
function documentsOf(text: string) {
  const documents = text.split(SEPARATOR)
  if (documents.length > 1 && documents[0]?.trim() === '') documents.shift()
  const [first, ...rest] = documents
  if (first === undefined || rest.length === 0 || !/^spec[ \t]*:/m.test(first)) return undefined
  const header = parsed(first)
  if (!isMapping(header) || !('spec' in header)) return undefined
  const { inputs } = isMapping(header['spec']) ? header['spec'] : {}
  return { declared: isMapping(inputs) ? inputs : {}, body: rest.join('---\n') }
}

function parsed(header: string): unknown {
  try {
    return parseYaml(header)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigurationError(`Invalid configuration format: ${reason}`)
  }
}

function valuesOf(declared: Specification, given: Inputs): ReadonlyMap<string, unknown> {
  const unknown = Object.keys(given).filter((name) => !Object.hasOwn(declared, name))
  const errors = unknown.length > 0 ? [`unknown input arguments: ${unknown.join(', ')}`] : []
  const values = new Map<string, unknown>()
  const budget = newBudget()
  for (const [name, written] of Object.entries(declared)) {
    const specification = isMapping(written) ? written : {}
    const value = Object.hasOwn(given, name) ? asType(specification, given[name]) : undefined
    const problem = problemOf(specification, value, budget)
    if (problem) errors.push(`\`${name}\` input: ${problem}`)
    values.set(name, value ?? specification['default'])
  }
  // GitLab shows the first three errors in one.
  if (errors.length > 0) throw new ConfigurationError(errors.slice(0, 3).join(', '))
  return values
}

const isOfType: Readonly<Record<string, (value: unknown) => boolean>> = {
  string: (value) => typeof value === 'string',
  number: (value) => typeof value === 'number',
  boolean: (value) => typeof value === 'boolean',
  array: (value) => Array.isArray(value),
}

/** Reads a text, as forms and push options send them, as the value of the type that an input is declared to have. */
function asType({ type }: Specification, value: unknown): unknown {
  if (typeof value !== 'string') return value
  if (type === 'number' && /^-?\d+(?:\.\d+)?$/.test(value)) return Number(value)
  if (type === 'array' && value.startsWith('[')) return listFrom(value) ?? value
  return type === 'boolean' && /^(?:true|false)$/.test(value) ? value === 'true' : value
}

/** Returns the list that a JSON text contains; undefined for another text. */
function listFrom(text: string): unknown[] | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return Array.isArray(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** Returns what is wrong with the value of an input (lib/gitlab/ci/config/interpolation/inputs/base_input.rb). */
function problemOf(
  specification: Specification,
  value: unknown,
  budget: MatchBudget,
): string | undefined {
  const { type = 'string', default: fallback, options, regex } = specification
  const fits =
    typeof type === 'string' && Object.hasOwn(isOfType, type) ? isOfType[type] : undefined
  if (!fits) return `unknown type \`${textOf(type)}\``
  const hasDefault = Object.hasOwn(specification, 'default')
  const article = type === 'array' ? 'an' : 'a'
  if (!hasDefault && (value === undefined || value === null)) {
    return 'required value has not been provided'
  }
  if (hasDefault && fallback !== null && !fits(fallback)) {
    return `default value is not ${article} ${textOf(type)}`
  }
  const actual = value ?? fallback
  if (actual !== null && !fits(actual)) return `provided value is not ${article} ${textOf(type)}`
  if (Array.isArray(options) && !options.includes(actual)) {
    return `\`${textOf(actual)}\` cannot be used because it is not in the list of allowed options`
  }
  if (typeof regex !== 'string') return undefined
  const source = value === undefined || value === null ? 'default' : 'provided'
  return problemOfPattern(regex, textOf(actual), { source, budget })
}

function problemOfPattern(
  regex: string,
  value: string,
  { source, budget }: { readonly source: string; readonly budget: MatchBudget },
): string | undefined {
  try {
    const isMatch = matchesExpression(compileExpression(regex), value, budget)
    checkBudget(budget)
    return isMatch ? undefined : `${source} value does not match required RegEx pattern`
  } catch (error) {
    if (error instanceof SyntaxError) return 'invalid regular expression'
    throw error
  }
}

/** Values that are no text are written as JSON, which YAML reads as the same value. */
function filledIn(
  body: string,
  values: ReadonlyMap<string, unknown>,
  variables: () => Variables,
): string {
  let length = body.length
  const grow = (text: string) => {
    length += text.length
    if (length > MAX_LENGTH) throw new ConfigurationError('The parsed YAML is too big')
    return text
  }
  return body.replace(BLOCK, (_, block: string) => {
    const [access = '', ...functions] = block.split('|').map((part) => part.trim())
    const found = valueFor(access, values)
    if (functions.length > MAX_FUNCTIONS) {
      throw new ConfigurationError('too many functions in interpolation block')
    }
    const value = functions.reduce(
      (before: unknown, written) => grow(applied(written, before, variables)),
      found,
    )
    return grow(textOf(value ?? null))
  })
}

/** Returns a text as it is, and other values as JSON. */
function textOf(value: unknown): string {
  return typeof value === 'string' ? value : (JSON.stringify(value) ?? '')
}

function valueFor(access: string, values: ReadonlyMap<string, unknown>): unknown {
  const [scope = '', name] = access.split('.')
  if (name === undefined) throw new ConfigurationError('invalid interpolation access pattern')
  if (scope !== 'inputs' || !values.has(name)) {
    const key = scope === 'inputs' ? name : scope
    throw new ConfigurationError(`unknown interpolation key: \`${key}\``)
  }
  return values.get(name)
}

/** Applies a function behind an input: `expand_vars`, `posix_escape` or `truncate(OFFSET, LENGTH)`. */
function applied(written: string, value: unknown, variables: () => Variables): string {
  const [, offset, length] = /^truncate\([ \t]*(\d+)[ \t]*,[ \t]*(\d+)[ \t]*\)$/.exec(written) ?? []
  const isKnown = ['expand_vars', 'posix_escape'].includes(written) || length !== undefined
  if (!isKnown || typeof value !== 'string') {
    throw new ConfigurationError(
      `no function matching \`${written}\`: check that the function name, arguments, and types are correct`,
    )
  }
  if (written === 'posix_escape') return escapedForShell(value)
  if (length === undefined) return expandVariables(value, variables(), MAX_VALUE_LENGTH) ?? value
  return value.slice(Number(offset), Number(offset) + Number(length))
}

/** Escapes a text as one word of a POSIX shell, as `Shellwords.escape` of Ruby does. */
function escapedForShell(text: string): string {
  if (text === '') return "''"
  return text.replace(/[^\w\-.,:+/@\n]/gu, '\\$&').replaceAll('\n', "'\n'")
}

function isMapping(value: unknown): value is Specification {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
