import { describe, expect, it } from 'vitest'
import { holds, readCondition } from '../../src/ci/condition.ts'

const variables = new Map([
  ['BRANCH', 'release/1.2'],
  ['EMPTY', ''],
  ['YES', 'yes'],
  ['PATTERN', '/^release/'],
])
const isTrue = (text: string) => holds(readCondition(text), variables)

describe('a condition', () => {
  it.each([
    '$YES',
    '$YES == "yes"',
    "$YES == 'yes'",
    '$YES != "no"',
    '$NONE == null',
    '$EMPTY == ""',
    '$EMPTY != null',
    '$BRANCH =~ /^release\\/\\d+/',
    '$BRANCH =~ /RELEASE/i',
    '$BRANCH =~ $PATTERN',
    '$BRANCH !~ /^main$/',
    '$NONE || $YES',
    '$YES && $BRANCH =~ /1/ && $NONE == null',
    '($NONE || $YES) && $YES',
    '$YES || $NONE && $NONE',
    '"a" == "a"',
  ])('%s holds', (text) => {
    expect(isTrue(text)).toBe(true)
  })

  it.each([
    '$NONE',
    '$EMPTY',
    '$YES == "no"',
    '$NONE == ""',
    '$BRANCH =~ /RELEASE/',
    '$NONE =~ /a/',
    '$BRANCH =~ $YES',
    '$YES && $NONE',
    '($YES || $NONE) && $NONE',
    'null',
  ])('%s does not', (text) => {
    expect(isTrue(text)).toBe(false)
  })

  it.each([
    '',
    '$',
    'YES',
    '$A ==',
    '== "a"',
    '($A',
    '$A)',
    '$A =~ /(/',
    '"a',
    '$A $B',
    '('.repeat(60),
    'a'.repeat(3000),
  ])('%j is none', (text) => {
    expect(() => readCondition(text)).toThrow(SyntaxError)
  })
})
