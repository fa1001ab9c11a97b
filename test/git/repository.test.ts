import { describe, expect, it } from 'vitest'
import { createObjectDatabase, putObject } from '../../src/git/objects/database.ts'
import { makeBlob, makeCommit, makeTag } from '../../src/git/objects/objects.ts'
import { checkReferenceName, conflictingReference } from '../../src/git/reference-name.ts'
import {
  branchReference,
  listBranches,
  listTags,
  tagReference,
  tagTarget,
} from '../../src/git/repository.ts'
import { resolveRevision } from '../../src/git/revision.ts'
import { lacks } from '../programs.ts'
import { createGitFolder } from './git-program.ts'
import { bytes, commit, create, createRepository, person, setReference, update } from './samples.ts'

const ID = '1'.repeat(40)

describe('a repository', () => {
  it('lists branches and tags by name', () => {
    let repository = createRepository()
    for (const name of ['topic/b', 'master', 'Zed', 'topic-a']) {
      repository = setReference(repository, branchReference(name), ID)
    }
    repository = setReference(repository, tagReference('v1.10'), ID)
    repository = setReference(repository, tagReference('v1.1'), ID)
    const names = (references: readonly { name: string }[]) => references.map((each) => each.name)
    expect(names(listBranches(repository))).toEqual(['Zed', 'master', 'topic-a', 'topic/b'])
    expect(names(listTags(repository))).toEqual(['v1.1', 'v1.10'])
    expect(tagTarget(repository, 'v1.1')).toBe(ID)
    expect(tagTarget(repository, 'master')).toBeUndefined()
  })

  it('finds names that cannot stand beside each other', () => {
    const repository = setReference(createRepository(), branchReference('a/b'), ID)
    const conflict = (name: string) => conflictingReference(repository, branchReference(name))
    expect(conflict('a')).toBe('refs/heads/a/b')
    expect(conflict('a/b/c')).toBe('refs/heads/a/b')
    expect(conflict('a/c')).toBeUndefined()
    expect(conflict('a/b')).toBeUndefined()
  })
})

describe('the name of a reference', () => {
  const names = [
    ...['master', 'topic/x', 'v1.0', 'a.b', 'é', 'a@b', 'x-', 'a{', 'a}', 'feature#1', "it's"],
    ...['', '@', '-x', 'a b', 'a..b', 'a~1', 'a^', 'a:b', 'a?', 'a*', 'a[b', 'a\\b', '@{', 'a@{b'],
    ...['/a', 'a/', 'a//b', 'a.', '.a', 'a/.b', 'a.lock', 'a.lock/b', 'a\tb', 'a\x7f', 'HEAD'],
  ]

  it.skipIf(lacks('git')).each(names)(
    '%j is good or bad as git check-ref-format --branch has it',
    (name) => {
      const git = createGitFolder(createObjectDatabase(), createRepository())
      const isGood = git.tryAll([['check-ref-format', `refs/heads/${name}`]])[0]?.status === 0
      git.remove()
      // These are refused by `git branch` alone, not by the format of a full name.
      const isReserved = ['HEAD', '-x', '@'].includes(name)
      expect(checkReferenceName(name) === undefined).toBe(isGood && !isReserved)
    },
  )

  it('gets an error that says why it will not do', () => {
    expect(checkReferenceName('a b')).toBe("The name 'a b' has a space.")
    expect(checkReferenceName('a\ud800')).toContain('is no valid text')
  })

  it('has at most 255 characters', () => {
    expect(checkReferenceName('a'.repeat(255))).toBeUndefined()
    const reason = checkReferenceName('a'.repeat(200_000))
    expect(reason).toContain('is longer than 255 characters')
    expect(reason?.length).toBeLessThan(400)
  })
})

describe('a revision', () => {
  const objects = createObjectDatabase()
  const first = commit(objects, undefined, create('a'))
  const second = commit(objects, first, update('a', 'b'))
  const fields = { name: 'v1', tagger: person, message: 'One\n' }
  const tag = makeTag({ ...fields, target: first.id, targetType: 'commit' })
  const tagOfTag = makeTag({ ...fields, target: tag.id, targetType: 'tag' })
  const blobTag = makeTag({
    ...fields,
    target: putObject(objects, makeBlob(bytes('a'))),
    targetType: 'blob',
  })
  let repository = createRepository()
  for (const each of [tag, tagOfTag, blobTag]) putObject(objects, each)
  repository = setReference(repository, branchReference('master'), second.id)
  repository = setReference(repository, branchReference('topic/one'), first.id)
  repository = setReference(repository, tagReference('v1'), tagOfTag.id)
  repository = setReference(repository, tagReference('blob'), blobTag.id)
  repository = setReference(repository, tagReference('both'), first.id)
  repository = setReference(repository, branchReference('both'), second.id)
  const resolve = (revision: string) => resolveRevision(objects, repository, revision)

  it('is a name: HEAD, a branch, a tag, a full name', () => {
    expect(resolve('HEAD')).toBe(second.id)
    expect(resolve('master')).toBe(second.id)
    expect(resolve('topic/one')).toBe(first.id)
    expect(resolve('refs/heads/master')).toBe(second.id)
    expect(resolve('heads/master')).toBe(second.id)
    expect(resolve('v1')).toBe(first.id)
    expect(resolve('both')).toBe(first.id)
  })

  it('is an id, whole or short', () => {
    expect(resolve(first.id)).toBe(first.id)
    expect(resolve(first.id.toUpperCase())).toBe(first.id)
    expect(resolve(tag.id)).toBe(first.id)
    expect(resolve(first.id.slice(0, 4))).toBe(first.id)
    expect(resolve(first.id.slice(0, 3))).toBeUndefined()
  })

  it('is unknown otherwise', () => {
    const unknown = ['', 'nowhere', 'blob', '0'.repeat(40), '0000', first.tree, 'refs/heads/', '..']
    for (const revision of unknown) expect(resolve(revision), revision).toBeUndefined()
    expect(resolveRevision(objects, createRepository(), 'HEAD')).toBeUndefined()
  })

  it('is unknown when two commits fit', () => {
    const ids = new Map<string, string>()
    let pair: string | undefined
    for (let number = 0; pair === undefined; number += 1) {
      const message = String(number)
      const made = makeCommit({
        tree: first.tree,
        parents: [],
        author: person,
        committer: person,
        message,
      })
      putObject(objects, made)
      const digits = made.id.slice(0, 4)
      if (ids.has(digits)) pair = digits
      ids.set(digits, made.id)
    }
    expect(resolve(pair)).toBeUndefined()
    const one = ids.get(pair) ?? ''
    expect(resolve(one.slice(0, 12))).toBe(one)
  })
})
