import { describe, expect, it } from 'vitest'
import { readConfiguration, readWholeConfiguration } from '../../src/ci/configuration.ts'
import { mergeConfiguration } from '../../src/ci/merged-configuration.ts'
import { ConfigurationError } from '../../src/ci/pipeline-file.ts'
import { newBudget, ruleFor } from '../../src/ci/rules.ts'

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)
const jobs = (count: number, words: string) => upTo(count).map((index) => `j${index}: { ${words} }`)
const read = (...lines: string[]) => readConfiguration(lines.join('\n'))
/** Returns the error of a function that is no `ConfigurationError`. */
function wrongError(work: () => unknown): unknown {
  try {
    work()
    return undefined
  } catch (error) {
    return error instanceof ConfigurationError ? undefined : error
  }
}

const longText = 'x'.repeat(100_000)
const slow = `(${'a*'.repeat(60)})*b`

describe('what a configuration makes of little text is bounded', () => {
  it.each([
    ['aliases of a long text', [`.a: &a ${longText}`, `j: { script: [${'*a,'.repeat(30)}] }`]],
    [
      'references to a long text',
      [`.a: { x: ${longText} }`, `j: { script: [${'!reference [.a, x],'.repeat(30)}] }`],
    ],
    ['a long script that jobs extend', [`.a: { script: ${longText} }`, ...jobs(30, 'extends: .a')]],
    [
      'jobs that extend one often',
      [
        `.a: { script: a, variables: { ${upTo(1000).map((n) => `V${n}: a`)} } }`,
        `j: { extends: [${'.a,'.repeat(300)}] }`,
      ],
    ],
  ])('%s', (_, lines) => {
    expect(() => read(...lines)).toThrow(
      /The parsed YAML is too big|The aliases stand for too much/,
    )
  })

  it.each([
    ['before_script', `before_script: [${longText}]`],
    ['default', `default: { after_script: [${longText}] }`],
    ['variables', `variables: { ${upTo(4000).map((n) => `V${n}: a`)} }`],
  ])('%s of all jobs', (_, line) => {
    expect(() => read(line, ...jobs(50, 'script: a'))).toThrow('What all jobs inherit is too big')
    expect(read(line, ...jobs(5, 'script: a'))).toHaveLength(5)
  })

  it('variables of the copies of a job', () => {
    const line = (keys: number, copies: number) =>
      `j: { script: a, parallel: { matrix: [{ A: [${upTo(copies)}], ${upTo(keys).map((n) => `B${n}: ''`)} }] } }`
    expect(() => read(line(4000, 60))).toThrow('more than 200000 variables of all jobs')
    expect(() => read(line(40, 201))).toThrow('generates too many jobs (maximum is 200)')
    expect(read(line(50, 60))[59]?.variables.get('A')?.value).toBe('60')
  })

  it('combinations of a matrix, before they are made', () => {
    const values = `[${'a,'.repeat(100)}]`
    const matrix = upTo(40).map((n) => `B${n}: ${values}`)
    expect(() => read(`j: { script: a, parallel: { matrix: [{ ${matrix} }] } }`)).toThrow(
      'generates too many jobs (maximum is 200)',
    )
  })

  it('names of the copies of a job', () => {
    const line = (length: number) =>
      `j: { script: a, parallel: { matrix: [{ A: ${'x'.repeat(length)} }] } }`
    expect(read(line(250))[0]?.name).toHaveLength(255)
    expect(() => read(line(251))).toThrow('jobs name is too long')
  })

  it('needs of the copies of a job', () => {
    const line = (copies: number) => [
      `a: { script: a, parallel: ${copies} }`,
      `b: { script: a, parallel: ${copies} }`,
      `c: { script: a, needs: [a, b], parallel: ${copies} }`,
    ]
    expect(read(...line(150)).at(-1)?.needs).toHaveLength(300)
    expect(() => read(...line(160))).toThrow('more than 50000 needs')
  })

  it('files that are included', () => {
    const file = `.a: ${'x'.repeat(1_000_000)}`
    const files = { read: (path: string) => (path === 'big.yml' ? file : '.b: a'), paths: () => [] }
    const merged = (path: string, times: number) =>
      mergeConfiguration(`include: [${`${path},`.repeat(times)}]\nj: { script: a }`, files)
    expect(merged('small.yml', 150).included).toHaveLength(150)
    expect(() => merged('small.yml', 151)).toThrow('Maximum of 150 nested includes are allowed!')
    expect(() => merged('big.yml', 3)).toThrow('The parsed YAML is too big')
  })

  it('patterns of files to include', () => {
    const paths = upTo(9000).map((index) => `folder/${'a'.repeat(50)}${index}.yml`)
    const files = { read: () => undefined, paths: () => paths }
    const include = upTo(150).map((n) => `"**a*a*a*${n}.yaml"`)
    expect(() => readWholeConfiguration(`include: [${include}]\nj: { script: a }`, files)).toThrow(
      'The expressions of rules take too long',
    )
  })
})

describe('rules', () => {
  const context = (variables: Record<string, string>) => ({
    variables: new Map(Object.entries(variables)),
    budget: newBudget(),
    changedPaths: () => undefined,
    hasPath: () => false,
  })
  const rulesOf = (...conditions: string[]) =>
    read('j:', '  script: a', '  rules:', ...conditions.map((one) => `    - if: '${one}'`))[0]
      ?.rules ?? []

  it('end where their regular expressions take too long, in a text or a variable', () => {
    const variables = { A: 'a'.repeat(100_000), P: `/${slow}/` }
    for (const condition of [`$A =~ /${slow}/`, '$A =~ $P']) {
      expect(() => ruleFor(rulesOf(condition), context(variables))).toThrow(
        'The expressions of rules take too long',
      )
    }
    expect(ruleFor(rulesOf(`$A !~ /${slow}/`), context({ A: 'c'.repeat(100) }))).toBeDefined()
  })

  it('hold for changes of more than 50,000 comparisons, as in GitLab', () => {
    const rules = read('j: { script: a, rules: [{ changes: [none, neither] }] }')[0]?.rules ?? []
    const changed = (count: number) => ({
      ...context({}),
      changedPaths: () => upTo(count).map(String),
    })
    expect(ruleFor(rules, changed(25_000))).toBeUndefined()
    expect(ruleFor(rules, changed(25_001))).toBeDefined()
  })
})

/** Values that are no texts, in the place of a text, a list or a mapping. */
const oddValues = [
  'null',
  '2016-01-01',
  '.nan',
  '-.inf',
  '1e400',
  '0x10',
  '!!binary aGk=',
  '!!set { a }',
  '!!omap [a: 1]',
  '!reference [a]',
  '!reference []',
  '{ toString: 1, valueOf: 1 }',
  '[{ toString: 1, valueOf: 1 }]',
  '{ __proto__: { a: 1 } }',
  '[[[[[a]]]]]',
  '"\\0"',
  '&x [*x]',
  '""',
  '[]',
  '{}',
  '__proto__',
  'constructor',
]
const keywords =
  `script before_script stage stages only except when start_in allow_failure environment dependencies
   artifacts tags variables rules needs resource_group extends inherit interruptible parallel retry trigger
   include default workflow spec image services cache`.split(/\s+/)
const oddConfigurations = oddValues.flatMap((value) => [
  ...keywords.map((keyword) => `j: { script: a, ${keyword}: ${value} }`),
  ...keywords.map((keyword) => `${keyword}: ${value}\nj: { script: a }`),
  `include: { local: ${value}, inputs: ${value}, rules: ${value} }\nj: { script: a }`,
  `j: { script: a, rules: [{ if: ${value}, changes: ${value}, exists: ${value}, variables: ${value} }] }`,
  `j: { script: a, parallel: { matrix: [{ A: ${value} }] } }`,
  `j: { trigger: { include: ${value}, project: ${value}, forward: ${value} } }`,
  `j: { script: a, environment: { name: ${value}, action: ${value}, on_stop: ${value} } }`,
  `spec: { inputs: { a: { type: ${value}, default: ${value} } } }\n---\nj: { script: "$[[ inputs.a ]]" }`,
  `spec: { inputs: { a: { options: ${value}, default: ${value}, regex: ${value} } } }\n---\nj: { script: a }`,
  `spec: { inputs: ${value} }\n---\nj: { script: "$[[ inputs.a ]]" }`,
  `${value}: { script: a }`,
])

describe('values that are no texts', () => {
  it('make a configuration invalid, or have no effect', () => {
    for (const text of oddConfigurations) {
      const attempt = () => expect(readConfiguration(text)).toBeInstanceOf(Array)
      expect(wrongError(attempt), text).toBeUndefined()
    }
  })

  const object = '{ toString: 1, valueOf: 1 }'

  it('are refused as names of what is extended', () => {
    expect(() => read(`j: { script: a, extends: ${object} }`)).toThrow(
      'j: extends should be an array of strings or a string',
    )
  })

  it.each([
    [`type: ${object}`, 'unknown type `{"toString":1,"valueOf":1}`'],
    [`options: [a], default: ${object}`, 'default value is not a string'],
    ['type: [string], default: a', 'unknown type `["string"]`'],
  ])('are refused in an input with %s', (specification, problem) => {
    const text = `spec: { inputs: { a: { ${specification} } } }\n---\nj: { script: a }`
    expect(() => read(text)).toThrow(problem)
  })
})

it('refuses needs that are named twice', () => {
  expect(() =>
    read('a: { script: a }', 'b: { script: a }', 'c: { script: a, needs: [a, b, a, b] }'),
  ).toThrow('c has the following needs duplicated: a, b.')
})

it('keeps names that every object has', () => {
  const made = read(
    'stages: [__proto__, constructor]',
    'variables: { __proto__: a, constructor: b }',
    '__proto__: { script: a, stage: __proto__ }',
    'constructor: { script: a, stage: constructor, needs: [__proto__] }',
    'toString: { extends: constructor, needs: [] }',
  )
  expect(made.map(({ name }) => name)).toEqual(['__proto__', 'constructor', 'toString'])
  expect(made[0]?.variables.get('constructor')?.value).toBe('b')
})
