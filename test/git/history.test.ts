import { describe, expect, it, vi } from 'vitest'
import { contributors, statistics } from '../../src/git/diff/statistics.ts'
import {
  ahead,
  ancestryOf,
  historyLength,
  isAncestor,
  mergeBase,
  mergeBases,
} from '../../src/git/history/ancestry.ts'
import { lastCommit, log, logPage } from '../../src/git/history/history.ts'
import { cherryPick, mergeCommits } from '../../src/git/merge/merge.ts'
import { createObjectDatabase, type ObjectDatabase } from '../../src/git/objects/database.ts'
import type { GitCommit } from '../../src/git/objects/objects.ts'
import { bytes, commit, create, person, remove, update } from './samples.ts'

let minutes = 10_000

function merge(objects: ObjectDatabase, ours: GitCommit, theirs: GitCommit): GitCommit {
  minutes += 1
  const who = { ...person, time: person.time + 60 * minutes }
  const words = { message: 'Merge', author: who, committer: who }
  const outcome = mergeCommits(objects, ours.id, theirs.id, words)
  if (outcome.kind !== 'merged') throw new Error(outcome.kind)
  return outcome.commit
}

const ids = (commits: Iterable<GitCommit>) => [...commits].map((each) => each.id)

describe('history', () => {
  const objects = createObjectDatabase()
  const root = commit(objects, undefined, create('a', '1\n2\n3\n'))
  const left = commit(objects, root, create('left'))
  const right = commit(objects, root, create('right'), update('a', '1\n2\n3\n4\n'))
  const leftMerge = merge(objects, left, right)
  const rightMerge = merge(objects, right, left)

  it('goes from the newest to the oldest, each commit once', () => {
    expect(ids(log(objects, [leftMerge.id, rightMerge.id]))).toEqual(
      ids([rightMerge, leftMerge, right, left, root]),
    )
  })

  it('is walked no further than it is read', () => {
    const broken = createObjectDatabase()
    for (const each of [leftMerge, left, right]) broken.byId.set(each.id, each)
    const walk = log(broken, [leftMerge.id])
    expect(walk.next().value).toBe(leftMerge)
    // Here the walk meets a parent that is missing: had it run ahead, it had failed before.
    expect(() => walk.next()).toThrow('There is no commit')
  })

  it('of a path leaves out merges that changed nothing there', () => {
    expect(ids(log(objects, [leftMerge.id], { path: 'a' }))).toEqual(ids([right, root]))
    expect(ids(log(objects, [leftMerge.id], { path: 'nowhere' }))).toEqual([])
  })

  it('has bounds that include their second', () => {
    const since = left.committer.time
    const until = right.committer.time
    expect(ids(log(objects, [leftMerge.id], { since, until }))).toEqual(ids([right, left]))
    expect(ids(log(objects, [leftMerge.id], { since: since + 1, until: until - 1 }))).toEqual([])
  })

  it('reports the last commit of each path', () => {
    const last = (path: string) => lastCommit(objects, leftMerge.id, path)
    expect(['a', 'left', 'nowhere', ''].map(last)).toEqual([right, left, undefined, leftMerge])
  })

  it('reads two objects a commit to find the last one of a path, and of what it found before none', () => {
    const files = createObjectDatabase()
    const begin = commit(files, undefined, create('src/deep/down/file'), create('src/other/file'))
    const line = [begin]
    for (let count = 0; count < 50; count++) {
      line.push(commit(files, line.at(-1), create(`note-${count}`)))
    }
    const readsOf = (tip: GitCommit | undefined) => {
      const reads = vi.spyOn(files.byId, 'get')
      expect(lastCommit(files, tip?.id ?? '', 'src/deep/down/file')).toBe(begin)
      const count = reads.mock.calls.length
      reads.mockRestore()
      return count
    }
    // The commit and its tree; what the trees share is read once.
    expect(readsOf(line.at(-2))).toBeLessThanOrEqual(2 * 50 + 5)
    expect(readsOf(line.at(-2))).toBe(1)
    expect(readsOf(line.at(-1))).toBeLessThanOrEqual(10)
  })

  it('reports the last commit of a path that moves among others, goes and comes again', () => {
    const files = createObjectDatabase()
    const begin = commit(files, undefined, create('m/file'), create('x'))
    const moved = commit(files, begin, create('a'), create('b'))
    const gone = commit(files, moved, remove('m/file'))
    const folded = commit(files, gone, create('m'))
    const back = commit(files, folded, remove('m'), create('m/file'))
    const last = [begin, moved, gone, folded, back].map(({ id }) => lastCommit(files, id, 'm/file'))
    expect(last).toEqual([begin, begin, gone, gone, back])
    expect(ids(log(files, [back.id], { path: 'm/file' }))).toEqual(ids([back, gone, begin]))
    expect(ids(log(files, [back.id], { path: 'm' }))).toEqual(ids([back, folded, gone, begin]))
  })

  it('has two merge bases after a criss-cross, the newest first', () => {
    expect(ids(mergeBases(objects, leftMerge.id, rightMerge.id))).toEqual(ids([right, left]))
    expect(mergeBase(objects, leftMerge.id, rightMerge.id)).toBe(right)
    expect(ids(mergeBases(objects, left.id, right.id))).toEqual([root.id])
    expect(ids(mergeBases(objects, root.id, left.id))).toEqual([root.id])
    expect(ids(mergeBases(objects, left.id, left.id))).toEqual([left.id])
    const unrelated = commit(objects, undefined, create('other'))
    expect(mergeBase(objects, unrelated.id, left.id)).toBeUndefined()
  })

  it('reports what is ahead and what is merged', () => {
    expect(ids(ahead(objects, left.id, leftMerge.id))).toEqual(ids([leftMerge, right]))
    expect(ids(ahead(objects, leftMerge.id, left.id))).toEqual([])
    expect(ids(ahead(objects, left.id, left.id))).toEqual([])
    expect(isAncestor(objects, right.id, leftMerge.id)).toBe(true)
    expect(isAncestor(objects, leftMerge.id, right.id)).toBe(false)
    expect(isAncestor(objects, left.id, left.id)).toBe(true)
    expect(isAncestor(objects, left.id, right.id)).toBe(false)
  })

  it('answers one question after the other, in any order, from one walk', () => {
    for (const order of [
      [leftMerge, left, right, root],
      [root, right, leftMerge, left],
    ]) {
      const ancestry = ancestryOf(objects, [left.id])
      const found = order.filter(({ id }) => ancestry.has(id))
      expect(new Set(ids(found))).toEqual(new Set(ids([left, root])))
      const ofBoth = ancestryOf(objects, [left.id, right.id])
      const foundOfBoth = order.filter(({ id }) => ofBoth.has(id))
      expect(new Set(ids(foundOfBoth))).toEqual(new Set(ids([left, right, root])))
    }
  })

  it('is counted and read page by page', () => {
    const all = ids(log(objects, [leftMerge.id]))
    expect(historyLength(objects, leftMerge.id)).toBe(4)
    expect(historyLength(objects, right.id)).toBe(2)
    expect(historyLength(objects, root.id)).toBe(1)
    expect(ids(logPage(objects, leftMerge.id, 0, 2))).toEqual(all.slice(0, 2))
    expect(ids(logPage(objects, leftMerge.id, 2, 10))).toEqual(all.slice(2))
    expect(ids(logPage(objects, leftMerge.id, 4, 10))).toEqual([])
  })

  it('counts the lines of a commit against its first parent', () => {
    expect(statistics(objects, root)).toEqual({ additions: 3, deletions: 0, total: 3 })
    expect(statistics(objects, right)).toEqual({ additions: 2, deletions: 0, total: 2 })
    expect(statistics(objects, leftMerge)).toEqual({ additions: 2, deletions: 0, total: 2 })
    const cut = commit(objects, root, update('a', '1\nnew\n'), create('image', '\0binary\n'))
    expect(statistics(objects, cut)).toEqual({ additions: 1, deletions: 2, total: 3 })
  })

  it('reports who wrote it, merges left out', () => {
    expect(contributors(objects, leftMerge.id)).toEqual([
      { name: 'Jane Doe', email: 'jane@example.com', commits: 3, additions: 6, deletions: 0 },
    ])
  })

  it('is long, and no stack overflows', () => {
    let tip = root
    for (let count = 0; count < 20_000; count += 1) {
      tip = commit(objects, tip, update('a', `${count}`))
    }
    expect(isAncestor(objects, root.id, tip.id)).toBe(true)
    expect(mergeBase(objects, left.id, tip.id)).toBe(root)
    expect(ahead(objects, root.id, tip.id)).toHaveLength(20_000)
  })
})

describe('a merge', () => {
  const objects = createObjectDatabase()
  const base = commit(
    objects,
    undefined,
    ...[
      create('lines', '1\n2\n3\n4\n5\n'),
      create('binary', '\0one'),
      create('gone'),
      create('mode'),
    ],
    create('place', 'a file'),
  )
  const words = { message: 'Merge', author: person, committer: person }

  it('makes a commit with both parents, never a fast-forward', () => {
    const theirs = commit(objects, base, create('new'))
    const merged = mergeCommits(objects, base.id, theirs.id, words)
    expect(merged).toMatchObject({
      kind: 'merged',
      commit: { tree: theirs.tree, parents: [base.id, theirs.id], message: 'Merge' },
    })
  })

  it('has nothing to do when theirs is in ours', () => {
    const ours = commit(objects, base, create('new'))
    expect(mergeCommits(objects, ours.id, base.id, words)).toEqual({ kind: 'up-to-date' })
    expect(mergeCommits(objects, ours.id, ours.id, words)).toEqual({ kind: 'up-to-date' })
  })

  const mode = (value: '100755' | '120000') =>
    ({ action: 'update', path: 'mode', content: bytes('mode'), mode: value }) as const
  const conflicts = [
    [
      'content',
      'lines',
      [update('lines', 'one\n2\n3\n4\n5\n')],
      [update('lines', 'eins\n2\n3\n4\n5\n')],
    ],
    ['binary', 'binary', [update('binary', '\0two')], [update('binary', '\0three')]],
    ['add/add', 'new', [create('new', 'a\n')], [create('new', 'b\n')]],
    ['modify/delete', 'gone', [remove('gone')], [update('gone', 'changed')]],
    ['mode', 'mode', [mode('100755')], [mode('120000')]],
    // Lines that merge do not make up for it: so says git's strategy `ort`.
    ['mode', 'fresh', [create('fresh', '')], [{ ...create('fresh'), mode: '100755' }]],
    ['file/directory', 'there', [create('there')], [create('there/below')]],
  ] as const

  it.each(conflicts)('reports a conflict of the kind %s', (kind, path, left, right) => {
    const one = commit(objects, base, ...left, create(`one ${kind}`))
    const other = commit(objects, base, ...right, create(`other ${kind}`))
    const expected = { kind: 'conflicts', conflicts: [{ kind, path }] }
    expect(mergeCommits(objects, one.id, other.id, words)).toEqual(expected)
    expect(mergeCommits(objects, other.id, one.id, words)).toEqual(expected)
  })

  it('puts a folder where theirs deleted the file', () => {
    const ours = commit(objects, base, remove('place'), create('place/below'))
    const theirs = commit(objects, base, remove('place'))
    expect(mergeCommits(objects, ours.id, theirs.id, words)).toMatchObject({
      commit: { tree: ours.tree },
    })
  })

  it('joins the folders that both put where a file was', () => {
    const ours = commit(objects, base, remove('place'), create('place/ours'))
    const theirs = commit(objects, base, remove('place'), create('place/theirs'))
    const both = commit(objects, ours, create('place/theirs'))
    expect(mergeCommits(objects, ours.id, theirs.id, words)).toMatchObject({
      commit: { tree: both.tree },
    })
  })

  it('keeps the bytes of a file that is no UTF-8', () => {
    const latin = (first: string, last: string) =>
      Uint8Array.from(`${first}\n\xe9\n\xff\n\x80\n${last}\n`, (c) => c.charCodeAt(0))
    const write = (first: string, last: string) =>
      ({ action: 'update', path: 'lines', content: latin(first, last) }) as const
    const start = commit(objects, base, write('a', 'z'))
    const one = commit(objects, start, write('A', 'z'))
    const other = commit(objects, start, write('a', 'Z'))
    const both = commit(objects, start, write('A', 'Z'))
    expect(mergeCommits(objects, one.id, other.id, words)).toMatchObject({
      commit: { tree: both.tree },
    })
  })
})

describe('a cherry-pick', () => {
  const objects = createObjectDatabase()
  const base = commit(objects, undefined, create('a', '1\n'))
  const topic = commit(objects, base, create('b', 'b\n'))
  const master = commit(objects, base, create('c', 'c\n'))
  const committer = { ...person, name: 'Picker', time: person.time + 1 }

  it('brings the changes, the author and the message of a commit', () => {
    const outcome = cherryPick(objects, topic.id, master.id, { committer })
    const { author, message } = topic
    expect(outcome).toMatchObject({
      kind: 'picked',
      commit: { parents: [master.id], author, message, committer },
    })
    const named = cherryPick(objects, topic.id, master.id, { committer, message: 'Other' })
    expect(named).toMatchObject({ commit: { message: 'Other', author } })
  })

  it('is empty when the changes are there, and reports conflicts', () => {
    expect(cherryPick(objects, topic.id, topic.id, { committer })).toEqual({ kind: 'empty' })
    const other = commit(objects, base, create('b', 'other\n'))
    expect(cherryPick(objects, topic.id, other.id, { committer })).toEqual({
      kind: 'conflicts',
      conflicts: [{ path: 'b', kind: 'add/add' }],
    })
  })

  it('of a merge takes the changes against its first parent', () => {
    const merged = merge(objects, topic, master)
    const onto = commit(objects, base, create('d'))
    const expected = commit(objects, onto, create('c', 'c\n'))
    expect(cherryPick(objects, merged.id, onto.id, { committer })).toMatchObject({
      commit: { tree: expected.tree, parents: [onto.id] },
    })
  })

  it('of a root commit takes all of it', () => {
    const other = commit(objects, undefined, create('d'))
    const expected = commit(objects, other, create('a', '1\n'))
    expect(cherryPick(objects, base.id, other.id, { committer })).toMatchObject({
      commit: { tree: expected.tree },
    })
  })
})
