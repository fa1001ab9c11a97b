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
/** The maximum number of values after expanding aliases. */
const MAX_VALUES = 100_000

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

/** Whether the number of values after expanding aliases is within the limit. */
export function isSmall(value: unknown): boolean {
  return isWithin(value, { left: MAX_VALUES })
}

function isWithin(value: unknown, budget: { left: number }): boolean {
  budget.left -= 1
  if (typeof value !== 'object' || value === null) return budget.left >= 0
  return budget.left >= 0 && Object.values(value).every((one) => isWithin(one, budget))
}
