import { execFileSync } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { joinBytes } from '../../src/git/join-bytes.ts'
import { createObjectDatabase, putObject } from '../../src/git/objects/database.ts'
import { bodyOf, type GitObject, identifyBody, makeBlob } from '../../src/git/objects/objects.ts'
import { parseObject } from '../../src/git/objects/parse-object.ts'
import { UnreadableObject } from '../../src/git/objects/parsed-object.ts'
import { EMPTY_TREE } from '../../src/git/objects/tree.ts'
import { bytesOf } from '../../src/shared/text.ts'
import { lacks } from '../programs.ts'
import { createGitFolder, environment, type GitFolder } from './git-program.ts'
import { createRepository } from './samples.ts'

const parse = (type: GitObject['type'], body: Uint8Array) =>
  parseObject(type, identifyBody(type, body), body)

const WHO = 'Jane Doe <jane@example.com> 1600000000 +0100'
const commit = (...lines: readonly string[]) => bytesOf(lines.join('\n'))
const head = [`tree ${EMPTY_TREE}`, `author ${WHO}`, `committer ${WHO}`]
const signature = [
  'gpgsig -----BEGIN PGP SIGNATURE-----',
  ' ',
  ' abc',
  ' -----END PGP SIGNATURE-----',
]
const blob = makeBlob(bytesOf('x'))
const idBytes = (id: string) =>
  bytesOf(String.fromCharCode(...(id.match(/../g) ?? []).map((two) => Number.parseInt(two, 16))))
/** A tree of entries `mode name`, all of the same blob unless another id is given. */
const tree = (...entries: readonly (readonly [text: string, id?: string])[]) =>
  joinBytes(entries.map(([text, id = blob.id]) => joinBytes([bytesOf(`${text}\0`), idBytes(id)])))

/** What git takes, though no fields would give the same bytes. */
const kept: Readonly<Record<string, readonly [GitObject['type'], Uint8Array, object]>> = {
  'a signed commit': [
    'commit',
    commit(...head, ...signature, '', 'Signed\n'),
    { message: 'Signed\n', author: { name: 'Jane Doe', time: 1_600_000_000, offset: 60 } },
  ],
  'a commit in Latin-1': [
    'commit',
    commit(...head, 'encoding ISO-8859-1', '', 'Gr\xfc\xdfe\n'),
    { message: 'Grüße\n' },
  ],
  'a commit in no known encoding': [
    'commit',
    commit(...head, 'encoding klingon', '', 'Gr\xfc\n'),
    { message: 'Gr\ufffd\n' },
  ],
  'a commit that merged a tag': [
    'commit',
    commit(...head, 'mergetag object 1', ' type commit', '', 'Merge\n'),
    { message: 'Merge\n' },
  ],
  'a commit of an odd time zone': [
    'commit',
    commit(head[0] ?? '', 'author A <a@b> 5 +051800', `committer ${WHO}`, '', 'x'),
    { author: { name: 'A', email: 'a@b', time: 5, offset: 0 } },
  ],
  'a commit without a message': ['commit', commit(...head, ''), { message: '' }],
  'a tag without a tagger': [
    'tag',
    commit(`object ${blob.id}`, 'type blob', 'tag v0.1', '', 'Old\n'),
    { tagger: undefined, message: 'Old\n', name: 'v0.1', target: blob.id, targetType: 'blob' },
  ],
  'a signed tag': [
    'tag',
    commit(
      `object ${EMPTY_TREE}`,
      'type tree',
      'tag v0.1',
      `tagger ${WHO}`,
      'other header',
      '',
      'x\n',
    ),
    { message: 'x\n' },
  ],
  'a tree with modes of old': [
    'tree',
    tree(['100600 a'], ['100664 b'], ['100775 c']),
    {
      entries: [
        { mode: '100644', name: 'a' },
        { mode: '100644', name: 'b' },
        { mode: '100755', name: 'c' },
      ],
    },
  ],
  'a tree with a submodule': [
    'tree',
    tree(['160000 lib', '1'.repeat(40)]),
    { entries: [{ mode: '160000', name: 'lib', id: '1'.repeat(40) }] },
  ],
  'a tree with names that are no UTF-8': [
    'tree',
    tree(['100644 \xe9'], ['100644 \xfc']),
    { entries: [{ name: '\ufffd' }, { name: '\ufffd' }] },
  ],
}

/** What `git fsck --strict` complains of as an error. */
const refused: Readonly<Record<string, readonly [GitObject['type'], Uint8Array]>> = {
  missingNameBeforeEmail: [
    'commit',
    commit(head[0] ?? '', 'author <a@b> 1 +0000', head[2] ?? '', '', 'x'),
  ],
  missingSpaceBeforeEmail: [
    'commit',
    commit(head[0] ?? '', 'author A<a@b> 1 +0000', head[2] ?? '', '', 'x'),
  ],
  missingEmail: ['commit', commit(head[0] ?? '', 'author A 1 +0000', head[2] ?? '', '', 'x')],
  badName: ['commit', commit(head[0] ?? '', 'author A> <a@b> 1 +0000', head[2] ?? '', '', 'x')],
  badEmail: ['commit', commit(head[0] ?? '', 'author A <a@b<c> 1 +0000', head[2] ?? '', '', 'x')],
  zeroPaddedDate: [
    'commit',
    commit(head[0] ?? '', 'author A <a@b> 01 +0000', head[2] ?? '', '', 'x'),
  ],
  badDate: ['commit', commit(head[0] ?? '', 'author A <a@b> one +0000', head[2] ?? '', '', 'x')],
  badDateOverflow: [
    'commit',
    commit(head[0] ?? '', 'author A <a@b> 18446744073709551617 +0000', head[2] ?? '', '', 'x'),
  ],
  multipleAuthors: [
    'commit',
    commit(head[0] ?? '', head[1] ?? '', head[1] ?? '', head[2] ?? '', '', 'x'),
  ],
  nulInHeader: ['commit', commit(...head, 'odd \0', '', 'x')],
  nulInCommit: ['commit', commit(...head, '', 'x\0y')],
  unterminatedHeader: ['commit', commit(...head, 'odd')],
  treeNotSorted: ['tree', tree(['100644 b'], ['100644 a'])],
  duplicateEntries: ['tree', tree(['100644 a'], ['100644 a.b'], ['40000 a', EMPTY_TREE])],
  nullSha1: ['tree', tree(['100644 a', '0'.repeat(40)])],
  fullPathname: ['tree', tree(['100644 a/b'])],
  hasDot: ['tree', tree(['100644 .'])],
  hasDotdot: ['tree', tree(['100644 ..'])],
  hasDotgit: ['tree', tree(['40000 .GIT', EMPTY_TREE])],
  gitmodulesSymlink: ['tree', tree(['120000 .gitmodules'])],
}

/** What is no object at all. */
const unreadable: Readonly<Record<string, readonly [GitObject['type'], Uint8Array]>> = {
  missingTree: ['commit', commit(head[1] ?? '', '', 'x')],
  badTreeSha1: ['commit', commit('tree 123', '', 'x')],
  badParentSha1: [
    'commit',
    commit(head[0] ?? '', 'parent 123', head[1] ?? '', head[2] ?? '', '', 'x'),
  ],
  missingAuthor: ['commit', commit(head[0] ?? '', '', 'x')],
  missingCommitter: ['commit', commit(head[0] ?? '', head[1] ?? '', '', 'x')],
  missingObject: ['tag', commit('type commit', 'tag v', '', 'x')],
  badObjectSha1: ['tag', commit('object 1', 'type commit', 'tag v', '', 'x')],
  missingTypeEntry: ['tag', commit(`object ${blob.id}`, 'tag v', '', 'x')],
  badType: ['tag', commit(`object ${blob.id}`, 'type house', 'tag v', '', 'x')],
  missingTagEntry: ['tag', commit(`object ${blob.id}`, 'type blob', '', 'x')],
  badTree: ['tree', bytesOf('100644 a\0short')],
  'badTree ': ['tree', tree(['100644 '])],
}

describe('an object that another program wrote', () => {
  it.each(Object.entries(kept))('is kept as it is: %s', (_, [type, body, fields]) => {
    const { object, fault } = parse(type, body)
    expect(object).toMatchObject(fields)
    expect(bodyOf(object)).toEqual(Uint8Array.from(body))
    expect(fault).toBeUndefined()
  })

  it('takes no more room than its fields where those give the same bytes', () => {
    for (const body of [commit(...head, '', 'Plain é\n')].map((text) =>
      Buffer.from(Buffer.from(text).toString('latin1')),
    )) {
      expect(parse('commit', Uint8Array.from(body)).object).not.toHaveProperty('raw')
    }
    expect(parse('tree', tree(['100644 a'], ['40000 b', EMPTY_TREE])).object).not.toHaveProperty(
      'raw',
    )
  })

  it.each(Object.entries(refused))('has a fault: %s', (kind, [type, body]) => {
    const { object, fault } = parse(type, body)
    expect(fault).toMatch(new RegExp(`^${kind}: `))
    expect(bodyOf(object)).toEqual(Uint8Array.from(body))
  })

  it.each(Object.entries(unreadable))('is none: %s', (kind, [type, body]) => {
    expect(() => parse(type, body)).toThrow(UnreadableObject)
    expect(() => parse(type, body)).toThrow(`${kind.trim()}: `)
  })
})

describe.skipIf(lacks('git'))('git thinks the same', () => {
  let git: GitFolder
  beforeAll(() => {
    const objects = createObjectDatabase()
    putObject(objects, blob)
    git = createGitFolder(objects, createRepository())
    git.one('hash-object', '-w', '-t', 'tree', '/dev/null')
  })
  afterAll(() => git.remove())

  const written = (type: GitObject['type'], body: Uint8Array) =>
    execFileSync('git', ['hash-object', '-t', type, '--literally', '-w', '--stdin'], {
      env: { ...environment(git.path), GIT_DIR: git.path },
      input: body,
      encoding: 'utf8',
    }).trim()
  /** What fsck says of an object, without what it names and is not there. */
  const complaints = (id: string) => {
    const run = execFileSync(
      'sh',
      ['-c', `git -c fsck.badTimezone=ignore fsck --strict ${id} 2>&1 || true`],
      {
        env: { ...environment(git.path), GIT_DIR: git.path },
        encoding: 'utf8',
      },
    )
    return run.split('\n').filter((line) => line.startsWith('error') && line.includes(id))
  }

  it.each(Object.entries(kept))('of %s', (_, [type, body]) => {
    const id = written(type, body)
    expect(parse(type, body).object.id).toBe(id)
    expect(complaints(id)).toEqual([])
  })

  it.each(Object.entries(refused))('of %s', (kind, [type, body]) => {
    const id = written(type, body)
    expect(complaints(id).join()).toContain(kind)
  })
})
