import { describe, expect, it } from 'vitest'
import { type CommitAction, commitActions } from '../../src/git/commit.ts'
import { createObjectDatabase } from '../../src/git/objects/database.ts'
import type { GitCommit } from '../../src/git/objects/objects.ts'
import { blobAt, EMPTY_TREE, entryAt, listTree } from '../../src/git/objects/tree.ts'
import { GitRefusal, type RefusalKind } from '../../src/git/refusal.ts'
import { bytes, commit, create, person, remove, text, update } from './samples.ts'

const objects = createObjectDatabase()
const script: CommitAction = { ...create('bin/run', '#!/bin/sh\n'), mode: '100755' } as CommitAction
const root = commit(objects, undefined, create('a'), create('dir/b'), create('dir/c/d'), script)

const contentOf = ({ tree }: GitCommit, path: string) => {
  const blob = blobAt(objects, tree, path)
  return blob && text(blob.bytes)
}
const filesOf = ({ tree }: GitCommit) =>
  [...listTree(objects, tree, { recursive: true })]
    .filter((entry) => entry.type === 'blob')
    .map((entry) => entry.path)

describe('a list of actions', () => {
  it('creates, updates, moves and deletes', () => {
    const made = commit(
      objects,
      root,
      create('new/file', 'new'),
      update('a', 'other'),
      { action: 'move', previousPath: 'dir/b', path: 'moved' },
      { action: 'move', previousPath: 'bin/run', path: 'run', content: bytes('exit 1\n') },
      remove('dir/c/d'),
    )
    expect(filesOf(made)).toEqual(['a', 'moved', 'new/file', 'run'])
    expect(contentOf(made, 'a')).toBe('other')
    expect(contentOf(made, 'moved')).toBe('dir/b')
    expect(contentOf(made, 'run')).toBe('exit 1\n')
    expect(entryAt(objects, made.tree, 'run')?.mode).toBe('100755')
    expect(made.parents).toEqual([root.id])
  })

  it('keeps the mode of a file that is updated', () => {
    const made = commit(objects, root, update('bin/run', 'true\n'))
    expect(entryAt(objects, made.tree, 'bin/run')?.mode).toBe('100755')
  })

  it('is done in order: a later action sees what an earlier one did', () => {
    const made = commit(
      objects,
      root,
      create('x', '1'),
      update('x', '2'),
      { action: 'move', previousPath: 'x', path: 'y' },
      { action: 'move', previousPath: 'a', path: 'x' },
      remove('dir/b'),
      remove('dir/c/d'),
      create('dir', 'now a file'),
    )
    expect(filesOf(made)).toEqual(['bin/run', 'dir', 'x', 'y'])
    expect(contentOf(made, 'y')).toBe('2')
  })

  it('makes a file where there was a folder, and a folder where there was a file', () => {
    const made = commit(objects, root, { action: 'move', previousPath: 'a', path: 'a/b' })
    expect(contentOf(made, 'a/b')).toBe('a')
  })

  it('may leave nothing', () => {
    const made = commit(objects, commit(objects, undefined, create('a/b')), remove('a/b'))
    expect(made.tree).toBe(EMPTY_TREE)
  })

  it('shares the sub-trees that no action goes through', () => {
    const made = commit(objects, root, update('bin/run', 'x'))
    expect(entryAt(objects, made.tree, 'dir')?.id).toBe(entryAt(objects, root.tree, 'dir')?.id)
  })
})

type Refused = readonly [RefusalKind, string | undefined, ...CommitAction[]]

const refusals: readonly Refused[] = [
  ['file-exists', 'a', create('a')],
  ['file-exists', 'a', { action: 'move', previousPath: 'dir/b', path: 'a' }],
  ['file-exists', 'a', { action: 'move', previousPath: 'a', path: 'a', content: bytes('x') }],
  ['file-missing', 'b', update('b', 'x')],
  ['file-missing', 'b', remove('b')],
  ['file-missing', 'a/b', remove('a/b')],
  ['file-missing', 'b', { action: 'move', previousPath: 'b', path: 'c' }],
  ['file-missing', 'a', remove('a'), remove('a')],
  ['path-is-directory', 'dir', create('dir')],
  ['path-is-directory', 'dir/c', update('dir/c', 'x')],
  ['path-is-directory', 'dir', remove('dir')],
  ['path-is-directory', 'dir', { action: 'move', previousPath: 'dir', path: 'other' }],
  ['parent-is-file', 'a/b', create('a/b')],
  ['parent-is-file', 'a/b/c', create('a/b/c')],
  ['path-climbs', '../x', create('../x')],
  ['path-climbs', 'dir/../../x', create('dir/../../x')],
  ['path-climbs', 'dir/..', remove('dir/..')],
  ['path-climbs', '../a', { action: 'move', previousPath: '../a', path: 'b' }],
  ['path-absolute', '/etc/passwd', create('/etc/passwd')],
  ['path-dot', './x', create('./x')],
  ['path-empty', '', create('')],
  ['path-empty', 'x//y', create('x//y')],
  ['path-empty', 'x/', create('x/')],
  ['path-nul', 'x\0y', create('x\0y')],
  ['path-invalid', 'x\ud800', create('x\ud800')],
  ['path-too-deep', `${'a/'.repeat(101)}b`, create(`${'a/'.repeat(101)}b`)],
  ['path-too-long', 'x'.repeat(5000), create('x'.repeat(5000))],
  ...[
    '.git',
    '.git/config',
    'x/.GIT/y',
    '.Git',
    'git~1',
    '.git ',
    '.git.',
    '.g\u200cit',
    'x\\.git',
    '.git::$x',
  ].map((path) => ['path-git', path, create(path)] as const),
  ['empty-commit', undefined],
  ['empty-commit', undefined, update('a', 'a')],
  ['empty-commit', undefined, create('x'), remove('x')],
]

describe('a list of actions is refused as a whole', () => {
  it.each(refusals.map(([kind, path, ...actions]) => ({ kind, path, actions })))(
    '$kind $path',
    ({ kind, path, actions }) => {
      const draft = createObjectDatabase(objects)
      const all = kind === 'empty-commit' ? actions : [create('good'), ...actions]
      const request = { parent: root.id, message: '', author: person, committer: person }
      let refusal: unknown
      try {
        commitActions(draft, { ...request, actions: all })
      } catch (error) {
        refusal = error
      }
      expect(refusal).toBeInstanceOf(GitRefusal)
      expect(refusal).toMatchObject({ kind, path })
      if (path) expect(String(refusal)).toContain(path.slice(0, 100))
      expect([...draft.byId.values()].filter((object) => object.type !== 'tree')).toEqual([])
    },
  )

  it('even when one of a thousand is bad', () => {
    const actions = Array.from({ length: 1000 }, (_, index) => create(`many/${index}`))
    const draft = createObjectDatabase(objects)
    expect(() => commit(draft, root, ...actions, remove('nowhere'))).toThrow(GitRefusal)
    expect(draft.byId.size).toBe(0)
    expect(filesOf(commit(objects, root, ...actions))).toHaveLength(1004)
  })

  it('of a root commit too', () => {
    expect(() => commit(objects, undefined)).toThrow('would change nothing')
  })

  it('but unusual names are fine', () => {
    const names = [
      '.gitignore',
      '.github/x',
      'git',
      'x.git',
      '..x',
      '...',
      '__proto__',
      'a b',
      'é',
      '-',
    ]
    const made = commit(objects, undefined, ...names.map((name) => create(name)))
    expect(filesOf(made).sort()).toEqual([...names].sort())
  })
})

describe('a tree', () => {
  it('lists one level, or all of them, from any folder', () => {
    const list = (path: string, recursive: boolean) =>
      [...listTree(objects, root.tree, { path, recursive })].map((entry) => entry.path)
    expect(list('', false)).toEqual(['a', 'bin', 'dir'])
    expect(list('dir', false)).toEqual(['dir/b', 'dir/c'])
    expect(list('dir', true)).toEqual(['dir/b', 'dir/c', 'dir/c/d'])
    expect(list('a', true)).toEqual([])
    expect(list('nowhere', true)).toEqual([])
    expect([...listTree(objects, root.tree, { path: 'dir' })][1]).toMatchObject({
      name: 'c',
      path: 'dir/c',
      type: 'tree',
      mode: '40000',
    })
  })

  it('gives files, and no folder for a file', () => {
    expect(contentOf(root, 'dir/c/d')).toBe('dir/c/d')
    expect(contentOf(root, 'dir')).toBeUndefined()
    expect(entryAt(objects, root.tree, '')?.id).toBe(root.tree)
    expect(entryAt(objects, root.tree, 'a/b')).toBeUndefined()
  })
})
