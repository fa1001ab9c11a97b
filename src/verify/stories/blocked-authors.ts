import { listed, lookup, type Reader } from '../checks/shown-by.ts'
import { idOf } from '../fixture/values.ts'
import { at } from '../story/bodies.ts'
import { story } from '../story/story.ts'

/** `blockUser`: the state of a user in all records that embed them. */
export const blockedAuthors = story(
  'the records of a blocked user',
  { about: ['Users', 'Issues', 'Merge requests', 'Notes'] },
  async (t) => {
    const author = await t.user()
    const { id } = await t.project({ members: [[author, 'master']] })
    const made = await author.call('createIssue', { id, title: 'Mine', assignee_id: author.id })
    const issue = { id, issue_id: idOf(made.body, 'createIssue') }
    const branch_name = t.name('branch')
    await author.call('createBranch', { id, branch_name, ref: 'master' })
    await author.call('createFile', {
      id,
      branch_name,
      file_path: 'mine.txt',
      content: 'mine\n',
      commit_message: 'Add mine',
    })
    const proposed = await author.call('createMergeRequest', {
      id,
      source_branch: branch_name,
      target_branch: 'master',
      title: 'Mine',
      assignee_id: author.id,
    })
    const request = { id, merge_request_id: idOf(proposed.body, 'createMergeRequest') }
    const note = await author.call('createIssueNote', { ...issue, body: 'Mine' })
    const comment = await author.call('createMergeRequestNote', { ...request, body: 'Mine' })
    await t.admin.call('blockUser', { id: author.id })

    const readers: readonly Reader[] = [
      lookup(t.admin, 'getIssue', issue),
      listed(t.admin, 'listIssuesOfProject', { id }, issue.issue_id),
      lookup(t.admin, 'getMergeRequest', request),
      listed(t.admin, 'listMergeRequests', { id }, request.merge_request_id),
      listed(t.admin, 'listIssueNotes', issue, note.body?.id),
      listed(t.admin, 'listMergeRequestNotes', request, comment.body?.id),
    ]
    for (const { caller, operation, parameters, find = (body: unknown) => body } of readers) {
      await t.chapter(operation, async () => {
        const statesIn = (body: unknown) =>
          ['author.state', 'assignee.state'].flatMap((path) => at(find(body), path) ?? [])
        const isBlocked = (body: unknown) => {
          const states = statesIn(body)
          return states.length > 0 && states.every((state) => state === 'blocked')
        }
        // What a record shows of a user may be brought up to date in the background.
        const answer = await t.eventually(
          () => caller.attempt(operation, parameters),
          ({ body }) => isBlocked(body),
        )
        const rule = 'A user who is blocked is shown as blocked wherever they stand.'
        t.expect(answer, 'shows:state', rule).holds(
          isBlocked(answer.body),
          'blocked',
          statesIn(answer.body),
        )
      })
    }
  },
)
