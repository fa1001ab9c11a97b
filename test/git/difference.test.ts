import { describe, expect, it } from 'vitest'
import type { CommitAction } from '../../src/git/commit.ts'
import { compareTrees, countLines } from '../../src/git/diff/difference.ts'
import { splitLines } from '../../src/git/diff/file-lines.ts'
import { lineChanges } from '../../src/git/diff/line-changes.ts'
import { gitDiff, patchText } from '../../src/git/diff/patch.ts'
import { createObjectDatabase } from '../../src/git/objects/database.ts'
import { processorTime } from '../growth.ts'
import { lacks } from '../programs.ts'
import { createGitFolder } from './git-program.ts'
import { bytes, commit, create, createRepository, remove, update } from './samples.ts'

const objects = createObjectDatabase()
const lines = (...numbers: (number | string)[]) => numbers.map((each) => `${each}\n`).join('')

function compare(before: readonly CommitAction[], ...after: CommitAction[]) {
  const first = commit(objects, undefined, create('other'), ...before)
  const second = commit(objects, first, ...after)
  return compareTrees(objects, first.tree, second.tree)
}

function patchOf(before: string, after: string): string {
  return compare([create('f', before)], update('f', after))
    .map((each) => patchText(objects, each))
    .join('')
}

describe('a patch', () => {
  it('has three lines of context, and a heading where a definition begins', () => {
    const before = lines('class A', ' 1', ' 2', ' 3', ' 4', ' 5', ' 6', ' 7')
    const after = before.replace(' 6\n', ' six\n six and a half\n')
    const expected = [
      ...['--- a/f', '+++ b/f', '@@ -4,5 +4,6 @@ class A'],
      ...['  3', '  4', '  5', '- 6', '+ six', '+ six and a half', '  7', ''],
    ]
    expect(patchOf(before, after)).toBe(expected.join('\n'))
  })

  it('joins changes whose context meets, and parts those further away', () => {
    const numbers = Array.from({ length: 20 }, (_, index) => index)
    const changed = (...places: number[]) =>
      lines(...numbers.map((each) => (places.includes(each) ? `new ${each}` : each)))
    const hunks = (text: string) => text.match(/^@@ .* @@/gm)
    expect(hunks(patchOf(changed(), changed(3, 10)))).toEqual(['@@ -1,14 +1,14 @@'])
    expect(hunks(patchOf(changed(), changed(3, 11)))).toEqual([
      '@@ -1,7 +1,7 @@',
      '@@ -9,7 +9,7 @@',
    ])
  })

  it('reports a missing line feed at the end', () => {
    const note = '\\ No newline at end of file\n'
    expect(patchOf('a\nb', 'a\nb\n')).toBe(`--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n${note}+b\n`)
    expect(patchOf('a\nb\n', 'a\nb')).toBe(`--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n a\n-b\n+b\n${note}`)
    expect(patchOf('a\nb', 'c\nb')).toBe(`--- a/f\n+++ b/f\n@@ -1,2 +1,2 @@\n-a\n+c\n b\n${note}`)
  })

  it('counts an empty side from zero', () => {
    expect(patchOf('', 'a\n')).toBe('--- a/f\n+++ b/f\n@@ -0,0 +1 @@\n+a\n')
    expect(patchOf('a\nb\n', '')).toBe('--- a/f\n+++ b/f\n@@ -1,2 +0,0 @@\n-a\n-b\n')
  })

  it('names /dev/null for a file that is new or gone', () => {
    const texts = (...actions: CommitAction[]) =>
      compare([create('old', 'x\n')], ...actions).map((each) => patchText(objects, each))
    expect(texts(create('new', 'y\n'))).toEqual(['--- /dev/null\n+++ b/new\n@@ -0,0 +1 @@\n+y\n'])
    expect(texts(remove('old'))).toEqual(['--- a/old\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n'])
    expect(texts(create('empty', ''))).toEqual([''])
  })

  it('does not show the content of binary files', () => {
    expect(patchOf('a\0', 'b\n')).toBe('Binary files a/f and b/f differ\n')
    expect(patchOf('', `${'x'.repeat(7999)}\0`)).toBe('Binary files a/f and b/f differ\n')
    expect(patchOf('', `${'x'.repeat(8000)}\0`)).toContain('+xxx')
    const [created] = compare([], create('new', '\0'))
    expect(created && patchText(objects, created)).toBe('Binary files /dev/null and b/new differ\n')
    expect(created && countLines(objects, created)).toEqual({ additions: 0, deletions: 0 })
  })

  it('reads what is no UTF-8 as U+FFFD, and knows such lines apart', () => {
    const content = (byte: number) => Uint8Array.of(byte, 10)
    const differences = compare([{ action: 'create', path: 'f', content: content(0xe9) }], {
      action: 'update',
      path: 'f',
      content: content(0xe8),
    })
    const [difference] = differences
    expect(difference && patchText(objects, difference)).toContain('-\ufffd\n+\ufffd\n')
  })

  it('quotes unusual paths, and ends those with a space', () => {
    const texts = compare([], create('é "x"', 'y\n'), create('a b', 'y\n')).map((each) =>
      patchText(objects, each),
    )
    expect(texts[0]).toContain('+++ b/a b\t\n')
    expect(texts[1]).toContain('+++ "b/\\303\\251 \\"x\\""')
  })
})

describe('a difference', () => {
  const content = lines(...Array.from({ length: 10 }, (_, index) => `line ${index}`))

  it('is a rename when half of the content is the same', () => {
    const [difference, ...others] = compare(
      [create('old', content)],
      remove('old'),
      create('new', `${content}more\n`),
    )
    expect(others).toEqual([])
    expect(difference).toMatchObject({
      oldPath: 'old',
      newPath: 'new',
      renamedFile: true,
      newFile: false,
      deletedFile: false,
      similarity: 93,
    })
    expect(difference && patchText(objects, difference)).toContain('--- a/old\n+++ b/new\n@@ -8,3')
  })

  const sources = [create('x/one', content), create('y/two', content)]
  const gone = [remove('x/one'), remove('y/two')]
  const alike = (count: number) =>
    content
      .split(/(?<=\n)/)
      .slice(count)
      .join('') + lines(...Array(count).fill('other'))
  const choices = [
    ['a source of the same name', sources, [...gone, create('z/two', content)]],
    ['the first source', sources, [...gone, create('z/three', content)]],
    ['each source once', sources, [...gone, create('z/a', content), create('z/b', content)]],
    [
      'a namesake of three quarters',
      sources,
      [...gone, create('z/one', alike(2)), create('z/a', alike(1))],
    ],
    [
      'the most alike, when a namesake is less',
      sources,
      [...gone, create('z/one', alike(4)), create('z/a', alike(1)), create('z/b', alike(2))],
    ],
    [
      'a namesake among the equally alike',
      [create('x/one', content), create('y/two', content), create('v/two', 'nothing\n')],
      [...gone, remove('v/two'), create('z/two', alike(1)), create('w/two', 'something\n')],
    ],
  ] as const

  it.skipIf(lacks('git')).each(choices)(
    'takes %s for the origin of a new file, as git does',
    (_name, before, after) => {
      const first = commit(objects, undefined, create('other'), ...before)
      const second = commit(objects, first, ...after)
      const git = createGitFolder(objects, createRepository())
      const output = git.one('diff-tree', '-r', '-M', '--name-status', first.tree, second.tree)
      git.remove()
      const ours = compareTrees(objects, first.tree, second.tree).map((each) =>
        each.renamedFile
          ? `R${String(each.similarity).padStart(3, '0')}\t${each.oldPath}\t${each.newPath}\n`
          : `${each.newFile ? 'A' : 'D'}\t${each.newPath}\n`,
      )
      expect(ours.join('')).toBe(output)
      expect(output).toContain('R')
    },
  )

  it('is a new and a deleted file when less is', () => {
    const other = lines(
      ...Array.from({ length: 10 }, (_, index) => `${index % 5 ? 'other' : 'line'} ${index}`),
    )
    const found = compare([create('old', content)], remove('old'), create('new', other))
    expect(found.map((each) => [each.newPath, each.newFile, each.deletedFile])).toEqual([
      ['new', true, false],
      ['old', false, true],
    ])
    expect(found.every((each) => each.oldPath === each.newPath && !each.renamedFile)).toBe(true)
  })

  it('has no text for a rename or a mode alone', () => {
    const moved = { action: 'move', previousPath: 'old', path: 'run', mode: '100755' } as const
    const differences = compare([create('old', content)], moved)
    expect(differences.map((each) => patchText(objects, each))).toEqual([''])
    expect(gitDiff(objects, differences)).toBe(
      [
        'diff --git a/old b/run',
        ...['old mode 100644', 'new mode 100755', 'similarity index 100%'],
        ...['rename from old', 'rename to run', ''],
      ].join('\n'),
    )
  })

  it('shows a file that becomes a link as gone and new', () => {
    const [difference] = compare([create('x', 'text\n')], {
      action: 'update',
      path: 'x',
      content: bytes('other'),
      mode: '120000',
    })
    expect(difference).toMatchObject({ oldMode: '100644', newMode: '120000' })
    const text = gitDiff(objects, difference ? [difference] : [])
    expect(text).toContain('deleted file mode 100644')
    expect(text).toContain('new file mode 120000')
  })

  it('looks for no more renames than it can afford', () => {
    const files = Array.from({ length: 150 }, (_, index) => `${content}${index}\n`)
    const before = files.map((file, index) => create(`old/${index}`, file))
    const removals = files.map((_file, index) => remove(`old/${index}`))
    const additions = files.map((file, index) => create(`new/x${index}`, `${file}more\n`))
    const found = compare(before, ...removals, ...additions)
    expect(found).toHaveLength(300)
    const exact = files.map((file, index) => create(`new/x${index}`, file))
    expect(compare(before, ...removals, ...exact)).toHaveLength(150)
  })
})

describe('changed lines', () => {
  const file = (lines: Iterable<string>) =>
    splitLines(new TextEncoder().encode([...lines].map((line) => `${line}\n`).join('')))
  /** Each character is a line. */
  const changes = (before: string, after: string) => lineChanges(file(before), file(after))

  it('lie as far down as they can', () => {
    expect(changes('xaay', 'xaaay')).toEqual([
      { oldStart: 3, oldCount: 0, newStart: 3, newCount: 1 },
    ])
    expect(changes('{a}{b}', '{a}{c}{b}')).toEqual([
      { oldStart: 4, oldCount: 0, newStart: 4, newCount: 3 },
    ])
  })

  it('stand against each other where they can: as git writes them', () => {
    // `git diff -U0`: @@ -1,2 +1,3 @@, @@ -2 +2 @@, and @@ -1 +1 @@ with @@ -4,0 +5 @@.
    expect(changes('cac', 'bbbc')).toEqual([{ oldStart: 0, oldCount: 2, newStart: 0, newCount: 3 }])
    expect(changes('bca', 'baa')).toEqual([{ oldStart: 1, oldCount: 1, newStart: 1, newCount: 1 }])
    expect(changes('ccaba', 'bcabca')).toEqual([
      { oldStart: 0, oldCount: 1, newStart: 0, newCount: 1 },
      { oldStart: 4, oldCount: 0, newStart: 4, newCount: 1 },
    ])
  })

  it('stay bounded when two long texts have little in common', () => {
    const text = (step: number) =>
      Array.from({ length: 20_000 }, (_, index) => String((index * step) % 101))
    const start = processorTime()
    const found = lineChanges(file(text(7919)), file(text(104_729)))
    const count = found.reduce((sum, each) => sum + each.newCount - each.oldCount, 0)
    expect(count).toBe(0)
    expect(processorTime() - start).toBeLessThan(5000)
  })
})
