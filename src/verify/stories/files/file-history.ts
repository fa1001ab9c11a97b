import { story } from '../../story/story.ts'
import type { Person } from '../../story/test-context.ts'
import { textOf } from './content.ts'

/** `createFile`, `updateFile`, `deleteFile`: one file, read in every way there is. */
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
      t.expect(made, 'read-back:file_path', 'The answer has the path and the branch.').equal(
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
      t.expect(gone, 'read-back:file_path', 'The answer has the path and the branch.').equal(
        [gone.body?.file_path, gone.body?.branch_name],
        [file.file_path, 'master'],
      )
      const read = await jane.attempt('getFile', at)
      t.expect(gone, 'removes', 'What was deleted is gone.').equal(read.status, 404)
      const tree = await jane.call('listTree', { id, recursive: true, per_page: 100 })
      t.expect(gone, 'removes', 'A deleted file is not in the tree, the others are.').sameMembers(
        tree.body?.filter(({ type }) => type === 'blob').map(({ path }) => path),
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
