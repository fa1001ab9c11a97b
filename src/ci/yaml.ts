type Yaml = Pick<typeof import('yaml'), 'Composer' | 'Lexer' | 'LineCounter' | 'Parser'>

let library: Yaml | undefined

/**
 * Loads the YAML library, which is heavy: createForge awaits it beside the seed, so that importing
 * the package stays quick and a push, which is one synchronous step, can read its pipeline.
 */
export async function loadYaml(): Promise<void> {
  library ??= await import('yaml')
}

/** The caller has not awaited `loadYaml`: no fault of the text. */
export class YamlIsMissing extends Error {
  override name = 'YamlIsMissing'
  constructor() {
    super('The YAML library is not loaded: await loadYaml before anything is read.')
  }
}

/** The library composes a text by functions that call themselves, a few for each level. */
const deepestLevel = 200
const options = { version: '1.1', uniqueKeys: false, logLevel: 'error' } as const

/**
 * Reads YAML 1.1, as GitLab 8.15 did: merge keys and yes/no count, of a key that is written twice the last
 * counts. Aliases are expanded a bounded number of times.
 * @throws Error with the first fault, where the text is no YAML, has several documents or is nested too deep.
 */
export function parseYaml(text: string): unknown {
  if (!library) throw new YamlIsMissing()
  const lines = new library.LineCounter()
  const tokens = tokensOf(library, text, lines)
  const [document, another] = new library.Composer(options).compose(tokens, true, text.length)
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
function tokensOf({ Lexer, Parser }: Yaml, text: string, lines: InstanceType<Yaml['LineCounter']>) {
  const parser = new Parser(lines.addNewLine)
  lines.addNewLine(0)
  const tokens: Token[] = []
  const take = (more: Iterable<Token>) => {
    for (const token of more) {
      if (token.type === 'error') throw faultAt(lines, token.offset, token.message)
      tokens.push(token)
    }
  }
  for (const lexeme of new Lexer().lex(text)) {
    take(parser.next(lexeme))
    if (parser.stack.length > deepestLevel) {
      throw faultAt(lines, parser.offset, `More than ${deepestLevel} levels are nested`)
    }
  }
  take(parser.end())
  return tokens
}

type Token = import('yaml').CST.Token

function faultAt(lines: InstanceType<Yaml['LineCounter']>, offset: number, fault: string): Error {
  const { line, col } = lines.linePos(offset)
  return new Error(`${fault} at line ${line}, column ${col}`)
}
