import { expect, it } from 'vitest'
import { visibleText } from '../../src/shared/visible-text.ts'

it.each([
  ['a control code', 'a\u001b[31mb\u0007\r', 'a\\u001b[31mb\\u0007\\u000d'],
  ['a control code of eight bits', '\u009b31m', '\\u009b31m'],
  ['marks of direction', '\u202etxt.exe\u2066\u200f', '\\u202etxt.exe\\u2066\\u200f'],
  ['what has no width', 'a\u200bb\u200cc\u200dd\ufeff', 'a\\u200bb\\u200cc\\u200dd\\ufeff'],
  ['invisible operators', '\u2060\u2061\u2062\u2063\u2064', '\\u2060\\u2061\\u2062\\u2063\\u2064'],
  ['separators', 'a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
])('writes %s as escapes', (_, text, expected) => {
  expect(visibleText(text)).toBe(expected)
})

it('leaves every other text as it is', () => {
  const text = 'two\r\n\tlines, שלום, مرحبا, 👩‍💻, é, \\u202e'
  expect(visibleText(text)).toBe(text)
})
