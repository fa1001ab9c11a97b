import { isOrdered } from '../checks/order.ts'
import { at, isObject, itemWith } from '../story/bodies.ts'
import { story } from '../story/story.ts'
import type { Group, Person, TestContext } from '../story/test-context.ts'
import { propose } from './merge-requests.ts'

/** Actions in a project are listed in its events and in those of their author, newest first. */
export const events = story('activity events', { about: ['Projects', 'Users'] }, async (t) => {
  const jane = await t.user()
  const { id, group } = await t.project({ members: [[jane, 'master']] })
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
      if (own?.some(isPush)) {
        const rule = 'A push is an event with its ref, commits and their number.'
        expectEvents('consequence:pushed', rule).equal(
          [
            push?.data?.ref,
            push?.data?.total_commits_count,
            push?.data?.commits?.map((one) => one.id),
            push?.data?.user_id,
          ],
          ['refs/heads/master', 1, [commit?.id], jane.id],
        )
      } else t.notTested(operation, 'consequence:pushed', withoutPushes)
      const times = (own ?? []).flatMap(({ created_at }) =>
        created_at ? [Date.parse(created_at)] : [],
      )
      expectEvents('order', 'The newest event stands first.').equal(
        times,
        [...times].sort((a, b) => b - a),
      )
    })
  }

  await t.chapter('what somebody does by sudo', () => checkSudo(t, jane, { id, group }))

  const { merge_request_id } = await propose(t, jane, id)

  await t.chapter('what is said of a merge request', async () => {
    const sent = { id, merge_request_id, body: 'It holds.' }
    const note = (await jane.call('createMergeRequestNote', sent)).body?.id
    for (const [operation, parameters] of [
      ['listProjectEvents', { id, per_page: 100 }],
      ['listUserEvents', { id: jane.id, per_page: 100 }],
    ] as const) {
      const find = (body: unknown) => itemWith('target_id', note)(ofNotes(body))
      const answer = await t.eventually(
        () => jane.call(operation, parameters),
        ({ body }) => find(body) !== undefined,
      )
      const rule = 'A comment is an event commented on, with the note, whatever it is on.'
      t.expect(answer, 'consequence:commented', rule).equal(
        at(find(answer.body), 'note.body'),
        'It holds.',
      )
    }
  })

  await t.chapter('a push of several commits', async () => {
    const { body: request } = await jane.call('getMergeRequest', { id, merge_request_id })
    await jane.call('createFile', {
      id,
      branch_name: request?.source_branch ?? '',
      file_path: 'further.txt',
      content: 'further\n',
      commit_message: 'Go further',
    })
    await jane.call('mergeMergeRequest', { id, merge_request_id })
    const { body: head } = await jane.call('getBranch', { id, branch: 'master' })
    const after = head?.commit?.id
    for (const [operation, parameters] of [
      ['listProjectEvents', { id, per_page: 100 }],
      ['listUserEvents', { id: jane.id, per_page: 100 }],
    ] as const) {
      const answer = await t.eventually(
        () => jane.call(operation, parameters),
        ({ body }) => body?.some(({ data }) => data?.after === after) ?? false,
      )
      if (!answer.body?.some(isPush)) {
        t.notTested(operation, 'consequence:pushed', withoutPushes)
        continue
      }
      const data = answer.body.find((event) => event.data?.after === after)?.data
      const rule = 'total_commits_count counts the commits of the push, of which commits has some.'
      t.expect(answer, 'consequence:pushed', rule).holds(
        (data?.commits?.length ?? 0) > 1 &&
          (data?.total_commits_count ?? 0) >= (data?.commits?.length ?? 0),
        'more than one commit, and their number',
        data,
      )
    }
  })
})

interface Place {
  readonly id: number
  readonly group: Group
}

/** Checks whose events are those of calls with sudo, before and after others in another project. */
async function checkSudo(t: TestContext, person: Person, { id, group }: Place): Promise<void> {
  const other = await t.project({ group, members: [[person, 'master']] })
  await person.call('createIssue', { id: other.id, title: 'Elsewhere' })
  const as = t.caller('the administrator, by sudo', { sudo: person.username })
  const { body: issue } = await as.call('createIssue', { id, title: 'By sudo' })
  await as.call('updateIssue', { id, issue_id: issue?.id ?? 0, state_event: 'close' })
  for (const [operation, parameters] of [
    ['listProjectEvents', { id, per_page: 100 }],
    ['listUserEvents', { id: person.id, per_page: 100 }],
  ] as const) {
    const ofIssue = (events: unknown) =>
      [events].flat().filter((event) => at(event, 'target_id') === issue?.id)
    const answer = await t.eventually(
      () => person.call(operation, parameters),
      ({ body }) => itemWith('action_name', 'closed')(ofIssue(body)) !== undefined,
    )
    const authors = ofIssue(answer.body)
      .filter((event) => at(event, 'target_type') === 'Issue')
      .map((event) => [at(event, 'author_id'), at(event, 'author_username')])
    const rule = 'What is done by sudo is done by that user, in the events too.'
    t.expect(answer, 'sudo', rule).equal(
      authors,
      authors.map(() => [person.id, person.username]),
    )
    const times = (answer.body ?? []).flatMap((event) => event.created_at ?? [])
    const order = 'The newest event stands first, whatever project it is of.'
    t.expect(answer, 'order', order).holds(isOrdered(times, 'desc'), 'the newest first', times)
  }
}

const isPush = (event: unknown) => isObject(at(event, 'data'))

/** Document 1, Events: "Complete list of `action_name` and `target_type` values: not shown". */
const withoutPushes = 'no push is among the events of this server'

const ofNotes = (body: unknown): readonly unknown[] =>
  [body].flat().filter((event) => at(event, 'target_type') === 'Note')
