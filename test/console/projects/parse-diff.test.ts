import { expect, it } from 'vitest'
import { parseDiff } from '../../../src/console/projects/parse-diff.ts'

const lines = (diff: string) =>
  parseDiff(diff).map(({ kind, before, after, text }) => `${kind} ${before} ${after} ${text}`)

it('numbers the lines of both sides, hunk by hunk', () => {
  const diff = '@@ -1,3 +1,3 @@ def a\n one\n-two\n+2\n three\n@@ -10 +10,2 @@\n+nine\n ten\n'
  expect(lines(diff)).toEqual([
    'hunk 0 0 @@ -1,3 +1,3 @@ def a',
    'kept 1 1 one',
    'removed 2 0 two',
    'added 0 2 2',
    'kept 3 3 three',
    'hunk 0 0 @@ -10 +10,2 @@',
    'added 0 10 nine',
    'kept 10 11 ten',
  ])
})

it('keeps lines that look like others, and the remark of git', () => {
  expect(lines('@@ -1 +1 @@\n--- a\n+++ b\n\\ No newline at end of file')).toEqual([
    'hunk 0 0 @@ -1 +1 @@',
    'removed 1 0 -- a',
    'added 0 1 ++ b',
    'remark 0 0 \\ No newline at end of file',
  ])
  expect(parseDiff('')).toEqual([])
})
