import { at, unbroken } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import { createPlace } from './place.ts'
import { listing, read, showing, writeThenRead } from './step.ts'

/** Branches, tags, files, commits, comments and statuses: every read shows the last write. */
export const lastWriteOfRepository = story(
  'the last write: repositories',
  {
    about: ['Branches', 'Tags', 'Repositories', 'Files', 'Commits', 'Commit statuses'],
    isUndisturbed: true,
  },
  async (t) => {
    const { jane, project } = await t.shared(createPlace)
    const { id } = project

    await t.chapter('branches and tags', async () => {
      const branch = { id, branch_name: 'topic', ref: 'master' }
      await writeThenRead(t, jane, 'createBranch', branch, () => [
        showing(jane, 'getBranch', { id, branch: 'topic' }, 'name', 'topic'),
        listing(jane, 'listBranches', { id }, 'name', 'topic'),
      ])
      await writeThenRead(t, jane, 'createTag', { id, tag_name: 'v1', ref: 'master' }, () => [
        showing(jane, 'getTag', { id, tag_name: 'v1' }, 'name', 'v1'),
        listing(jane, 'listTags', { id }, 'name', 'v1'),
      ])
    })

    await t.chapter('files', async () => {
      const place = { id, file_path: 'last.txt', branch_name: 'topic' }
      const ref = 'topic'
      for (const [operation, content] of [
        ['createFile', 'first\n'],
        ['updateFile', 'second\n'],
      ] as const) {
        const commit_message = `Write ${content}`.trim()
        const file = { file_path: place.file_path, ref }
        await writeThenRead(t, jane, operation, { ...place, content, commit_message }, () => [
          read(
            jane,
            'getFile',
            { id, ...file },
            (body) => unbroken(at(body, 'content')) === btoa(content),
          ),
          read(
            jane,
            'getRawFile',
            { id, sha: ref, filepath: place.file_path },
            (_body, text) => text === content,
          ),
          listing(jane, 'listTree', { id, ref_name: ref }, 'path', place.file_path),
          listing(jane, 'listCommits', { id, ref_name: ref }, 'title', commit_message),
          showing(jane, 'getCommit', { id, sha: ref }, 'title', commit_message),
          listing(jane, 'listCommitDifferences', { id, sha: ref }, 'new_path', place.file_path),
          read(jane, 'compareRevisions', { id, from: 'master', to: ref }, (_body, text) =>
            text.includes(commit_message),
          ),
        ])
      }
    })

    await t.chapter('comments and statuses', async () => {
      const { body } = await jane.call('getBranch', { id, branch: 'topic' })
      const sha = body?.commit?.id ?? ''
      const note = t.name('comment')
      await writeThenRead(t, jane, 'createCommitComment', { id, sha, note }, () => [
        listing(jane, 'listCommitComments', { id, sha }, 'note', note),
      ])
      const name = t.name('status')
      await writeThenRead(
        t,
        jane,
        'createCommitStatus',
        { id, sha, state: 'success', name },
        () => [listing(jane, 'listCommitStatuses', { id, sha, all: true }, 'name', name)],
      )
    })
  },
)
