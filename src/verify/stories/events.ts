import { story } from '../story/story.ts'

/** What is done in a project is listed in its events and in those of who did it, newest first. */
export const events = story('activity events', { about: ['Projects', 'Users'] }, async (t) => {
  const jane = await t.user()
  const { id } = await t.project({ members: [[jane, 'master']] })
  const { body: issue } = await jane.call('createIssue', { id, title: 'A leak' })
  const issue_id = issue?.id ?? 0
  await jane.call('createIssueNote', { id, issue_id, body: 'It drips.' })
  await jane.call('updateIssue', { id, issue_id, state_event: 'close' })
  const { body: commit } = await jane.call('createCommit', {
    id,
    branch_name: 'master',
    commit_message: 'Mend the leak',
    actions: [{ action: 'create', file_path: 'mended.txt', content: 'mended\n', encoding: 'text' }],
  })

  for (const [operation, parameters] of [
    ['listProjectEvents', { id, per_page: 100 }],
    ['listUserEvents', { id: jane.id, per_page: 100 }],
  ] as const) {
    await t.chapter(operation, async () => {
      const answer = await t.eventually(
        () => jane.call(operation, parameters),
        ({ body }) => body?.some(({ data }) => data?.after === commit?.id) ?? false,
      )
      const own = answer.body?.filter(
        (event) => event.project_id === id && event.author_username === jane.username,
      )
      const find = (action: string, type: string) =>
        own?.find(({ action_name, target_type }) => action_name === action && target_type === type)
      const expectEvents = (aspect: string, rule: string) => t.expect(answer, aspect, rule)
      expectEvents('consequence:opened', 'Opening an issue is an event opened.').equal(
        [find('opened', 'Issue')?.target_id, find('opened', 'Issue')?.target_title],
        [issue_id, 'A leak'],
      )
      expectEvents('consequence:closed', 'Closing an issue is an event closed.').equal(
        [find('closed', 'Issue')?.target_id, find('closed', 'Issue')?.author?.username],
        [issue_id, jane.username],
      )
      expectEvents(
        'consequence:commented',
        'A comment is an event commented on, with the note.',
      ).equal(find('commented on', 'Note')?.note?.body, 'It drips.')
      const push = own?.find(({ data }) => data?.after === commit?.id)
      expectEvents(
        'consequence:pushed',
        'A push is an event with its ref, commits and their number.',
      ).equal(
        [
          push?.data?.ref,
          push?.data?.total_commits_count,
          push?.data?.commits?.map((one) => one.id),
          push?.data?.user_id,
        ],
        ['refs/heads/master', 1, [commit?.id], jane.id],
      )
      const times = (own ?? []).flatMap(({ created_at }) =>
        created_at ? [Date.parse(created_at)] : [],
      )
      expectEvents('order', 'The newest event stands first.').equal(
        times,
        [...times].sort((a, b) => b - a),
      )
    })
  }
})
