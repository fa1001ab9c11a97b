import { describe, expect, it } from 'vitest'
import { isForRef, type RefPattern, readRefPattern } from '../../src/ci/ref-patterns.ts'

const branch = (name: string) => ({ name, isTag: false, projectPath: 'acme/site' })
const tag = (name: string) => ({ name, isTag: true, projectPath: 'acme/site' })

function patternOf(written: string): RefPattern {
  const read = readRefPattern(written)
  if (typeof read === 'string') throw new Error(read)
  return read
}

describe('only and except', () => {
  it('are for every ref where neither is there', () => {
    expect(isForRef({}, branch('master'))).toBe(true)
    expect(isForRef({}, tag('v1'))).toBe(true)
  })

  it.each([
    ['branches', branch('master'), true],
    ['branches', tag('v1'), false],
    ['tags', tag('v1'), true],
    ['tags', branch('master'), false],
    ['pushes', branch('master'), true],
    ['triggers', branch('master'), false],
    ['master', branch('master'), true],
    ['master', branch('master2'), false],
    ['master', tag('master'), true],
    ['/^v\\d+/', tag('v12'), true],
    ['/^v\\d+/', tag('x12'), false],
    ['/\\Afeature\\/.*\\z/', branch('feature/x'), true],
    ['/\\Afeature\\z/', branch('feature/x'), false],
    ['master@acme/site', branch('master'), true],
    ['master@acme/fork', branch('master'), false],
    ['branches@acme/site', branch('x'), true],
  ])('%s for %o: %s', (pattern, ref, expected) => {
    expect(isForRef({ only: [patternOf(pattern)] }, ref)).toBe(expected)
    expect(isForRef({ except: [patternOf(pattern)] }, ref)).toBe(!expected)
  })

  it('need one pattern of only, and none of except', () => {
    const patterns = {
      only: ['branches', 'v1'].map(patternOf),
      except: ['/^wip/', 'old'].map(patternOf),
    }
    expect(isForRef(patterns, branch('master'))).toBe(true)
    expect(isForRef(patterns, tag('v1'))).toBe(true)
    expect(isForRef(patterns, tag('v2'))).toBe(false)
    expect(isForRef(patterns, branch('wip-1'))).toBe(false)
    expect(isForRef(patterns, branch('old'))).toBe(false)
  })

  it('are for no ref where only is empty', () => {
    expect(isForRef({ only: [] }, branch('master'))).toBe(false)
  })
})

describe('a pattern', () => {
  it.each(['master', '(', '/^issue-.*$/', '/^(a+)+$/'])('may be %s', (pattern) => {
    expect(readRefPattern(pattern)).toBeTypeOf('object')
  })

  it.each(['/(/', '/[/', '/a)/', '/*/', '/(a)\\1/', '/(?=a)/'])('may not be %s', (pattern) => {
    expect(readRefPattern(pattern)).toContain('is no regular expression')
  })
})
