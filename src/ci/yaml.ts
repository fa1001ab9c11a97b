import {
  type CollectionTag,
  Composer,
  type CST,
  type DocumentOptions,
  Lexer,
  LineCounter,
  type ParseOptions,
  Parser,
  type SchemaOptions,
  stringify,
  type YAMLSeq,
} from 'yaml'

/** The library composes a text by functions that call themselves, a few for each level. */
const MAX_LEVELS = 200
/**
 * A space, a dash, a key, a line end are one each: some 3,000 lines. Reading one takes up to 12 µs, and so a file of
 * a megabyte of quotes 7 seconds.
 */
export const MAX_LEXEMES = 20_000

/** What `!reference [job, key]` names: words of the same configuration. */
export class YamlReference {
  readonly path: readonly string[]

  constructor(path: readonly string[]) {
    this.path = path
  }
}

const reference: CollectionTag = {
  tag: '!reference',
  collection: 'seq',
  resolve(list) {
    const path = (list as YAMLSeq).toJSON() as unknown[]
    return new YamlReference(path.map(String))
  },
}
const options = {
  version: '1.1' as const,
  uniqueKeys: false,
  logLevel: 'error' as const,
  customTags: [reference],
} satisfies ParseOptions & SchemaOptions & DocumentOptions

/**
 * Reads YAML 1.1, as GitLab 8.15 did: merge keys and yes/no count, of a key that is written twice the last
 * counts. Aliases are expanded a bounded number of times.
 * @throws Error with the first fault, where the text is no YAML, has several documents, is nested too deep or has
 * more lexemes than the limit: the last in the words of later releases (`Gitlab::Config::Loader::Yaml`).
 */
export function parseYaml(text: string): unknown {
  const lines = new LineCounter()
  const tokens = tokensOf(text, lines)
  const [document, another] = new Composer(options).compose(tokens, true, text.length)
  if (!document) return null
  const [error] = document.errors
  if (error) throw faultAt(lines, error.pos[0], error.message)
  if (another) throw new Error('There is more than one document.')
  return document.toJS({ maxAliasCount: 100 })
}

/**
 * The text as the library's tokens. The library would go on after a fault, which takes long if
 * there are many.
 */
function tokensOf(text: string, lines: LineCounter): CST.Token[] {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  const tokens: CST.Token[] = []
  const take = (more: Iterable<CST.Token>) => {
    for (const token of more) {
      if (token.type === 'error') throw faultAt(lines, token.offset, token.message)
      tokens.push(token)
    }
  }
  let count = 0
  for (const lexeme of new Lexer().lex(text)) {
    count += 1
    if (count > MAX_LEXEMES) throw new Error('The parsed YAML is too big')
    take(parser.next(lexeme))
    if (parser.stack.length > MAX_LEVELS) {
      throw faultAt(lines, parser.offset, `More than ${MAX_LEVELS} levels are nested`)
    }
  }
  take(parser.end())
  return tokens
}

function faultAt(lines: LineCounter, offset: number, fault: string): Error {
  const { line, col } = lines.linePos(offset)
  return new Error(`${fault} at line ${line}, column ${col}`)
}

/** So many values are written out; of more, those that are there twice are written once, and named. */
const MAX_WRITTEN = 100_000

/** A value as a document of YAML, as Ruby writes it: lists stand at the level of their key. */
export function writeYaml(value: unknown): string {
  const aliasDuplicateObjects = !isWithin(value, { left: MAX_WRITTEN })
  return `---\n${stringify(value, { indentSeq: false, lineWidth: 0, aliasDuplicateObjects })}`
}

function isWithin(value: unknown, budget: { left: number }): boolean {
  budget.left -= 1
  if (typeof value !== 'object' || value === null) return budget.left >= 0
  return budget.left >= 0 && Object.values(value).every((one) => isWithin(one, budget))
}
