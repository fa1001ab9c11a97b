import { expect, it } from 'vitest'
import { mergeContents } from '../../src/git/merge/content-merge.ts'

it('merges files with very many changes on both sides', () => {
  const file = (ending: (line: number) => string) => {
    const lines = Array.from({ length: 200_000 }, (_, line) => `${line}${ending(line)}\n`)
    return new TextEncoder().encode(lines.join(''))
  }
  const base = file(() => '')
  const ours = file((line) => (line % 4 === 0 ? ' ours' : ''))
  const theirs = file((line) => (line % 4 === 2 ? ' theirs' : ''))
  const both = file((line) => (line % 4 === 0 ? ' ours' : line % 4 === 2 ? ' theirs' : ''))
  const merged = mergeContents(base, ours, theirs)
  expect(merged && Buffer.compare(merged, both)).toBe(0)
})
