import { describe, expect, it } from 'vitest'
import { commitActions } from '../../src/git/commit.ts'
import { compareTrees } from '../../src/git/diff/difference.ts'
import { splitLines } from '../../src/git/diff/file-lines.ts'
import { lineChanges } from '../../src/git/diff/line-changes.ts'
import { patchText } from '../../src/git/diff/patch.ts'
import { createWorkBudget, MAX_STEPS } from '../../src/git/diff/work-budget.ts'
import { ahead, historyLength, mergeBases } from '../../src/git/history/ancestry.ts'
import { logPage } from '../../src/git/history/history.ts'
import { createPathLookup } from '../../src/git/history/path-lookup.ts'
import { mergeContents } from '../../src/git/merge/content-merge.ts'
import { hasConflicts } from '../../src/git/merge/merge.ts'
import {
  createObjectDatabase,
  type ObjectDatabase,
  putObject,
} from '../../src/git/objects/database.ts'
import { makeBlob, makeCommit, makeTree, type ObjectId } from '../../src/git/objects/objects.ts'
import { cleanSignature } from '../../src/git/objects/signature.ts'
import { entryAt, listTree } from '../../src/git/objects/tree.ts'
import { checkPath } from '../../src/git/path.ts'
import { checkReferenceName } from '../../src/git/reference-name.ts'
import { bytesOf } from '../../src/shared/text.ts'
import { growthExponent, MAX_EXPONENT } from '../growth.ts'
import { person } from './samples.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, line) => `"line ${line}",\n`)
const fileOf = (lines: readonly string[]) => bytesOf(lines.join(''))

/** A small generator of numbers (Park and Miller). */
function createRandom(): (below: number) => number {
  let state = 20_161_222
  return (below) => {
    state = (state * 48_271) % 0x7fffffff
    return state % below
  }
}

function mergeAtBothEnds(count: number) {
  const base = numbered(count)
  const [ours, theirs] = [[...base], [...base]]
  ours[1] = 'our beginning\n'
  ours[count - 9] = 'our end\n'
  theirs[5] = 'their beginning\n'
  theirs[count - 2] = 'their end\n'
  return [base, ours, theirs].map(fileOf)
}

describe('merging a file that both sides changed at both ends', () => {
  const NO_BYTES = new Uint8Array()

  it('takes a time that grows with its length', async () => {
    const exponent = await growthExponent(20_000, (count) => {
      const [base = NO_BYTES, ours = NO_BYTES, theirs = NO_BYTES] = mergeAtBothEnds(count)
      return () => mergeContents(base, ours, theirs)
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })

  it('looks at each of 100,000 lines a few times', () => {
    const [base = NO_BYTES, ours = NO_BYTES, theirs = NO_BYTES] = mergeAtBothEnds(100_000)
    const budget = createWorkBudget()
    expect(mergeContents(base, ours, theirs, budget)?.length).toBeGreaterThan(base.length - 100)
    // Two comparisons of twice as many lines.
    expect(MAX_STEPS - budget.steps).toBeLessThan(4 * 100_000 * 16)
  })
})

describe('comparing two files', () => {
  it.each([
    ['lines of two kinds in no order', 2, 0],
    ['lines of a thousand kinds in no order', 1000, 0],
    ['lines that all are the same, some changed', 1, 50],
    ['lines in turn, some changed', 2, 97],
  ])('grows little more than linearly with %s', async (_, kinds, period) => {
    const exponent = await growthExponent(5000, (count) => {
      const random = createRandom()
      const lines = () =>
        Array.from({ length: count }, (_, line) => {
          if (period === 0) return `${random(kinds)}\n`
          return random(period) === 0 ? 'changed\n' : `${line % kinds}\n`
        })
      const [before, after] = [splitLines(fileOf(lines())), splitLines(fileOf(lines()))]
      return () => lineChanges(before, after)
    })
    expect(exponent).toBeLessThan(1.7)
  })

  it('grows linearly with lines that are made to have one hash', async () => {
    // Under a hash that multiplies by an odd number, only the last bits of a product see the last byte.
    const exponent = await growthExponent(5000, (count) => {
      const lines = numbered(count).map((line) => `\0\0\0\0\0\0\0\0${line}`)
      return () => lineChanges(splitLines(fileOf(lines)), splitLines(fileOf(lines.toReversed())))
    })
    expect(exponent).toBeLessThan(1.7)
  })

  it('looks for the headings of hunks once', async () => {
    const exponent = await growthExponent(10_000, (count) => {
      const objects = createObjectDatabase()
      const before = numbered(count)
      const after = before.map((line, index) => (index % 10 === 0 ? `  changed ${index}\n` : line))
      const put = (lines: readonly string[]) => putObject(objects, makeBlob(fileOf(lines)))
      const treeOf = (id: ObjectId) =>
        putObject(objects, makeTree([{ name: 'file', mode: '100644', id }]))
      const found = compareTrees(objects, treeOf(put(before)), treeOf(put(after)))
      return () => found.map((difference) => patchText(objects, difference))
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })
})

describe('names', () => {
  it.each([
    ['a tree path of slashes', (text: string) => pathEntry(text), '/'],
    ['a tree path of deep folders', (text: string) => pathEntry(text), 'a/'],
    ['the path of a new file', (text: string) => attempt(() => checkPath(text)), 'a/'],
    ['the path of a new file, of dots', (text: string) => attempt(() => checkPath(text)), '.git '],
    ['a branch', (text: string) => checkReferenceName(text), 'a'],
    ['a branch of slashes', (text: string) => checkReferenceName(text), 'a/'],
    ['a branch of dots', (text: string) => checkReferenceName(text), 'a.lock'],
    ["an author's name of spaces", (text: string) => clean(`x${text}x`), ' '],
    ["an author's name of brackets", (text: string) => clean(`x${text}x`), '<'],
  ])('%s takes a time that grows with its length', async (_, work, piece) => {
    const exponent = await growthExponent(8000, (size) => {
      const text = piece.repeat(size)
      return () => work(text)
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })

  function pathEntry(path: string) {
    const objects = createObjectDatabase()
    const tree = putObject(objects, makeTree([]))
    entryAt(objects, tree, path)
    createPathLookup(objects, path)(tree)
    return [...listTree(objects, tree, { path })]
  }

  const clean = (name: string) => cleanSignature({ ...person, name, email: name })

  function attempt(work: () => void): void {
    try {
      work()
    } catch {
      // What is refused has been read as well.
    }
  }
})

describe('a long history', () => {
  interface History {
    readonly objects: ObjectDatabase
    readonly tip: ObjectId
    readonly root: ObjectId
  }
  /** Made once for each length: making one takes longer than all that is measured. */
  const histories = new Map<number, History>()
  function history(count: number): History {
    const made = histories.get(count) ?? makeHistory(count)
    histories.set(count, made)
    return made
  }

  /** A line of commits in which every tenth is a merge of a branch of two commits. */
  function makeHistory(count: number): History {
    const objects = createObjectDatabase()
    const commit = (index: number, parents: readonly ObjectId[], file: string) => {
      const blob = putObject(objects, makeBlob(bytesOf(file)))
      const tree = putObject(objects, makeTree([{ name: 'file', mode: '100644', id: blob }]))
      const who = { ...person, time: person.time + index }
      const fields = { tree, parents, message: `${index}`, author: who, committer: who }
      return putObject(objects, makeCommit(fields))
    }
    const root = commit(0, [], 'root')
    let tip = root
    for (let index = 1; index < count; index += 1) {
      const other = commit(index, [tip], `side ${index}`)
      const parents = index % 10 === 0 ? [tip, commit(index, [other], `more ${index}`)] : [tip]
      tip = commit(index, parents, `${index}`)
    }
    return { objects, tip, root }
  }

  it.each([
    ['its length', (objects, tip) => historyLength(objects, tip)],
    ['the last page of its log', (objects, tip) => logPage(objects, tip, 1e6, 1e6 + 20)],
    ['a comparison with its root', (objects, tip, root) => ahead(objects, root, tip)],
    ['the merge base with its root', (objects, tip, root) => mergeBases(objects, root, tip)],
  ] satisfies [string, (objects: ObjectDatabase, tip: ObjectId, root: ObjectId) => unknown][])(
    'takes a time that grows with it for %s',
    async (_, work) => {
      const exponent = await growthExponent(2000, (count) => {
        const { objects, tip, root } = history(count)
        // A layer of its own for each run, which remembers nothing of the run before.
        return () => work(createObjectDatabase(objects), tip, root)
      })
      expect(exponent).toBeLessThan(MAX_EXPONENT)
    },
  )

  it('is not walked again for the next page, a second merge base or merge status, or the length of a child', () => {
    const { objects, tip, root } = history(500)
    let reads = 0
    const counted: ObjectDatabase = {
      ...createObjectDatabase(objects),
      byId: new (class extends Map {
        override get(id: ObjectId) {
          reads += 1
          return super.get(id)
        }
      })(),
    }
    const readsOf = (work: () => unknown) => {
      const before = reads
      work()
      return reads - before
    }
    expect(readsOf(() => logPage(counted, tip, 0, 400))).toBeGreaterThan(400)
    expect(readsOf(() => logPage(counted, tip, 380, 400))).toBeLessThan(5)
    expect(readsOf(() => logPage(counted, tip, 400, 420))).toBeLessThan(100)
    expect(readsOf(() => mergeBases(counted, root, tip))).toBeGreaterThan(400)
    expect(readsOf(() => mergeBases(counted, root, tip))).toBeLessThan(5)
    expect(readsOf(() => historyLength(counted, tip))).toBeGreaterThan(400)
    expect(readsOf(() => hasConflicts(counted, tip, root))).toBeGreaterThan(0)
    expect(readsOf(() => hasConflicts(counted, tip, root))).toBe(0)
    const child = commitActions(counted, {
      parent: tip,
      actions: [{ action: 'create', path: 'more', content: bytesOf('') }],
      message: 'A child',
      author: person,
      committer: person,
    })
    expect(readsOf(() => historyLength(counted, child.id))).toBeLessThan(5)
  })
})
