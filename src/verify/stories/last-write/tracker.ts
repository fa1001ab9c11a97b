import { idOf } from '../../fixture/values.ts'
import { story } from '../../story/story.ts'
import { createPlace } from './place.ts'
import { listing, read, showing, writeThenRead } from './step.ts'

/** Issues, snippets, merge requests and notes: every read shows the last write, whatever the server caches. */
export const lastWriteOfTracker = story(
  'the last write: issues, merge requests, snippets and notes',
  { about: ['Issues', 'Merge requests', 'Snippets', 'Notes'], isUndisturbed: true },
  async (t) => {
    const { jane, project } = await t.shared(createPlace)
    const { id, group } = project

    await t.chapter('issues', async () => {
      const reads = (issue_id: number, title: string) => [
        showing(jane, 'getIssue', { id, issue_id }, 'title', title),
        listing(jane, 'listIssuesOfProject', { id }, 'title', title),
        listing(jane, 'listOwnIssues', {}, 'title', title),
        listing(t.admin, 'listIssuesOfGroup', { id: group.id }, 'title', title),
      ]
      const title = t.name('issue')
      const made = await writeThenRead(t, jane, 'createIssue', { id, title }, (body) =>
        reads(idOf(body, 'createIssue'), title),
      )
      const issue_id = idOf(made, 'createIssue')
      const renamed = { id, issue_id, title: t.name('issue') }
      await writeThenRead(t, jane, 'updateIssue', renamed, () => reads(issue_id, renamed.title))
      await checkNotes('Issue', { id, issue_id })
    })

    await t.chapter('snippets', async () => {
      const reads = (snippet_id: number, title: string, code: string) => [
        showing(jane, 'getSnippet', { id, snippet_id }, 'title', title),
        listing(jane, 'listSnippets', { id }, 'title', title),
        read(jane, 'getRawSnippet', { id, snippet_id }, (_body, text) => text.includes(code)),
      ]
      const visibility_level = t.instance.allowedLevels[0] ?? 0
      const first = { title: t.name('snippet'), code: 'puts 1\n' }
      const made = await writeThenRead(
        t,
        jane,
        'createSnippet',
        { id, file_name: 'a.rb', visibility_level, ...first },
        (body) => reads(idOf(body, 'createSnippet'), first.title, 'puts 1'),
      )
      const snippet_id = idOf(made, 'createSnippet')
      const second = { title: t.name('snippet'), code: 'puts 2\n' }
      await writeThenRead(t, jane, 'updateSnippet', { id, snippet_id, ...second }, () =>
        reads(snippet_id, second.title, 'puts 2'),
      )
      await checkNotes('Snippet', { id, snippet_id })
    })

    await t.chapter('merge requests', async () => {
      const branches = { source_branch: 'patch', target_branch: 'master' }
      await jane.call('createBranch', { id, branch_name: 'patch', ref: 'master' })
      await jane.call('createFile', {
        id,
        branch_name: 'patch',
        file_path: 'patch.txt',
        content: 'patch\n',
        commit_message: 'Patch',
      })
      const reads = (merge_request_id: number, title: string) => [
        showing(jane, 'getMergeRequest', { id, merge_request_id }, 'title', title),
        showing(jane, 'getMergeRequestChanges', { id, merge_request_id }, 'title', title),
        listing(jane, 'listMergeRequests', { id }, 'title', title),
      ]
      const title = t.name('request')
      const made = await writeThenRead(
        t,
        jane,
        'createMergeRequest',
        { id, ...branches, title },
        (body) => reads(idOf(body, 'createMergeRequest'), title),
      )
      const merge_request_id = idOf(made, 'createMergeRequest')
      const renamed = { id, merge_request_id, ...branches, title: t.name('request') }
      await writeThenRead(t, jane, 'updateMergeRequest', renamed, () =>
        reads(merge_request_id, renamed.title),
      )
      await checkNotes('MergeRequest', { id, merge_request_id })
    })

    async function checkNotes(parent: 'Issue' | 'Snippet' | 'MergeRequest', address: object) {
      const reads = (note_id: number, text: string) => [
        showing(jane, `get${parent}Note`, { ...address, note_id }, 'body', text),
        listing(jane, `list${parent}Notes`, { ...address }, 'body', text),
      ]
      const [first, second] = [t.name('note'), t.name('note')]
      const create = `create${parent}Note` as const
      const made = await writeThenRead(t, jane, create, { ...address, body: first }, (body) =>
        reads(idOf(body, create), first),
      )
      const note = { ...address, note_id: idOf(made, create), body: second }
      await writeThenRead(t, jane, `update${parent}Note`, note, () => reads(note.note_id, second))
    }
  },
)
