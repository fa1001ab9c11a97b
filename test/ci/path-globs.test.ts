import { describe, expect, it } from 'vitest'
import { matchesPath, readPathGlob } from '../../src/ci/path-globs.ts'

describe('a pattern of paths', () => {
  it.each([
    ['README.md', 'README.md', true],
    ['README.md', 'docs/README.md', false],
    ['*.md', 'README.md', true],
    ['*.md', 'docs/a.md', false],
    ['docs/*', 'docs/a.md', true],
    ['docs/*', 'docs/en/a.md', false],
    ['docs/**/*', 'docs/en/a.md', true],
    ['docs/**/*', 'docs/a.md', true],
    ['**/*.md', 'a.md', true],
    ['**/*.md', 'docs/en/a.md', true],
    ['*.{yml,yaml}', 'a.yaml', true],
    ['*.{yml,yaml}', 'a.json', false],
    ['a?.ts', 'ab.ts', true],
    ['a?.ts', 'a/.ts', false],
    ['a+(b).ts', 'a+(b).ts', true],
    ['a.ts', 'axts', false],
  ])('%s and %s: %s', (glob, path, expected) => {
    expect(matchesPath([readPathGlob(glob)], path)).toBe(expected)
  })
})
