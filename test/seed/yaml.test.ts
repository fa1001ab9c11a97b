import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { afterAll, expect, it } from 'vitest'
import { parse, stringify } from 'yaml'
import { readSeedFile } from '../../src/seed/files/read.ts'

const folder = mkdtempSync(join(tmpdir(), 'forgery-yaml-'))
afterAll(() => rmSync(folder, { recursive: true }))

function read(text: string): unknown {
  const file = join(folder, 'world.yaml')
  writeFileSync(file, text)
  return readSeedFile(file).seed
}

it.each([
  'a: [0o17, 017, 08, 0x1F, 0b11, 1_000, .5, 1., 1e3, +1, -012, 1:30, 0.1e-5]',
  'a: [~, null, Null, yes, no, on, off, True, TRUE, y, n]',
  'a: [2017-01-15, 2017-01-15T12:00:00Z, 12345678901234567890]',
  '<<: { a: 1 }\nb: 2',
  'x: &x { k: 1 }\ny: *x\nz:\n  <<: *x',
  '__proto__: { a: 1 }\nconstructor: 2',
  '1: a\ntrue: b\n"q": c\n? d\n',
  'a: !!str 1\nb: !!int "3"',
  'a: |\n  b\n  c\nd: >-\n  e\n  f\n\n  g\n',
  `a: 'it''s'\nb: "\\u00e9\\t\\x41\\/"\nc: x # y\nd: x#y\ne: # nothing\n`,
  '%YAML 1.1\n---\na: yes',
  'a: {b, c: , d: 1}\ne: [1, 2,]\r\nf: 3\r\n',
])('reads as YAML 1.2 has it: %j', (text) => {
  expect(read(text)).toEqual(parse(text))
})

it('reads whatever YAML may be written', () => {
  const seed = fc.dictionary(fc.string(), fc.jsonValue())
  fc.assert(
    fc.property(seed, fc.integer({ min: 20, max: 120 }), (value, lineWidth) => {
      const text = stringify(value, { lineWidth })
      expect(read(text)).toEqual(parse(text))
    }),
  )
})

it.each([
  ['a: 1\na: 2', 'Map keys must be unique at line 2, column 1'],
  ['a: 1\n---\nb: 2', 'multiple documents'],
  ['a:\n\tb: 1', 'Tabs are not allowed as indentation at line 2, column 1'],
  ['a: [1', 'Flow sequence in block collection must be sufficiently indented'],
  ['a: *b', 'Unresolved alias (the anchor must be set before the alias): b'],
])('says what is wrong and where: %j', (text, reason) => {
  expect(() => read(text)).toThrow(reason)
})

it('refuses a text whose anchors stand for billions of entries', () => {
  const level = (index: number) =>
    `l${index}: &l${index} [${Array(9)
      .fill(`*l${index - 1}`)
      .join(', ')}]`
  const text = ['l0: &l0 [x]', ...Array.from({ length: 12 }, (_, index) => level(index + 1))]
  expect(() => read(text.join('\n'))).toThrow('Excessive alias count')
})
