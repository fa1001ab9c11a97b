import {
  constructFromEvents,
  defineScalarTag,
  defineSequenceTag,
  NOT_RESOLVED,
  parseEvents,
  YAML11_SCHEMA,
  YAMLException,
} from 'js-yaml'

const MAX_LEVELS = 200
/** So many keys, values, and beginnings and ends of lists and mappings: some 20,000 lines. */
const MAX_EVENTS = 25_000
/** So many values there may be, each counted wherever an alias stands for it. */
const MAX_VALUES = 100_000

/** What `!reference [job, key]` names: words of the same configuration. */
export class YamlReference {
  readonly path: readonly string[]

  constructor(path: readonly string[]) {
    this.path = path
  }
}

const reference = defineSequenceTag('!reference', {
  create: (): string[] => [],
  addItem(path, item) {
    path.push(String(item))
  },
  finalize: (path) => new YamlReference(path),
  identify: () => false,
})
/** Ruby reads `y` and `n` as texts, where YAML 1.1 has them for booleans (lib/psych/scalar_scanner.rb). */
const boolean = defineScalarTag('tag:yaml.org,2002:bool', {
  implicit: true,
  implicitFirstChars: [...'yYnNtTfFoO'],
  resolve(source) {
    if (/^(?:yes|true|on)$/i.test(source)) return true
    return /^(?:no|false|off)$/i.test(source) ? false : NOT_RESOLVED
  },
  identify: () => false,
})
const schema = YAML11_SCHEMA.withTags(boolean, reference)

/**
 * Reads YAML 1.1, as GitLab does: merge keys and yes/no count, of a key that is written twice the last
 * counts.
 * @throws Error with the first fault, where the text is no YAML, has several documents, is nested too deep, or holds too
 * much: the last in the words of later releases (`Gitlab::Config::Loader::Yaml`).
 */
export function parseYaml(text: string): unknown {
  const [document = null, another] = withPlaceOfFault(() => {
    const events = parseEvents(text, { maxDepth: MAX_LEVELS })
    if (events.length > MAX_EVENTS) throw new Error('The parsed YAML is too big')
    return constructFromEvents(events, { source: text, schema, json: true })
  })
  if (another !== undefined) throw new Error('There is more than one document.')
  if (!isSmall(document)) throw new Error('The aliases stand for too much')
  return document
}

function withPlaceOfFault<T>(read: () => T): T {
  try {
    return read()
  } catch (error) {
    if (!(error instanceof YAMLException && error.mark)) throw error
    const { line, column } = error.mark
    throw new Error(`${error.reason} at line ${line + 1}, column ${column + 1}`)
  }
}

/** Whether a value holds no more than is written without names for what stands in it twice. */
export function isSmall(value: unknown): boolean {
  return isWithin(value, { left: MAX_VALUES })
}

function isWithin(value: unknown, budget: { left: number }): boolean {
  budget.left -= 1
  if (typeof value !== 'object' || value === null) return budget.left >= 0
  return budget.left >= 0 && Object.values(value).every((one) => isWithin(one, budget))
}
