import { describe, expect, it } from 'vitest'
import { withInputs } from '../../src/ci/inputs.ts'
import { growthExponent, MAX_EXPONENT } from '../growth.ts'

const filledIn = (header: string, body: string, inputs: object = {}) =>
  withInputs(`spec: { inputs: { ${header} } }\n---\n${body}`, { ...inputs }, () => {
    return new Map([['NAME', 'mona']])
  }).text.trim()

describe('inputs of a configuration', () => {
  it('are put where they are named, whatever their type', () => {
    const header =
      'name: , times: { type: number, default: 2 }, flag: { type: boolean, default: true }, list: { type: array, default: [a, 1] }'
    const body =
      'a-$[[ inputs.name ]]: { n: $[[inputs.times]], b: $[[ inputs.flag ]], l: $[[ inputs.list ]] }'
    expect(filledIn(header, body, { name: 'x' })).toBe('a-x: { n: 2, b: true, l: ["a",1] }')
    const given = { name: 'x', times: 3, flag: false, list: [] }
    expect(filledIn(header, body, given)).toBe('a-x: { n: 3, b: false, l: [] }')
  })

  it('are read from texts, as forms send them', () => {
    const header = 'times: { type: number }, flag: { type: boolean }, text: '
    const body = '[$[[ inputs.times ]], $[[ inputs.flag ]], "$[[ inputs.text ]]"]'
    const given = { times: '2.5', flag: 'false', text: '3' }
    expect(filledIn(header, body, given)).toBe('[2.5, false, "3"]')
  })

  it('are refused where their type is a name that every object has', () => {
    const ofType = (type: string) => () => filledIn(`a: { type: ${type}, default: b }`, 'x: y')
    expect(ofType('constructor')).toThrow('`a` input: unknown type `constructor`')
    expect(ofType('__defineGetter__')).toThrow('unknown type')
  })

  it('are refused where they would fill a configuration with more than a million characters', () => {
    const header = `large: { default: ${'x'.repeat(10_000)} }`
    const body = '$[[ inputs.large ]]'
    expect(filledIn(header, body.repeat(90)).length).toBe(900_000)
    expect(() => filledIn(header, body.repeat(100_000))).toThrow('The parsed YAML is too big')
  })

  it('are changed by functions', () => {
    const header = 'name: { default: "$NAME and others" }'
    expect(filledIn(header, '$[[ inputs.name | expand_vars | truncate(0, 6) ]]')).toBe('mona a')
  })

  it.each([
    ['it\'s $1; "a"', `it\\'s\\ \\$1\\;\\ \\"a\\"`],
    ['a-b_c.d,e:f+g/h@i', 'a-b_c.d,e:f+g/h@i'],
    ['', "''"],
    ['é', '\\é'],
  ])('is escaped for a shell: %s', (value, escaped) => {
    const header = `name: { default: ${JSON.stringify(value)} }`
    expect(filledIn(header, '$[[ inputs.name | posix_escape ]]')).toBe(escaped)
  })

  it('are changed by three functions at most', () => {
    const filledBy = (count: number) =>
      filledIn('name: { default: a }', `$[[ inputs.name ${'| posix_escape '.repeat(count)}]]`)
    expect(filledBy(3)).toBe('a')
    expect(() => filledBy(4)).toThrow('too many functions in interpolation block')
  })

  it.each([
    ['name: ', {}, '`name` input: required value has not been provided'],
    ['name: ', { name: 1 }, '`name` input: provided value is not a string'],
    ['name: { type: number }', { name: 'one' }, '`name` input: provided value is not a number'],
    ['name: { type: boolean }', { name: 'no' }, '`name` input: provided value is not a boolean'],
    ['name: { type: array }', { name: 'a' }, '`name` input: provided value is not an array'],
    ['name: { type: number, default: a }', {}, '`name` input: default value is not a number'],
    [
      'name: { options: [a, b] }',
      { name: 'c' },
      '`name` input: `c` cannot be used because it is not in the list of allowed options',
    ],
    [
      'name: { regex: "^v[0-9]+$" }',
      { name: 'w1' },
      '`name` input: provided value does not match required RegEx pattern',
    ],
    [
      'name: { regex: "^v", default: w }',
      {},
      '`name` input: default value does not match required RegEx pattern',
    ],
    ['', { name: 'a', other: 'b' }, 'unknown input arguments: name, other'],
  ])('declared as %s and given as %j are refused', (header, inputs, reason) => {
    expect(() => filledIn(header, 'a: $[[ inputs.name ]]', inputs)).toThrow(reason)
  })

  it.each([
    ['$[[ inputs.none ]]', 'unknown interpolation key: `none`'],
    ['$[[ outputs.name ]]', 'unknown interpolation key: `outputs`'],
    ['$[[ name ]]', 'invalid interpolation access pattern'],
    ['$[[ inputs.name | shout ]]', 'no function matching `shout`'],
  ])('are not named by %s', (body, reason) => {
    expect(() => filledIn('name: { default: a }', body)).toThrow(reason)
  })

  it('need a header, without which everything stays', () => {
    const text = 'a: { script: "$[[ inputs.name ]]" }'
    expect(withInputs(text, {}, () => new Map())).toEqual({ text, hasHeader: false })
    expect(() => withInputs(text, { name: 'a' }, () => new Map())).toThrow(
      'Given inputs not defined in the `spec` section of the included configuration file',
    )
  })

  it.each(['$[[', '$[[ ', '---\n', '\n'])('of %j are found in linear time', async (piece) => {
    const exponent = await growthExponent(20_000, (size) => {
      const text = `spec: { inputs: { a: { default: b } } }\n---\n${piece.repeat(size)}`
      return () => withInputs(text, {}, () => new Map())
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })
})
