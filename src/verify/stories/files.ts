import type { OperationId } from '../../contract/generated/v3/contract.ts'
import { story } from '../story/story.ts'
import type { Person } from '../story/test-context.ts'

const NAMES_PLACE = 'The answer has the path and the branch.'

/** Encodes bytes as Base64. */
function base64OfBytes(bytes: Uint8Array): string {
  return btoa(String.fromCharCode(...bytes))
}

/** Decodes Base64, with or without line breaks; undefined where it is malformed. */
function bytesOf(base64: string | undefined): Uint8Array | undefined {
  try {
    const text = atob((base64 ?? '\0').replace(/\s+/g, ''))
    return Uint8Array.from(text, (character) => character.charCodeAt(0))
  } catch {
    return undefined
  }
}

/** Decodes Base64 as UTF-8 text. */
function textOf(base64: string | undefined): string | undefined {
  const bytes = bytesOf(base64)
  return bytes && new TextDecoder().decode(bytes)
}

/** The mark of UTF-8, and then all byte values, which no server can mistake for text. */
const everyByte = Uint8Array.from([0xef, 0xbb, 0xbf, ...Array.from({ length: 256 }).keys()])

/** `createFile`, `updateFile`, `deleteFile`: a file, read by all operations. */
export const fileHistory = story(
  'the history of a file',
  { about: ['Files', 'Repositories', 'Commits'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const file = { id, file_path: 'docs/guide/start.md', branch_name: 'master' }
    const at = { id, file_path: file.file_path, ref: 'master' }

    await t.chapter('creating', async () => {
      const made = await jane.call('createFile', {
        ...file,
        content: 'Größe: 1\n',
        commit_message: 'Describe the size',
        author_name: 'Ada',
        author_email: 'ada@forgery.example.com',
      })
      t.expect(made, 'read-back:file_path', NAMES_PLACE).equal(
        [made.body?.file_path, made.body?.branch_name],
        [file.file_path, 'master'],
      )
      const read = await jane.call('getFile', at)
      t.expect(
        made,
        'read-back:content',
        'The content that was sent is read back in Base64.',
      ).equal(textOf(read.body?.content), 'Größe: 1\n')
      t.expect(read, 'schema:values', 'A file gives its name, path, size, encoding and ref.').equal(
        [
          read.body?.file_name,
          read.body?.file_path,
          read.body?.size,
          read.body?.encoding,
          read.body?.ref,
        ],
        ['start.md', file.file_path, 11, 'base64', 'master'],
      )
      const { body: head } = await headOf(jane, id)
      t.expect(made, 'read-back:commit_message', 'The message is that of the new commit.').equal(
        head?.message?.trim(),
        'Describe the size',
      )
      t.expect(made, 'read-back:author_name', 'author_name is the author of the commit.').equal(
        head?.author_name,
        'Ada',
      )
      t.expect(made, 'read-back:author_email', 'author_email is that of the author.').equal(
        head?.author_email,
        'ada@forgery.example.com',
      )
      t.expect(
        read,
        'schema:values',
        'commit_id is the head of the branch, last_commit_id the commit that last changed the file.',
      ).equal([read.body?.commit_id, read.body?.last_commit_id], [head?.id, head?.id])
    })

    await t.chapter('reading it raw', async () => {
      const { body } = await jane.call('getFile', at)
      const raw = await jane.call('getRawFile', { id, sha: 'master', filepath: file.file_path })
      t.expect(raw, 'content', 'The raw file is its content.').equal(raw.text, 'Größe: 1\n')
      const blob = await jane.call('getRawBlob', { id, sha: body?.blob_id ?? '' })
      t.expect(blob, 'content', 'The raw blob of blob_id is the content of the file.').equal(
        blob.text,
        'Größe: 1\n',
      )
      const tree = await jane.call('listTree', { id, path: 'docs/guide', per_page: 100 })
      t.expect(tree, 'consequence:file', 'A new file is in the tree of its folder.').equal(
        tree.body?.map(({ name, path, type, id: sha }) => [name, path, type, sha]),
        [['start.md', file.file_path, 'blob', body?.blob_id]],
      )
    })

    await t.chapter('changing', async () => {
      const { body: before } = await jane.call('getFile', at)
      await jane.call('createFile', {
        ...file,
        file_path: 'other.txt',
        content: 'other\n',
        commit_message: 'Another file',
      })
      const changed = await jane.call('updateFile', {
        ...file,
        content: 'Größe: 2\n',
        commit_message: 'Double the size',
      })
      const { body } = await jane.call('getFile', at)
      t.expect(changed, 'read-back:content', 'The new content is read back.').equal(
        textOf(body?.content),
        'Größe: 2\n',
      )
      const { body: head } = await headOf(jane, id)
      t.expect(changed, 'read-back:commit_message', 'A change is a commit of its own.').equal(
        [head?.message?.trim(), body?.last_commit_id],
        ['Double the size', head?.id],
      )
      const old = await jane.call('getFile', { ...at, ref: before?.commit_id ?? '' })
      t.expect(
        old,
        'parameter:ref',
        'At an earlier commit the file has its earlier content.',
      ).equal(textOf(old.body?.content), 'Größe: 1\n')
      const difference = await jane.call('listCommitDifferences', { id, sha: head?.id ?? '' })
      const [entry] = difference.body ?? []
      t.expect(
        difference,
        'content',
        'A difference has the lines that went with - and those that came with +.',
      ).holds(
        /^-Größe: 1$/m.test(entry?.diff ?? '') && /^\+Größe: 2$/m.test(entry?.diff ?? ''),
        '-Größe: 1 and +Größe: 2',
        entry?.diff,
      )
    })

    await t.chapter('deleting', async () => {
      const gone = await jane.call('deleteFile', { ...file, commit_message: 'Remove it' })
      t.expect(gone, 'read-back:file_path', NAMES_PLACE).equal(
        [gone.body?.file_path, gone.body?.branch_name],
        [file.file_path, 'master'],
      )
      const read = await jane.attempt('getFile', at)
      t.expect(gone, 'removes').equal(read.status, 404)
      const tree = await jane.call('listTree', { id, recursive: true, per_page: 100 })
      t.expect(gone, 'removes', 'A deleted file is not in the tree, the others are.').sameMembers(
        // A server may give each new project files of its own.
        tree.body
          ?.map(({ path = '' }) => path)
          .filter((path) => ['README.md', 'other.txt', file.file_path].includes(path)),
        ['README.md', 'other.txt'],
      )
      const { body: head } = await headOf(jane, id)
      t.expect(gone, 'read-back:commit_message', 'A deletion is a commit of its own.').equal(
        head?.message?.trim(),
        'Remove it',
      )
    })
  },
)

function headOf(person: Person, id: number) {
  return person.call('getCommit', { id, sha: 'master' })
}

/** `encoding`: binary content, and names that must be encoded in URLs. */
export const binaryFiles = story(
  'binary files and unusual names',
  { about: ['Files', 'Repositories'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const content = base64OfBytes(everyByte)
    const names = ['bytes.bin', 'data/ünïcode-名.bin', 'data/a@b_c-1.2.bin']

    for (const file_path of names) {
      await t.chapter(file_path, async () => {
        const made = await jane.call('createFile', {
          id,
          file_path,
          branch_name: 'master',
          content,
          encoding: 'base64',
          commit_message: 'Add bytes',
        })
        const read = await jane.call('getFile', { id, file_path, ref: 'master' })
        t.expect(
          made,
          'read-back:encoding',
          'Content sent as Base64 is stored as its bytes.',
        ).equal(
          [read.body?.size, list(bytesOf(read.body?.content))],
          [everyByte.length, list(everyByte)],
        )
        const raw = await jane.call('getRawFile', { id, sha: 'master', filepath: file_path })
        t.expect(raw, 'content', 'The raw file is its bytes, unchanged.').equal(
          list(raw.bytes),
          list(everyByte),
        )
        const same = 'The content of a file is that of the raw file, in Base64.'
        t.expect(read, 'content', same).equal(list(bytesOf(read.body?.content)), list(raw.bytes))
        const blob = await jane.call('getRawBlob', { id, sha: read.body?.blob_id ?? '' })
        t.expect(blob, 'content', 'A raw blob is its bytes, unchanged.').equal(
          list(blob.bytes),
          list(everyByte),
        )
      })
    }

    await t.chapter('text by default', async () => {
      const made = await jane.call('createFile', {
        id,
        file_path: 'plain.txt',
        branch_name: 'master',
        content: 'aGVsbG8=',
        commit_message: 'Add text',
      })
      const raw = await jane.call('getRawFile', { id, sha: 'master', filepath: 'plain.txt' })
      t.expect(
        made,
        'default:encoding',
        'Without encoding the content is text as it stands.',
      ).equal(raw.text, 'aGVsbG8=')
    })
  },
)

function list(bytes: Uint8Array | undefined): string | undefined {
  return bytes && Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

/** `getFile`: its ids are those of the blob and of the commits. */
export const fileIds = story('the ids of a file', { about: ['Files'] }, async (t) => {
  const jane = await t.plainUser()
  const { id } = await t.project({ members: [[jane, 'master']], files: { 'a.txt': 'one\n' } })
  const first = await jane.call('getBranch', { id, branch: 'master' })
  await jane.call('createFile', {
    id,
    file_path: 'b.txt',
    branch_name: 'master',
    content: 'two\n',
    commit_message: 'Add b',
  })
  const second = await jane.call('getBranch', { id, branch: 'master' })
  const file = await jane.call('getFile', { id, file_path: 'a.txt', ref: 'master' })
  const tree = await jane.call('listTree', { id, ref_name: 'master' })
  const entry = tree.body?.find(({ path }) => path === 'a.txt')
  const expect = (rule: string) => t.expect(file, 'schema:values', rule)
  expect('blob_id is the id of the blob in the tree.').equal(file.body?.blob_id, entry?.id)
  expect('commit_id is the commit that the ref names.').equal(
    file.body?.commit_id,
    second.body?.commit?.id,
  )
  expect('last_commit_id is the last commit that changed the file.').equal(
    file.body?.last_commit_id,
    first.body?.commit?.id,
  )
  expect('ref, file_path, file_name and size are those of the file.').equal(
    [file.body?.ref, file.body?.file_path, file.body?.file_name, file.body?.size],
    ['master', 'a.txt', 'a.txt', 4],
  )
  const raw = await jane.attempt('getRawBlob', { id, sha: file.body?.blob_id ?? '' })
  t.expect(raw, 'content', 'A blob is read by its id.').equal(
    [raw.status, raw.text],
    [200, 'one\n'],
  )
})

/** The specified reasons to refuse a commit, after which nothing has changed. */
export const refusedFileChanges = story(
  'changes of a file that are refused',
  { about: ['Files'] },
  async (t) => {
    const jane = await t.plainUser()
    const { id } = await t.project({ members: [[jane, 'master']], files: { 'a.txt': 'a\n' } })
    const head = async () =>
      (await jane.call('getBranch', { id, branch: 'master' })).body?.commit?.id
    const before = await head()
    const common = { id, branch_name: 'master', commit_message: 'Never' }
    const cases: readonly (readonly [OperationId, Readonly<Record<string, string>>, string])[] = [
      ['createFile', { file_path: 'x/../y.txt', content: 'y\n' }, 'a path with /../'],
      ['updateFile', { file_path: 'x/../a.txt', content: 'b\n' }, 'a path with /../'],
      ['deleteFile', { file_path: 'x/../a.txt' }, 'a path with /../'],
      ['updateFile', { file_path: 'a.txt', content: 'a\n' }, 'the content that is there already'],
      [
        'updateFile',
        { file_path: 'a.txt', content: btoa('a\n'), encoding: 'base64' },
        'the content that is there already, in Base64',
      ],
    ]
    for (const [operation, parameters, what] of cases) {
      await t.chapter(`${operation} with ${what}`, async () => {
        const refused = await t.refused(
          jane,
          operation,
          { ...common, ...parameters },
          [400],
          'refused-change',
          `A file commit with ${what} is answered with 400.`,
        )
        t.expect(refused, 'refused-change', 'A refused file commit leaves the branch.').equal(
          await head(),
          before,
        )
      })
    }
  },
)
