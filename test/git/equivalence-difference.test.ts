import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { compareTrees, countLines, type Difference } from '../../src/git/diff/difference.ts'
import { gitDiff } from '../../src/git/diff/patch.ts'
import type { GitCommit } from '../../src/git/objects/objects.ts'
import { lacks } from '../programs.ts'
import { agree } from './agreement.ts'
import { type GitFolder, linesOfOutput } from './git-program.ts'
import type { History } from './histories.ts'

/** Neighbours, and commits far from each other. */
function somePairs({ commits, last }: History): (readonly [GitCommit, GitCommit])[] {
  const at = (index: number) => commits[index] ?? last
  const half = commits.length >> 1
  return [
    [at(0), last],
    [at(half), at(half + 1)],
    [at(half), at(0)],
    [at(commits.length - 2), last],
  ]
}

const NOTHING = { additions: -1, deletions: -1 }
const NO_ID = '0'.repeat(40)

/** A line of `git diff-tree --raw`, with paths apart. */
function raw(each: Difference): string[] {
  const modes = `:${each.oldMode ?? '000000'} ${each.newMode ?? '000000'}`
  const ids = `${each.oldBlob ?? NO_ID} ${each.newBlob ?? NO_ID}`
  const isLink = (mode: string | undefined) => mode === '120000'
  const isRetyped = isLink(each.oldMode) !== isLink(each.newMode)
  const status = each.newFile
    ? 'A'
    : each.deletedFile
      ? 'D'
      : each.renamedFile
        ? `R${String(each.similarity).padStart(3, '0')}`
        : isRetyped
          ? 'T'
          : 'M'
  const paths = each.renamedFile ? [each.oldPath, each.newPath] : [each.newPath]
  return [`${modes} ${ids} ${status}`, ...paths]
}

const diffCommand = (before: GitCommit, after: GitCommit, option: string) => [
  ...['-c', 'core.quotePath=true', 'diff-tree', '-r', '-p', '--full-index', option],
  ...[before.tree, after.tree],
]

/** The tree that the git program makes of `before` and our patch. */
function applied(git: GitFolder, before: GitCommit, patch: string): string {
  const file = join(git.path, 'patch')
  writeFileSync(file, patch)
  git.one('read-tree', before.tree)
  if (patch !== '') git.one('apply', '--cached', '--whitespace=nowarn', file)
  return git.one('write-tree').trim()
}

describe.skipIf(lacks('git'))('the git program and ours agree on', () => {
  it('what changes between two trees, renames and their similarity included', () => {
    agree(100, { lines: 'repeated', clocks: 'right', ends: 'closed' }, (history, git) => {
      const pairs = somePairs(history)
      const outputs = git.all(
        pairs.flatMap(([before, after]) => [
          ['diff-tree', '-r', '-z', '-M', '--raw', '--no-abbrev', before.tree, after.tree],
          ['diff-tree', '-r', '-z', '--raw', '--no-abbrev', before.tree, after.tree],
        ]),
      )
      for (const [index, [before, after]] of pairs.entries()) {
        for (const renames of [true, false]) {
          const ours = compareTrees(history.objects, before.tree, after.tree, { renames })
          const output = outputs[2 * index + (renames ? 0 : 1)] ?? ''
          expect(ours.flatMap(raw)).toEqual(output.split('\0').slice(0, -1))
        }
      }
    })
  })

  /** Where lines repeat, several comparisons are equally short, and git's choice among them is ours too. */
  it.each([
    ['distinct', 'closed'],
    ['distinct', 'open'],
    ['repeated', 'closed'],
    ['repeated', 'open'],
  ] as const)(
    'the text of a comparison of files whose lines are %s and whose last lines are %s',
    (lines, ends) => {
      // See `ends` in histories.ts: with open last lines git's renames depend on its version.
      const renames = ends === 'closed'
      agree(50, { lines, clocks: 'right', ends }, ({ objects, ...history }, git) => {
        const pairs = somePairs({ objects, ...history })
        const outputs = git.all(
          pairs.map(([before, after]) =>
            diffCommand(before, after, renames ? '-M' : '--no-renames'),
          ),
        )
        for (const [index, [before, after]] of pairs.entries()) {
          const ours = compareTrees(objects, before.tree, after.tree, { renames })
          expect(gitDiff(objects, ours)).toBe(outputs[index])
        }
      })
    },
  )

  it('what a patch does, where lines repeat, and how many lines it adds and deletes', () => {
    agree(60, { lines: 'repeated', clocks: 'right' }, (history, git) => {
      const { objects } = history
      for (const [before, after] of somePairs(history).slice(0, 2)) {
        const withRenames = compareTrees(objects, before.tree, after.tree)
        expect(applied(git, before, gitDiff(objects, withRenames))).toBe(after.tree)
        const differences = compareTrees(objects, before.tree, after.tree, { renames: false })
        const numstat = git.one('diff-tree', '-r', '--numstat', before.tree, after.tree)
        for (const [index, line] of linesOfOutput(numstat).entries()) {
          const each = differences[index]
          const ours = each === undefined ? NOTHING : countLines(objects, each)
          const [additions = 0, deletions = 0] = line.split('\t').map((part) => Number(part) || 0)
          expect(ours).toEqual({ additions, deletions })
        }
      }
    })
  })
})
