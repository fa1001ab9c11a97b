import type { OperationResponse } from '../client/answer.ts'
import { wait } from '../client/pace.ts'
import { at, EXPLAINS_ITSELF, hasMessage } from '../story/bodies.ts'
import { deleteAsOwner } from '../story/owner-deletion.ts'
import { story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'
import { addressOf, propose } from './merge-requests.ts'

const SUBSCRIBED = 'Subscribing makes the caller subscribed.'

/** `updateIssue`, `deleteIssue`: the states of an issue. */
export const issueLife = story('the life of an issue', { about: ['Issues'] }, async (t) => {
  const [owner, jane] = await Promise.all([t.user(), t.user()])
  const group = await t.group({ visibility: 'private', members: [[owner, 'owner']] })
  const { id } = await t.project({ group, members: [[jane, 'developer']] })
  const created = await jane.call('createIssue', { id, title: 'A leak' })
  const address = { id, issue_id: created.body?.id ?? 0 }
  const stateOf = async () => (await jane.call('getIssue', address)).body?.state
  const others: (number | undefined)[] = []

  await t.chapter('opening', async () => {
    t.expect(created, 'transition:open', 'A new issue is opened, by its author.').equal(
      [created.body?.state, created.body?.author?.username, await stateOf()],
      ['opened', jane.username, 'opened'],
    )
    const second = await jane.call('createIssue', { id, title: 'Another' })
    // The first iid of a project is not specified.
    t.expect(second, 'schema:values', 'iid is unique within one project.').equal(
      second.body?.iid === created.body?.iid,
      false,
    )
    others.push(created.body?.iid, second.body?.iid)
  })

  await t.chapter('closing', async () => {
    const before = (await jane.call('getIssue', address)).body?.updated_at ?? ''
    // Times may have a precision of one second.
    await wait(1100)
    const closed = await jane.call('updateIssue', { ...address, state_event: 'close' })
    t.expect(closed, 'transition:close', 'state_event close closes an opened issue.').equal(
      [closed.body?.state, await stateOf()],
      ['closed', 'closed'],
    )
    const after = (await jane.call('getIssue', address)).body?.updated_at ?? ''
    const note = await jane.call('createIssueNote', { ...address, body: 'Closed' })
    // The clock of a server may stand still, so that times show nothing.
    if (Date.parse(note.body?.created_at ?? '') > Date.parse(before)) {
      t.expect(closed, 'transition:close', 'Closing changes updated_at.').holds(
        Date.parse(closed.body?.updated_at ?? '') > Date.parse(before),
        `later than ${before}`,
        closed.body?.updated_at,
      )
      t.expect(closed, 'transition:close', 'The updated_at of a closed issue is read back.').holds(
        Date.parse(after) > Date.parse(before),
        `later than ${before}`,
        after,
      )
    }
    const listed = await jane.call('listIssuesOfProject', { id, state: 'closed', per_page: 100 })
    t.expect(closed, 'transition:close', 'A closed issue is listed among the closed.').includes(
      listed.body?.map((one) => one.id),
      [address.issue_id],
    )
    await jane.attempt('updateIssue', { ...address, state_event: 'close' })
    await checkOpenIssues(t, jane, id)
  })

  await t.chapter('reopening', async () => {
    const opened = await jane.call('updateIssue', { ...address, state_event: 'reopen' })
    t.expect(opened, 'transition:reopen', 'state_event reopen opens a closed issue.').equal(
      [opened.body?.state, await stateOf()],
      ['opened', 'opened'],
    )
  })

  await t.chapter('deleting', async () => {
    const gone = await deleteAsOwner(t, {
      owner,
      developer: jane,
      operation: 'deleteIssue',
      reader: 'getIssue',
      parameters: address,
    })
    const listed = await jane.call('listIssuesOfProject', { id, per_page: 100 })
    t.expect(gone, 'removes', 'A deleted issue is not listed.').excludes(
      listed.body?.map((one) => one.id),
      [address.issue_id],
    )
    const next = await jane.call('createIssue', { id, title: 'After that' })
    t.expect(next, 'unique:iid', 'Neither id nor iid of a deleted issue is given again.').equal(
      [others.includes(next.body?.iid), next.body?.id === address.issue_id],
      [false, false],
    )
  })
})

/** Subscriptions and todos: answered with 304 where they exist already. */
export const attention = story(
  'subscriptions and todos',
  { about: ['Issues', 'Merge requests'] },
  async (t) => {
    const [jane, bob] = await Promise.all([t.user(), t.user()])
    const { id } = await t.project({
      members: [
        [jane, 'master'],
        [bob, 'developer'],
      ],
    })
    const { body: issue } = await jane.call('createIssue', { id, title: 'A leak' })
    const address = { id, issue_id: issue?.id ?? 0 }
    const isSubscribed = async () => (await bob.call('getIssue', address)).body?.subscribed

    await t.chapter('subscribing to an issue', async () => {
      // Who is subscribed at first is not stated.
      await bob.attempt('unsubscribeFromIssue', address)
      await expectUnchanged(t, bob, 'unsubscribeFromIssue', address)
      const first = await bob.call('subscribeToIssue', address)
      // Both answers may leave out fields of the issue.
      t.expect(first, 'transition:subscribe', SUBSCRIBED).equal(
        [first.body?.subscribed ?? true, await isSubscribed()],
        [true, true],
      )
      const again = await expectUnchanged(t, bob, 'subscribeToIssue', address)
      t.expect(again, 'body', 'A 304 has no body.').equal(again.text, '')
    })

    await t.chapter('unsubscribing from an issue', async () => {
      const off = await bob.call('unsubscribeFromIssue', address)
      t.expect(off, 'removes', 'Unsubscribing ends the subscription.').equal(
        [off.body?.subscribed ?? false, await isSubscribed()],
        [false, false],
      )
      await expectUnchanged(t, bob, 'unsubscribeFromIssue', address)
    })

    await t.chapter('with sudo', async () => {
      const bySudo = { sudo: bob.id }
      const rule =
        'With sudo it is the other user who subscribes, unsubscribes and has something to do.'
      const on = await t.admin.attempt('subscribeToIssue', address, bySudo)
      t.expect(on, 'sudo', rule).equal(await isSubscribed(), true)
      const off = await t.admin.attempt('unsubscribeFromIssue', address, bySudo)
      t.expect(off, 'sudo', rule).equal(await isSubscribed(), false)
      const { body: further } = await jane.call('createIssue', { id, title: 'A third leak' })
      const todo = { id, issue_id: further?.id ?? 0 }
      await t.admin.attempt('createTodoOfIssue', todo, bySudo)
      const again = await bob.attempt('createTodoOfIssue', todo)
      t.expect(again, 'sudo', rule).status([304])
    })

    await t.chapter('a todo', async () => {
      const { body: other } = await jane.call('createIssue', { id, title: 'Another leak' })
      const others = { id, issue_id: other?.id ?? 0 }
      for (const each of [address, others]) {
        const first = await bob.attempt('createTodoOfIssue', each)
        t.expect(first, 'status', 'A todo is created for the caller: 201.').status([201])
        await expectUnchanged(t, bob, 'createTodoOfIssue', each)
      }
    })

    await t.chapter('subscribing to a merge request', async () => {
      const request = addressOf(await propose(t, jane, id))
      // Who is subscribed at first is not stated.
      const before = await bob.call('getMergeRequest', request)
      if (before.body?.subscribed === true) {
        await expectUnchanged(t, bob, 'subscribeToMergeRequest', request)
        return
      }
      const first = await bob.call('subscribeToMergeRequest', request)
      const read = await bob.call('getMergeRequest', request)
      t.expect(first, 'transition:subscribe', SUBSCRIBED).equal(
        [first.body?.subscribed, read.body?.subscribed],
        [true, true],
      )
      await expectUnchanged(t, bob, 'subscribeToMergeRequest', request)
    })
  },
)

const subscribed = [
  'transition:subscribe',
  'Who is subscribed already is answered with 304.',
] as const

/** The aspect and the rule of each 304 response. */
const repetitions = {
  subscribeToIssue: subscribed,
  subscribeToMergeRequest: subscribed,
  unsubscribeFromIssue: ['transition:unsubscribe', 'Who is not subscribed is answered with 304.'],
  createTodoOfIssue: ['transition:todo', 'Where a todo exists already the answer is 304.'],
} as const

/** Requests a state that exists already. */
async function expectUnchanged(
  t: TestContext,
  person: Person,
  operation: keyof typeof repetitions,
  parameters: Readonly<Record<string, number>>,
): Promise<OperationResponse> {
  const [aspect, rule] = repetitions[operation]
  const answer = await person.attempt(operation, parameters)
  t.expect(answer, aspect, rule).status([304])
  return answer
}

/** `confidential`: writing and reading the flag. */
export const confidentialIssues = story('confidential issues', { about: ['Issues'] }, async (t) => {
  const jane = await t.user()
  const { id } = await t.project({ members: [[jane, 'master']] })

  await t.chapter('by default', async () => {
    const made = await jane.call('createIssue', { id, title: 'Open to all' })
    t.expect(made, 'default:confidential', 'An issue is not confidential by default.').equal(
      made.body?.confidential,
      false,
    )
  })

  await t.chapter('written', async () => {
    const made = await jane.call('createIssue', { id, title: 'Secret', confidential: true })
    const address = { id, issue_id: made.body?.id ?? 0 }
    const shown = async () => (await jane.call('getIssue', address)).body?.confidential
    t.expect(made, 'read-back:confidential', 'The confidential that was sent is read back.').equal(
      [made.body?.confidential, await shown()],
      [true, true],
    )
    const changed = await jane.call('updateIssue', { ...address, confidential: false })
    t.expect(changed, 'read-back:confidential', 'confidential may be taken back.').equal(
      await shown(),
      false,
    )
  })
})

/** The visibility of confidential issues, and the permission to set the creation time. */
export const issuesOfOthers = story(
  'issues and those who are no members',
  { about: ['Issues', 'Notes'] },
  async (t) => {
    const [owner, jane, stranger] = await Promise.all([t.user(), t.user(), t.user()])
    if (!t.instance.allowedLevels.includes(20)) {
      const reason = 'this server has no public projects'
      return t.notTested('getIssue', 'permission:confidential', reason)
    }
    const group = await t.group({ visibility: 'public', members: [[owner, 'owner']] })
    const { id } = await t.project({ group, visibility: 'public', members: [[jane, 'developer']] })
    const made = await owner.call('createIssue', { id, title: 'Secret', confidential: true })
    const address = { id, issue_id: made.body?.id ?? 0 }
    const { body: note } = await owner.call('createIssueNote', { ...address, body: 'Hush' })

    await t.chapter('a confidential issue', async () => {
      const rule = 'A confidential issue and its comments are not shown to who is no member.'
      const aspect = 'permission:confidential'
      const reads = ['getIssue', 'listIssueNotes', 'getIssueNote'] as const
      for (const operation of reads) {
        const asked = { ...address, ...(operation === 'getIssueNote' ? { note_id: note?.id } : {}) }
        await t.refused(stranger, operation, asked, [403, 404], aspect, rule)
      }
      for (const [operation, place] of [
        ['listIssuesOfProject', id],
        ['listIssuesOfGroup', group.id],
      ] as const) {
        const list = await stranger.call(operation, { id: place, per_page: 100 })
        t.expect(list, aspect, rule).excludes(
          list.body?.map((one) => one.id),
          [address.issue_id],
        )
      }
    })

    await t.chapter('their own issues', async () => {
      const made = await stranger.attempt('createIssue', { id, title: 'From outside' })
      if (made.status >= 300) {
        const reason = 'whether those write issues who are no members is not stated'
        return t.leftOpen('listOwnIssues', 'content', reason)
      }
      const listed = await stranger.call('listOwnIssues', { per_page: 100 })
      const rule = 'The issues that the caller created are listed, also where they are no member.'
      t.expect(listed, 'content', rule).includes(
        listed.body?.map((one) => one.id),
        [at(made.body, 'id')],
      )
    })

    await t.chapter('created_at', async () => {
      const created_at = '2011-01-01T00:00:00Z'
      const answer = await jane.attempt('createIssue', { id, title: 'Older', created_at })
      const rule = 'Administrators and owners alone say when an issue was made.'
      const time = Date.parse(String(at(answer.body, 'created_at')))
      t.expect(answer, 'permission:created_at', rule).holds(
        answer.status >= 300 || time !== Date.parse(created_at),
        'a refusal, or the time of the call',
        at(answer.body, 'created_at'),
      )
    })

    await t.chapter('updated_at', async () => {
      const { body: own } = await jane.call('createIssue', { id, title: 'Hers' })
      const updated_at = '2012-02-02T00:00:00Z'
      const sent = { id, issue_id: own?.id, title: 'Hers still', updated_at }
      const answer = await jane.attempt('updateIssue', sent)
      const shown = await jane.call('getIssue', { id, issue_id: own?.id ?? 0 })
      const rule = 'Administrators and owners alone say when an issue was changed.'
      const times = [at(answer.body, 'updated_at'), shown.body?.updated_at]
      t.expect(answer, 'permission:updated_at', rule).holds(
        times.every((time) => Date.parse(String(time)) !== Date.parse(updated_at)),
        'a refusal, or the time of the call',
        times,
      )
    })
  },
)

/** `merge_request_for_resolving_discussions`: an issue that continues the discussions of a merge request. */
export const followUpIssues = story(
  'an issue for the discussions of a merge request',
  { about: ['Issues'] },
  async (t) => {
    const jane = await t.user()
    const { id } = await t.project({ members: [[jane, 'master']] })
    const { merge_request_id } = await propose(t, jane, id)
    const { body: request } = await jane.call('getMergeRequest', { id, merge_request_id })
    const merge_request_for_resolving_discussions = request?.iid ?? 0

    const made = await jane.call('createIssue', {
      id,
      title: 'To be continued',
      merge_request_for_resolving_discussions,
    })
    t.expect(
      made,
      'read-back:merge_request_for_resolving_discussions',
      'The number of a merge request fills a default description, and a given title takes precedence.',
    ).holds(
      (made.body?.description ?? '') !== '' && made.body?.title === 'To be continued',
      'a description of its own, and the given title',
      made.body,
    )
    const given = await jane.call('createIssue', {
      id,
      title: 'In other words',
      description: 'These words',
      merge_request_for_resolving_discussions,
    })
    t.expect(
      given,
      'read-back:merge_request_for_resolving_discussions',
      'A given description takes precedence over the default one.',
    ).equal(given.body?.description, 'These words')
  },
)

/** `moveIssue`: moving an issue to another project. */
export const issueMove = story('moving an issue', { about: ['Issues'] }, async (t) => {
  const [jane, eve] = await Promise.all([t.user(), t.user()])
  const group = await t.group({ visibility: 'private', members: [[jane, 'owner']] })
  const [from, to] = await Promise.all([
    t.project({ group, members: [[eve, 'developer']] }),
    t.project({ group }),
  ])
  const { body: issue } = await jane.call('createIssue', {
    id: from.id,
    title: 'Misplaced',
    description: 'It belongs elsewhere.',
    labels: 'roof,tiles',
  })
  const address = { id: from.id, issue_id: issue?.id ?? 0 }
  // Labels with the same names in the target project.
  await jane.call('createIssue', { id: to.id, title: 'Neighbour', labels: 'roof,tiles' })

  await t.chapter('where it cannot go', async () => {
    const same = await t.refused(
      jane,
      'moveIssue',
      { ...address, to_project_id: from.id },
      [400],
      'refused:same-project',
      'An issue is not moved into the project that it is in: 400.',
    )
    t.expect(same, 'error-message', EXPLAINS_ITSELF).holds(
      hasMessage(same.body),
      'a text',
      same.body,
    )
    await t.refused(
      eve,
      'moveIssue',
      { ...address, to_project_id: to.id },
      [400, 404],
      'permission:target',
      'An issue is not moved where the caller has no permission.',
    )
  })

  await t.chapter('moving', async () => {
    const moved = await jane.call('moveIssue', { ...address, to_project_id: to.id })
    const { body } = await jane.call('getIssue', { id: to.id, issue_id: moved.body?.id ?? 0 })
    t.expect(moved, 'read-back:to_project_id', 'The issue exists in the target project.').equal(
      [body?.project_id, body?.title, body?.state],
      [to.id, 'Misplaced', 'opened'],
    )
    t.expect(
      moved,
      'consequence:labels',
      'Each label of the same name in the target project is assigned to it.',
    ).sameMembers(body?.labels, ['roof', 'tiles'])
    const listed = await jane.call('listIssuesOfProject', { id: to.id, per_page: 100 })
    t.expect(moved, 'transition:move', 'The moved issue is listed in the target project.').includes(
      listed.body?.map((one) => one.id),
      [moved.body?.id],
    )
    const numbers = listed.body?.map(({ iid }) => iid) ?? []
    const rule = 'No two issues of a project have one iid.'
    t.expect(moved, 'transition:move', rule).equal(numbers.length, new Set(numbers).size)
    for (const { id } of [from, to]) await checkOpenIssues(t, jane, id)
  })

  await t.chapter('a confidential one', async () => {
    const sent = { id: from.id, title: 'Hush', confidential: true }
    const { body: secret } = await jane.call('createIssue', sent)
    const path = { id: from.id, issue_id: secret?.id ?? 0 }
    const moved = await jane.call('moveIssue', { ...path, to_project_id: to.id })
    const shown = await jane.call('getIssue', { id: to.id, issue_id: moved.body?.id ?? 0 })
    const rule = 'A confidential issue is confidential where it was moved to.'
    t.expect(moved, 'permission:confidential', rule).equal(shown.body?.confidential, true)
  })
})

/** Whether the old issue is open or gone is not specified: the project counts what its list has. */
async function checkOpenIssues(t: TestContext, jane: Person, id: number): Promise<void> {
  const { body: open } = await jane.call('listIssuesOfProject', {
    id,
    state: 'opened',
    per_page: 100,
  })
  const project = await t.eventually(
    () => jane.call('getProject', { id }),
    ({ body }) => body?.open_issues_count === open?.length,
  )
  const rule = 'open_issues_count is how many issues are open.'
  t.expect(project, 'shows:open_issues_count', rule).equal(
    project.body?.open_issues_count,
    open?.length,
  )
}
