import { story } from '../../story/story.ts'

/** `getFile`: the ids that it gives are those of the blob and of the commits. */
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
