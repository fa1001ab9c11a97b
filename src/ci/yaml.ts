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
/**
 * The maximum number of parser events: keys, values, and starts and ends of lists and mappings; enough for some 20,000
 * lines.
 */
const MAX_EVENTS = 25_000
/** The maximum number of values, and of the characters in their texts, after expanding aliases. */
const MAX_VALUES = 100_000
const MAX_CHARACTERS = 2_000_000

/** The target of `!reference [job, key]`: keywords of the same configuration. */
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
/** Ruby parses `y` and `n` as strings, whereas in YAML 1.1 they are booleans (lib/psych/scalar_scanner.rb). */
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
 * Parses YAML 1.1 like GitLab: with merge keys and yes/no booleans; the last of duplicate keys counts.
 * @throws Error with the first fault, where the text is malformed, has several documents, is nested too deeply, or is
 * too large; the last message is that of later releases (`Gitlab::Config::Loader::Yaml`).
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

/**
 * Whether the values and their texts, after expanding aliases, are within the limits. Each counts as often as it is
 * used: `times` for the whole.
 */
export function isSmall(value: unknown, times = 1): boolean {
  return isWithin(value, { values: MAX_VALUES / times, characters: MAX_CHARACTERS / times })
}

function isWithin(value: unknown, left: { values: number; characters: number }): boolean {
  left.values -= 1
  if (typeof value === 'string') left.characters -= value.length
  if (left.values < 0 || left.characters < 0) return false
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([key, one]) => {
    left.characters -= key.length
    return isWithin(one, left)
  })
}
