import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'

/**
 * Every regular expression of the source has to match in a time that grows linearly with the text,
 * whatever the text: input reaches most of them. A checker builds the automaton of each and looks for
 * texts on which the matcher goes back again and again; where it does not know an automaton
 * (look-behind), it tries texts that it makes for the purpose and counts the steps. `src/scripts` is left out:
 * it reads files of this repository alone, and is not published.
 */
const source = fileURLToPath(new URL('../src', import.meta.url))
const files = readdirSync(source, { recursive: true, encoding: 'utf8' })
  .map((path) => path.replaceAll('\\', '/'))
  .filter((path) => path.endsWith('.ts') && !/\/generated\/|^scripts\//.test(path))

interface Found {
  readonly literals: Map<string, string>
  /** Where an expression is put together while the program runs. */
  readonly constructed: string[]
}

/** What is put into a larger expression, as `/a+/.source`, is checked with that. */
const isPart = ({ parent }: ts.Node) =>
  ts.isPropertyAccessExpression(parent) && parent.name.text === 'source'

function findExpressions(): Found {
  const found: Found = { literals: new Map(), constructed: [] }
  for (const path of files) {
    const text = readFileSync(join(source, path), 'utf8')
    const file = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true)
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node) && !isPart(node)) found.literals.set(node.text, path)
      const isCall = ts.isNewExpression(node) || ts.isCallExpression(node)
      if (isCall && node.expression.getText(file) === 'RegExp') found.constructed.push(path)
      ts.forEachChild(node, visit)
    }
    visit(file)
  }
  return found
}

const { literals, constructed } = findExpressions()

/** Files that build expressions, and what is known of the time that these take. */
const reasons: Record<string, string> = {
  'adapters/vite.ts': 'anchored at its beginning; what repeats ends at a slash',
  'http/redaction/masking.ts': 'held to linear growth by test/http/redaction/masking.test.ts',
  'contract/base-paths.ts': 'without a repetition',
  'ci/expression.ts': 'of one character or one class, and matched with one character',
  'gitlab/domain/issues/closing.ts':
    'held to linear growth by test/gitlab/domain/issues/closing.test.ts',
  'cli/record/record.ts': 'given by whoever runs the command, for texts of their own server',
}

/** Without a repetition, but for so many characters of a class, a match takes so many steps at most. */
function repeats(literal: string): boolean {
  const bare = literal.replace(/\\./g, 'x').replace(/\[[^\]]*\]/g, 'x')
  return /[*+]|\{\d+,|\)\{/.test(bare)
}

/**
 * What decides is how many steps a match takes, not how long: by default a match that takes more than a second
 * counts as an attack, and on a busy machine that is what some do.
 */
const options = {
  randomSeed: 1,
  timeout: null,
  seedingTimeout: null,
  incubationTimeout: null,
  attackTimeout: null,
}

/**
 * Both variants of the checker come to the same results: the program takes a quarter of the time, JavaScript
 * runs where there is no program for the platform.
 */
let check: (expression: string) => Promise<string>
beforeAll(async () => {
  process.env.RECHECK_BACKEND = hasProgram() ? 'native' : 'pure'
  const { check: checkExpression } = await import('recheck')
  check = async (expression) => {
    const end = expression.lastIndexOf('/')
    const found = await checkExpression(
      expression.slice(1, end),
      expression.slice(end + 1),
      options,
    )
    if (found.status === 'unknown') return `not known: ${found.error.kind}`
    return found.status === 'safe' ? 'linear' : found.complexity.summary
  }
})

const ofModules = (path: string) =>
  fileURLToPath(new URL(`../node_modules/${path}`, import.meta.url))

/** The expressions that were found linear before, each with the checker and the options that found it so. */
const keptIn = ofModules('.cache/linear-regular-expressions.json')
const kept = new Set<string>(existsSync(keptIn) ? JSON.parse(readFileSync(keptIn, 'utf8')) : [])
const { version } = JSON.parse(readFileSync(ofModules('recheck/package.json'), 'utf8'))

/** The same as `check`, which takes a tenth of a second, once for each expression. */
async function checkOnce(expression: string): Promise<string> {
  const key = JSON.stringify([version, options, expression])
  if (kept.has(key)) return 'linear'
  const verdict = await check(expression)
  if (verdict === 'linear') kept.add(key)
  return verdict
}

afterAll(() => {
  mkdirSync(dirname(keptIn), { recursive: true })
  const written = `${keptIn}.${process.pid}`
  writeFileSync(written, JSON.stringify([...kept]))
  renameSync(written, keptIn)
})

function hasProgram(): boolean {
  const system = { darwin: 'macos', win32: 'windows' }[process.platform as string] ?? 'linux'
  return existsSync(ofModules(`recheck-${system}-${process.arch}`))
}

/** Files whose expressions are built once, when they are loaded: these are checked as they come out. */
const builtOnce = ['adapters/server/direct-forge.ts']

/** The expressions that a file builds while it is loaded. */
async function builtBy(path: string): Promise<string[]> {
  const built: string[] = []
  const Usual = globalThis.RegExp
  vi.resetModules()
  vi.stubGlobal(
    'RegExp',
    new Proxy(Usual, {
      construct(target, [pattern, flags]: [string, string?]) {
        const expression = new target(pattern, flags)
        built.push(String(expression))
        return expression
      },
    }),
  )
  try {
    await import(join(source, path))
  } finally {
    vi.unstubAllGlobals()
  }
  return built
}

describe('a regular expression of the source', () => {
  it('is found', () => {
    expect(literals.size).toBeGreaterThan(50)
    expect(literals.get('/^[0-9a-f]{40}$/')).toMatch(/^(git|seed\/files\/git|worlds\/saved)\//)
  })

  it.each([
    ['/^(a+)+$/', 'exponential'],
    ['/-+$/', '2nd degree polynomial'],
    ['/^[a-z]+$/', 'linear'],
    ['/^-+$/', 'linear'],
  ])('like %s would be found to be %s', async (expression, expected) => {
    expect(await check(expression)).toBe(expected)
  })

  it.each([...literals].filter(([literal]) => repeats(literal)))(
    '%s in %s takes linear time',
    async (expression) => expect(await checkOnce(expression)).toBe('linear'),
  )

  it.each([
    ['/^[0-9a-f]{40}$/', false],
    ['/a+/', true],
    ['/[*+]\\*/', false],
    ['/(a?){90}/', true],
    ['/a{1,3}/', true],
    ['/[\\]+]/', false],
    ['/\\[a*/', true],
  ])('%s repeats something: %s', (expression, expected) => {
    expect(repeats(expression)).toBe(expected)
  })

  it('is built while the program runs only in these files', () => {
    const known = [...Object.keys(reasons), ...builtOnce]
    expect([...new Set(constructed)].sort()).toEqual(known.sort())
  })

  it.each(builtOnce)('of %s takes linear time', async (path) => {
    const built = (await builtBy(path)).filter((one) => repeats(one))
    // A library that the file imports may build some too.
    expect(built.length).toBeGreaterThan(0)
    for (const expression of built) {
      expect({ expression, is: await checkOnce(expression) }).toEqual({ expression, is: 'linear' })
    }
  })
})
