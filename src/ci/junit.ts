/** A test case of a report with its result. */
export interface TestCase {
  readonly status: 'error' | 'failed' | 'success' | 'skipped'
  readonly suiteName: string | null
  readonly classname: string | null
  readonly name: string | null
  readonly file: string | null
  /** In seconds. */
  readonly time: number
  /** The message of a test that did not succeed: its text, or its attributes where it has none. */
  readonly output: string | Attributes | null
}

type Attributes = Readonly<Record<string, string>>

interface Element {
  readonly name: string
  readonly attributes: Attributes
  /** The result elements by name. */
  readonly results: Map<string, Element>
  text: string
}

/** The elements of results; the first one of a test counts. */
const resultWords = [
  ['failure', 'failed'],
  ['error', 'error'],
  ['skipped', 'skipped'],
] as const

const tagStart = /<(\/?)([^\s<>/="']+)/y
const attribute = /\s+([^\s<>/="']+)\s*=\s*(?:"([^"]*)"|'([^']*)')/y
const tagEnd = /\s*(\/?)>/y
/** The beginning and the end of markup other than elements. */
const others = [
  ['<!--', '-->'],
  ['<?', '?>'],
  ['<!', '>'],
] as const
const SECTION = '<![CDATA['

/**
 * Parses the test cases of a JUnit XML report: each `testcase` in a `testsuite` or `testsuites` at any depth, like
 * lib/gitlab/ci/parsers/test/junit.rb of GitLab. Scans the text once.
 * @throws SyntaxError for malformed XML.
 */
export function readJunit(text: string): TestCase[] {
  const cases: TestCase[] = []
  const open: Element[] = []
  let at = 0
  const match = (expression: RegExp) => {
    expression.lastIndex = at
    const found = expression.exec(text)
    if (found) at = expression.lastIndex
    return found
  }
  const past = (mark: string, from: number) => {
    const end = text.indexOf(mark, from)
    if (end < 0) throw new SyntaxError(`${mark} is missing`)
    at = end + mark.length
    return end
  }
  const say = (said: string) => {
    const last = open.at(-1)
    if (last) last.text += said
  }
  const close = () => {
    const element = open.pop()
    const parent = open.at(-1)
    if (!element || !parent) return
    if (element.name === 'testcase' && /^testsuites?$/.test(parent.name)) {
      cases.push(testCase(element, parent))
    } else if (parent.name === 'testcase') parent.results.set(element.name, element)
  }
  for (;;) {
    const start = text.indexOf('<', at)
    say(plain(text.slice(at, start < 0 ? undefined : start)))
    if (start < 0) break
    at = start
    if (text.startsWith(SECTION, at)) {
      const from = at + SECTION.length
      say(text.slice(from, past(']]>', from)))
      continue
    }
    const other = others.find(([mark]) => text.startsWith(mark, at))
    if (other) {
      past(other[1], at + other[0].length)
      continue
    }
    const [, slash, name = ''] = match(tagStart) ?? []
    const attributes: [string, string][] = []
    for (let one = match(attribute); one; one = match(attribute)) {
      attributes.push([one[1] ?? '', plain(one[2] ?? one[3] ?? '')])
    }
    const end = match(tagEnd)
    if (!end || (slash && open.at(-1)?.name !== name)) {
      throw new SyntaxError(`a tag is wrong at character ${start + 1}`)
    }
    if (!slash) {
      open.push({ name, attributes: Object.fromEntries(attributes), results: new Map(), text: '' })
    }
    if (slash || end[1]) close()
  }
  if (open.length > 0) throw new SyntaxError(`${open.at(-1)?.name} is not closed`)
  return cases
}

function testCase(
  { attributes: { name, classname, file, time = '' }, results: said }: Element,
  suite: Element,
): TestCase {
  const [word = '', status = 'success'] = resultWords.find(([word]) => said.has(word)) ?? []
  const result = said.get(word)
  return {
    status,
    suiteName: suite.attributes.name ?? null,
    classname: classname ?? null,
    name: name ?? null,
    file: file ?? null,
    time: Number.parseFloat(time) || 0,
    output: result ? outputOf(result) : null,
  }
}

function outputOf({ text, attributes }: Element): TestCase['output'] {
  if (text.trim() !== '') return text
  return Object.keys(attributes).length > 0 ? attributes : null
}

const entities: Attributes = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" }

/** Decodes the entities of a text. */
function plain(text: string): string {
  return text.replace(/&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi, (all, digits, hex, name) => {
    if (name !== undefined) return entities[name] ?? all
    const code = digits === undefined ? Number.parseInt(hex, 16) : Number(digits)
    return code <= 0x10ffff ? String.fromCodePoint(code) : all
  })
}
