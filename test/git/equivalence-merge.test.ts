import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parentTree } from '../../src/git/diff/statistics.ts'
import { mergeBases } from '../../src/git/history/ancestry.ts'
import { type CherryPickOutcome, cherryPick, mergeCommits } from '../../src/git/merge/merge.ts'
import { type Conflict, mergeTrees } from '../../src/git/merge/merge-trees.ts'
import { createObjectDatabase, readCommit } from '../../src/git/objects/database.ts'
import type { GitCommit } from '../../src/git/objects/objects.ts'
import { lacks } from '../programs.ts'
import { agree } from './agreement.ts'
import type { GitFolder } from './git-program.ts'
import { type History, runs } from './histories.ts'

const committer = {
  name: 'Committer',
  email: 'committer@example.com',
  time: 1_700_000_000,
  offset: 0,
}
const author = { ...committer, name: 'Author', email: 'author@example.com' }
const words = { message: 'Merge\n', author, committer }

/** Pairs of commits that neither contains the other; git merges after a criss-cross in another way. */
function pairsToMerge({ objects, commits }: History): (readonly [GitCommit, GitCommit])[] {
  const pairs = commits.flatMap((left, index) =>
    commits.slice(index + 1).map((right) => [left, right] as const),
  )
  return pairs
    .filter(([left, right]) => {
      const bases = mergeBases(objects, left.id, right.id)
      return bases.length < 2 && bases[0]?.id !== left.id && bases[0]?.id !== right.id
    })
    .slice(-3)
}

interface GitOutcome {
  /** Of HEAD afterwards; undefined when the command failed. */
  readonly tree: string | undefined
  readonly commit: string
  readonly conflicts: string[]
}

/** Not `ort`: before git 2.50 that strategy follows renames whatever its options are. */
const STRATEGY = ['--strategy=recursive', '-X', 'no-renames']

/** Stands on a commit in a work tree, runs a command there, and cleans up. */
function inWorkTree(git: GitFolder, onto: GitCommit, command: readonly string[]): GitOutcome {
  const work = join(git.path, 'work')
  mkdirSync(work, { recursive: true })
  const there = ['-c', 'core.bare=false', `--work-tree=${work}`]
  const [, done, unmerged, head] = git.tryAll([
    [...there, 'checkout', '-q', '-f', '--detach', onto.id],
    [...there, ...command],
    ['ls-files', '-u', '-z'],
    ['rev-parse', 'HEAD', 'HEAD^{tree}'],
    [...there, 'reset', '-q', '--hard'],
  ])
  const [commit = '', tree] = (head?.output ?? '').split('\n')
  const names = (unmerged?.output ?? '').split('\0').map((entry) => entry.split('\t')[1] ?? '')
  const conflicts = [...new Set(names)].filter((path) => path !== '').sort()
  return { tree: done?.status === 0 ? tree : undefined, commit, conflicts }
}

function gitMerges(git: GitFolder, ours: GitCommit, theirs: GitCommit): GitOutcome {
  const options = ['--no-ff', '--allow-unrelated-histories', '-q', '-m', 'Merge']
  return inWorkTree(git, ours, ['merge', ...STRATEGY, ...options, theirs.id])
}

function gitPicks(git: GitFolder, picked: GitCommit, onto: GitCommit): GitOutcome {
  const mainline = picked.parents.length > 1 ? ['--mainline', '1'] : []
  return inWorkTree(git, onto, ['cherry-pick', ...STRATEGY, ...mainline, picked.id])
}

/**
 * Where both changed a mode in other ways and the lines merge, `recursive` forgets the conflict of the
 * modes, which git's usual strategy `ort` reports as we do: nothing to compare with there.
 */
const isForgotten = (conflicts: readonly Conflict[]) =>
  conflicts.some(({ kind }) => kind === 'mode')

/** Whether a pick has other conflicts than a merge that does not follow renames. */
const isOther = (plain: readonly Conflict[], outcome: CherryPickOutcome) =>
  outcome.kind === 'conflicts' && paths(plain).join() !== paths(outcome.conflicts).join()

const paths = (conflicts: readonly { readonly path: string }[]) =>
  conflicts.map((each) => each.path).sort()

describe.skipIf(lacks('git'))('the git program and ours agree on', () => {
  /**
   * Lines all differ here, so that both see the same changes. Where lines repeat, a merge follows
   * from the choice among equally short comparisons, and may be clean for one and a conflict for the
   * other.
   */
  it('merges: which are clean, what they give, which paths are in conflict', () => {
    const seen = { clean: 0, conflicts: 0 }
    agree(80, { lines: 'distinct', clocks: 'right', maxSteps: 16 }, (history, git) => {
      for (const [left, right] of pairsToMerge(history)) {
        const draft = createObjectDatabase(history.objects)
        const ours = mergeCommits(draft, left.id, right.id, words)
        const expected = gitMerges(git, left, right)
        if (ours.kind === 'up-to-date') throw new Error('neither contains the other')
        if (ours.kind === 'merged') {
          seen.clean += 1
          expect(expected.tree).toBe(ours.commit.tree)
          expect(expected.commit).toBe(ours.commit.id)
        } else if (!isForgotten(ours.conflicts)) {
          seen.conflicts += 1
          expect(expected.tree, JSON.stringify(ours)).toBeUndefined()
          const isMoved = ours.conflicts.some((each) => each.kind === 'file/directory')
          // Git moves such a file out of the way and reports the new name.
          if (!isMoved) expect(paths(ours.conflicts)).toEqual(expected.conflicts)
        }
      }
    })
    const least = runs(80) / 4
    expect(seen.clean).toBeGreaterThan(least)
    expect(seen.conflicts).toBeGreaterThan(least)
  })

  it('cherry-picks, to the id of the new commit', () => {
    const seen = { picked: 0, conflicts: 0, empty: 0 }
    agree(40, { lines: 'distinct', clocks: 'right', ends: 'closed' }, (history, git) => {
      const { objects, commits, last } = history
      const picked = commits[commits.length >> 1] ?? last
      for (const onto of [last, commits[commits.length - 2] ?? last]) {
        const draft = createObjectDatabase(objects)
        const ours = cherryPick(draft, picked.id, onto.id, { committer })
        const theirs = gitPicks(git, picked, onto)
        seen[ours.kind] += 1
        if (ours.kind === 'conflicts' && isForgotten(ours.conflicts)) continue
        // Renames are followed by ours alone here.
        const before = parentTree(draft, picked)
        const plain = mergeTrees(draft, before, onto.tree, picked.tree).conflicts
        if (ours.kind === 'picked' ? plain.length > 0 : isOther(plain, ours)) continue
        if (ours.kind === 'picked') {
          expect(theirs.tree).toBe(readCommit(draft, ours.commit.id).tree)
          if (picked.message.endsWith('\n')) expect(ours.commit.id).toBe(theirs.commit)
        } else {
          expect(theirs.tree, JSON.stringify(ours)).toBeUndefined()
          const isMoved =
            ours.kind === 'conflicts' && ours.conflicts.some((c) => c.kind === 'file/directory')
          const expected = ours.kind === 'conflicts' ? paths(ours.conflicts) : []
          if (!isMoved) expect(theirs.conflicts).toEqual(expected)
        }
      }
    })
    expect(Math.min(seen.picked, seen.conflicts, seen.empty)).toBeGreaterThan(2)
  })

  /** The symmetry that git's merges have too. */
  it('merges that give the same from either side', () => {
    agree(30, { lines: 'distinct', clocks: 'right' }, (history) => {
      for (const [left, right] of pairsToMerge(history)) {
        const base = mergeBases(history.objects, left.id, right.id)[0]?.tree
        const one = mergeTrees(history.objects, base, left.tree, right.tree)
        const other = mergeTrees(history.objects, base, right.tree, left.tree)
        expect(paths(one.conflicts)).toEqual(paths(other.conflicts))
        if (one.conflicts.length === 0) expect(one.tree).toBe(other.tree)
      }
    })
  })
})
