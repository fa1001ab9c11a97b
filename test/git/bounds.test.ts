import { describe, expect, it, vi } from 'vitest'
import { commitActions } from '../../src/git/commit.ts'
import { compareTrees, countLines } from '../../src/git/diff/difference.ts'
import { splitLines } from '../../src/git/diff/file-lines.ts'
import {
  type LineChange,
  lineChanges,
  MAX_COMPARED_LINES,
} from '../../src/git/diff/line-changes.ts'
import { boundedPatch, MAX_PATCH_BYTES, patchText } from '../../src/git/diff/patch.ts'
import { createWorkBudget, MAX_STEPS, MAX_TEXT_BYTES } from '../../src/git/diff/work-budget.ts'
import { mergeContents } from '../../src/git/merge/content-merge.ts'
import { createObjectDatabase, putObject } from '../../src/git/objects/database.ts'
import { makeBlob, makeTree } from '../../src/git/objects/objects.ts'
import { listTree } from '../../src/git/objects/tree.ts'
import { checkPath, pathFaultOf } from '../../src/git/path.ts'
import { bytesOf } from '../../src/shared/text.ts'

const numbered = (count: number) => Array.from({ length: count }, (_, line) => `line ${line}\n`)
const fileOf = (lines: readonly string[]) => bytesOf(lines.join(''))

/** A small generator of numbers (Park and Miller). */
function createRandom(): (below: number) => number {
  let state = 20_161_222
  return (below) => {
    state = (state * 48_271) % 0x7fffffff
    return state % below
  }
}

function shuffled(lines: readonly string[]): string[] {
  const random = createRandom()
  return lines
    .map((line) => [random(1_000_000), line] as const)
    .sort(([left], [right]) => left - right)
    .map(([, line]) => line)
}

/** What changes make of the lines that they are for. */
function applied(before: string[], after: string[], changes: readonly LineChange[]): string[] {
  const made: string[] = []
  let unchanged = 0
  for (const { oldStart, oldCount, newStart, newCount } of changes) {
    made.push(...before.slice(unchanged, oldStart), ...after.slice(newStart, newStart + newCount))
    unchanged = oldStart + oldCount
  }
  return [...made, ...before.slice(unchanged)]
}

/** Objects with a tree of files before and one after. */
function worldOf(before: Record<string, Uint8Array>, after: Record<string, Uint8Array>) {
  const objects = createObjectDatabase()
  const treeOf = (files: Record<string, Uint8Array>) => {
    const entries = Object.entries(files).map(([name, bytes]) => {
      const id = putObject(objects, makeBlob(bytes))
      return { name, mode: '100644' as const, id }
    })
    return putObject(objects, makeTree(entries))
  }
  return { objects, before: treeOf(before), after: treeOf(after) }
}

describe('the search for an edit script', () => {
  it('takes no more steps than its budget, and what is left is replaced as a whole', () => {
    const before = numbered(20_000)
    const after = shuffled(before)
    const files = [splitLines(fileOf(before)), splitLines(fileOf(after))] as const
    const whole = { steps: 1e12, textBytes: 0 }
    lineChanges(...files, whole)
    const needed = 1e12 - whole.steps
    const budget = { steps: 1_000_000, textBytes: 0 }
    const changes = lineChanges(...files, budget)
    expect(needed).toBeGreaterThan(2_000_000)
    // One round of a search looks at no more places than there are diagonals.
    expect(budget.steps).toBeGreaterThan(-2 * 40_000)
    expect(applied(before, after, changes)).toEqual(after)
  })

  it('has one budget for all files of a request', () => {
    const lines = numbered(500)
    const names = Array.from({ length: 300 }, (_, index) => `f${index}`)
    const { objects, before, after } = worldOf(
      Object.fromEntries(names.map((name) => [name, fileOf(lines)])),
      Object.fromEntries(names.map((name) => [name, fileOf(shuffled(lines))])),
    )
    const budget = createWorkBudget()
    const counts = compareTrees(objects, before, after, { budget }).map((each) =>
      countLines(objects, each, budget),
    )
    expect(budget.steps).toBeGreaterThan(-100_000)
    expect(counts[0]?.additions).toBeLessThan(500)
    expect(counts.at(-1)).toEqual({ additions: 500, deletions: 500 })
  })

  it('takes nothing for a file that is new or gone', () => {
    const budget = createWorkBudget()
    const [file, none] = [splitLines(fileOf(numbered(1000))), splitLines(fileOf([]))]
    const whole = { oldStart: 0, newStart: 0 }
    expect(lineChanges(none, file, budget)).toEqual([{ ...whole, oldCount: 0, newCount: 1000 }])
    expect(lineChanges(file, none, budget)).toEqual([{ ...whole, oldCount: 1000, newCount: 0 }])
    expect(budget.steps).toBe(MAX_STEPS)
  })

  it('is charged what it takes to begin: 15 steps a line and 500 a pair of files', () => {
    const budget = createWorkBudget()
    for (let pair = 0; pair < 1000; pair += 1) {
      lineChanges(splitLines(fileOf(['a\n'])), splitLines(fileOf(['b\n'])), budget)
    }
    expect(MAX_STEPS - budget.steps).toBe(1000 * (2 * 15 + 500))
  })

  it('leaves out what large files begin and end with', () => {
    const before = numbered(MAX_COMPARED_LINES)
    const after = before.with(1000, 'other\n').with(1003, 'another\n')
    const budget = createWorkBudget()
    const changes = lineChanges(splitLines(fileOf(before)), splitLines(fileOf(after)), budget)
    expect(changes).toEqual([
      { oldStart: 1000, oldCount: 1, newStart: 1000, newCount: 1 },
      { oldStart: 1003, oldCount: 1, newStart: 1003, newCount: 1 },
    ])
    expect(MAX_STEPS - budget.steps).toBeLessThan(1000)
  })

  it.each([
    ['more lines behind', ['a\n', 'b\n'], ['a\n', 'b\n', 'c\n']],
    ['a longer last line', ['a\n', 'b'], ['a\n', 'bc']],
    ['a shorter first line', ['bab\n', 'c\n'], ['ab\n', 'c\n']],
    ['a repeated line', ['a\n', 'a\n'], ['a\n', 'a\n', 'a\n']],
    ['nothing before', [], ['a\n']],
    ['nothing left', ['a\n', 'b\n'], []],
    ['the same', ['a\n', 'b\n'], ['a\n', 'b\n']],
    ['a line feed at the end', ['a'], ['a\n']],
  ])(
    'compares only what lies between the ends where there is no budget: %s',
    (_, before, after) => {
      const files = [splitLines(fileOf(before)), splitLines(fileOf(after))] as const
      const changes = lineChanges(...files, { steps: 0, textBytes: 0 })
      expect(applied(before, after, changes)).toEqual(after)
      expect(changes.length).toBeLessThan(2)
    },
  )

  it('lets a merge go on with it', () => {
    const base = numbered(MAX_COMPARED_LINES)
    const merged = mergeContents(
      fileOf(base),
      fileOf(base.with(3, 'ours\n')),
      fileOf(base.with(-3, 'theirs\n')),
    )
    const expected = fileOf(base.with(3, 'ours\n').with(-3, 'theirs\n'))
    expect(Buffer.compare(merged ?? new Uint8Array(), expected)).toBe(0)
  })
})

describe('the text of a difference', () => {
  const linesOf = (bytes: number) => fileOf(Array<string>(bytes / 10).fill('123456789\n'))
  const shown = (bytes: number, budget = createWorkBudget()) => {
    const { objects, before, after } = worldOf({}, { file: linesOf(bytes) })
    return compareTrees(objects, before, after).map((each) => boundedPatch(objects, each, budget))
  }

  it('is too large to be shown where its lines have 100 KiB', () => {
    expect(shown(MAX_PATCH_BYTES)).toEqual([undefined])
    expect(shown(MAX_PATCH_BYTES - 10)).toEqual([expect.stringContaining('+123456789\n')])
  })

  it('counts the lines around a change, and of a long file no others', () => {
    const before = numbered(20_000)
    const { objects, ...trees } = worldOf(
      { file: fileOf(before) },
      { file: fileOf(before.with(10_000, 'x\n')) },
    )
    const budget = createWorkBudget()
    const [difference] = compareTrees(objects, trees.before, trees.after)
    const text = difference && boundedPatch(objects, difference, budget)
    expect(text).toBe(difference && patchText(objects, difference))
    expect(MAX_TEXT_BYTES - budget.textBytes).toBe(7 * 'line 10000\n'.length - 3 + 'x\n'.length)
  })

  it('is too large where those before it left no room in the answer', () => {
    const budget = { ...createWorkBudget(), textBytes: 15_000 }
    expect(shown(10_000, budget)).toEqual([expect.any(String)])
    expect(shown(10_000, budget)).toEqual([undefined])
    expect(shown(5000, budget)).toEqual([expect.any(String)])
  })
})

describe('a commit', () => {
  const person = { name: 'Jane', email: 'jane@x.example', time: 1_484_481_600, offset: 0 }

  it('makes at most 5,000 folders', () => {
    const make = (folders: number) =>
      commitActions(createObjectDatabase(), {
        parent: undefined,
        actions: Array.from({ length: folders / 100 }, (_, index) => {
          return { action: 'create', path: `${index}/${'a/'.repeat(99)}b`, content: bytesOf('') }
        }),
        message: 'Add',
        author: person,
        committer: person,
      })
    expect(make(5000)).toMatchObject({ type: 'commit' })
    expect(() => make(5100)).toThrow('A commit makes at most 5000 folders.')
  })

  it('names paths of at most 100,000 components', () => {
    const folder = 'a/'.repeat(99)
    const objects = createObjectDatabase()
    const make = (actions: number) =>
      commitActions(objects, {
        parent: undefined,
        actions: Array.from({ length: actions }, (_, index) => {
          return { action: 'create', path: `${folder}${index}`, content: bytesOf('') }
        }),
        message: 'Add',
        author: person,
        committer: person,
      })
    expect(make(1000)).toMatchObject({ type: 'commit' })
    expect(() => make(1001)).toThrow('The paths of a commit have at most 100000 components.')
  })
})

describe('a path', () => {
  it('is in at most 100 folders', () => {
    expect(() => checkPath(`${'a/'.repeat(100)}b`)).not.toThrow()
    const tooDeep = `${'a/'.repeat(101)}b`
    expect(() => checkPath(tooDeep)).toThrow('has more than 100 folders.')
  })

  it.each(['.git2', 'git~1x', 'x', '. ', '..:a'])(
    'is looked at as a whole, and not component by component: %s',
    (component) => {
      const exec = vi.spyOn(RegExp.prototype, 'exec')
      const split = vi.spyOn(String.prototype, 'split')
      try {
        expect(pathFaultOf(Array<string>(400).fill(component).join('/'))).toBeUndefined()
        expect(exec.mock.calls.length + split.mock.calls.length).toBeLessThan(10)
      } finally {
        vi.restoreAllMocks()
      }
    },
  )
})

it('a tree is listed without passing each entry through the folders above it', () => {
  const objects = createObjectDatabase()
  const blob = putObject(objects, makeBlob(bytesOf('')))
  let tree = putObject(objects, makeTree([{ name: 'f', mode: '100644', id: blob }]))
  const depth = 20_000
  for (let level = 0; level < depth; level += 1) {
    tree = putObject(objects, makeTree([{ name: 'd', mode: '40000', id: tree }]))
  }
  let count = 0
  for (const _ of listTree(objects, tree, { recursive: true })) count += 1
  expect(count).toBe(depth + 1)
})

describe('the search for renames', () => {
  const random = createRandom()
  const contents = Array.from({ length: 50 }, () =>
    Array.from({ length: 1000 }, () => `line ${random(1_000_000_000)}\n`),
  )
  const changed = contents.map((lines) =>
    lines.map((line, index) => (index % 3 === 0 ? `other ${index}\n` : line)),
  )
  const files = (name: string, all: readonly string[][]) =>
    Object.fromEntries(all.map((lines, index) => [`${name}${index}`, fileOf(lines)]))
  const { objects, before, after } = worldOf(files('old', contents), files('new', changed))

  it('looks once at the bytes of each file, and for each pair at the chunks of one', () => {
    const budget = createWorkBudget()
    const found = compareTrees(objects, before, after, { budget })
    expect(found.filter((each) => each.renamedFile)).toHaveLength(50)
    const bytes = [...contents, ...changed].reduce((sum, each) => sum + fileOf(each).length, 0)
    expect(MAX_STEPS - budget.steps).toBeLessThanOrEqual(4 * bytes + 50 * 50 * 1000)
  })

  it('ends with its budget', () => {
    const budget = { ...createWorkBudget(), steps: 1_000_000 }
    const found = compareTrees(objects, before, after, { budget })
    expect(budget.steps).toBeGreaterThan(-20_000)
    expect(found.filter((each) => each.renamedFile).length).toBeLessThan(50)
  })
})
