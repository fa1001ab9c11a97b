import { describe, expect, it } from 'vitest'
import { compareBytes, compareEntries } from '../../src/git/objects/byte-order.ts'
import {
  createObjectDatabase,
  getObject,
  idsWithPrefix,
  MissingObject,
  putObject,
  readBlob,
  readCommit,
  readTree,
} from '../../src/git/objects/database.ts'
import {
  makeBlob,
  makeCommit,
  makeTag,
  makeTree,
  serialize,
} from '../../src/git/objects/objects.ts'
import { EMPTY_TREE } from '../../src/git/objects/tree.ts'
import { lacks } from '../programs.ts'
import { createGitFolder } from './git-program.ts'
import { bytes, createRepository, person, text } from './samples.ts'

describe('objects', () => {
  it('have the ids that git documents', () => {
    // `echo 'test content' | git hash-object --stdin`, from the Git Book.
    expect(makeBlob(bytes('test content\n')).id).toBe('d670460b4b4aece5915caf5c68d12f560a9fe3e4')
    expect(makeBlob(new Uint8Array()).id).toBe('e69de29bb2d1d6434b8b29ae775ad8c2e48c5391')
    expect(makeTree([]).id).toBe(EMPTY_TREE)
  })

  it('serialize with the header of a loose object', () => {
    expect(text(serialize(makeBlob(bytes('hé'))))).toBe('blob 3\0hé')
    const commit = makeCommit({
      tree: EMPTY_TREE,
      parents: [],
      author: { ...person, offset: -210 },
      committer: { ...person, offset: 60 },
      message: 'First',
    })
    const lines = [
      `tree ${EMPTY_TREE}`,
      'author Jane Doe <jane@example.com> 1600000000 -0330',
      'committer Jane Doe <jane@example.com> 1600000000 +0100',
      '',
      'First',
    ]
    const body = lines.join('\n')
    expect(text(serialize(commit))).toBe(`commit ${body.length}\0${body}`)
  })

  it('do not change when the buffer they were made of does', () => {
    const buffer = bytes('before')
    const blob = makeBlob(buffer)
    buffer.fill(0)
    expect(text(blob.bytes)).toBe('before')
  })

  it.skipIf(lacks('git'))('are fit for fsck whatever the names and messages', () => {
    const objects = createObjectDatabase()
    const names = ['', ' <> ', 'a\nb', 'x <y> z', '"quoted".', 'nul\0', '\ud800', ';', 'Åsa']
    for (const name of names) {
      const who = { name, email: name, time: -5.5, offset: 0.5 }
      const words = { author: who, committer: who, message: `Message \0 \ud800 ${name}` }
      putObject(objects, makeTree([]))
      const target = putObject(objects, makeCommit({ tree: EMPTY_TREE, parents: [], ...words }))
      const fields = { target, targetType: 'commit', name: 'v1', tagger: who } as const
      putObject(objects, makeTag({ ...fields, message: words.message }))
    }
    const git = createGitFolder(objects, createRepository())
    expect(git.one('fsck', '--strict', '--no-dangling')).toBe('')
    const ids = [...objects.byId.keys()].sort()
    const known = git.one('cat-file', '--batch-all-objects', '--batch-check=%(objectname)')
    expect(known.trim().split('\n')).toEqual(ids)
    git.remove()
  })

  it('cleans a name as git does', () => {
    const dirty = { ...person, name: ' . "Jane <Doe>\n, Jr.\'', email: '<jane@example.com>' }
    const commit = makeCommit({
      tree: EMPTY_TREE,
      parents: [],
      author: dirty,
      committer: person,
      message: '',
    })
    expect(commit.author.name).toBe('Jane Doe, Jr')
    expect(commit.author.email).toBe('jane@example.com')
  })
})

describe('the order of names', () => {
  it('is that of the UTF-8 bytes', () => {
    const names = ['𐐷', '\uffee', 'é', 'z', 'a', 'ab', '']
    const byBytes = [...names].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
    expect([...names].sort(compareBytes)).toEqual(byBytes)
  })

  it('counts a sub-tree as if its name ended in a slash', () => {
    const entries = ['a', 'a.b', 'a0'].map((name) => ({ name, mode: '100644' }))
    const tree = { name: 'a', mode: '40000' }
    const sorted = [tree, ...entries].sort(compareEntries)
    expect(sorted.map((each) => each.name + (each === tree ? '/' : ''))).toEqual([
      'a',
      'a.b',
      'a/',
      'a0',
    ])
  })
})

describe('the object database', () => {
  it('keeps one object an id, and finds ids by their beginning', () => {
    const objects = createObjectDatabase()
    const blob = makeBlob(bytes('x'))
    expect(putObject(objects, blob)).toBe(blob.id)
    putObject(objects, makeBlob(bytes('x')))
    expect(objects.byId.size).toBe(1)
    expect(getObject(objects, blob.id)).toBe(blob)
    expect(idsWithPrefix(objects, blob.id.slice(0, 4))).toEqual([blob.id])
    expect(idsWithPrefix(objects, blob.id)).toEqual([blob.id])
  })

  it('reads through to its base and keeps its own objects from it', () => {
    const base = createObjectDatabase()
    const shared = putObject(base, makeBlob(bytes('shared')))
    const fork = createObjectDatabase(base)
    const own = putObject(fork, makeBlob(bytes('own')))
    putObject(fork, makeBlob(bytes('shared')))
    expect(getObject(fork, shared)).toBeDefined()
    expect(getObject(base, own)).toBeUndefined()
    expect([...fork.byId.keys()]).toEqual([own])
    expect(idsWithPrefix(fork, shared.slice(0, 6))).toEqual([shared])
  })

  it('says which object is missing', () => {
    const objects = createObjectDatabase()
    const blob = putObject(objects, makeBlob(bytes('x')))
    for (const read of [readCommit, readTree]) {
      expect(() => read(objects, blob)).toThrow(MissingObject)
    }
    expect(() => readBlob(objects, EMPTY_TREE)).toThrow(`no blob ${EMPTY_TREE}`)
  })
})
