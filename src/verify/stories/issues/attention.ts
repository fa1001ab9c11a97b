import { story } from '../../story/story.ts'

/** Subscriptions and todos: answered with 304 where they are there already. */
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
    const subscribed = async () => (await bob.call('getIssue', address)).body?.subscribed

    await t.chapter('subscribing to an issue', async () => {
      const none = await bob.attempt('unsubscribeFromIssue', address)
      t.expect(
        none,
        'transition:unsubscribe',
        'Who is not subscribed is answered with 304.',
      ).status([304])
      const first = await bob.call('subscribeToIssue', address)
      t.expect(first, 'transition:subscribe', 'Subscribing makes the caller subscribed.').equal(
        [first.body?.subscribed, await subscribed()],
        [true, true],
      )
      const again = await bob.attempt('subscribeToIssue', address)
      t.expect(
        again,
        'transition:subscribe',
        'Who is subscribed already is answered with 304.',
      ).status([304])
      t.expect(again, 'body', 'A 304 has no body.').equal(again.text, '')
    })

    await t.chapter('unsubscribing from an issue', async () => {
      const off = await bob.call('unsubscribeFromIssue', address)
      t.expect(off, 'removes', 'Unsubscribing ends the subscription.').equal(
        [off.body?.subscribed, await subscribed()],
        [false, false],
      )
      const again = await bob.attempt('unsubscribeFromIssue', address)
      t.expect(
        again,
        'transition:unsubscribe',
        'Who is not subscribed is answered with 304.',
      ).status([304])
    })

    await t.chapter('a todo', async () => {
      const first = await bob.attempt('createTodoOfIssue', address)
      t.expect(first, 'status', 'A todo is created for the caller: 201.').status([201])
      const again = await bob.attempt('createTodoOfIssue', address)
      t.expect(again, 'transition:todo', 'Where a todo exists already the answer is 304.').status([
        304,
      ])
    })

    await t.chapter('subscribing to a merge request', async () => {
      await jane.call('createBranch', { id, branch_name: 'feature', ref: 'master' })
      await jane.call('createFile', {
        id,
        file_path: 'new.txt',
        branch_name: 'feature',
        content: 'new\n',
        commit_message: 'New',
      })
      const { body } = await jane.call('createMergeRequest', {
        id,
        source_branch: 'feature',
        target_branch: 'master',
        title: 'New',
      })
      const request = { id, merge_request_id: body?.id ?? 0 }
      const first = await bob.call('subscribeToMergeRequest', request)
      const read = await bob.call('getMergeRequest', request)
      t.expect(first, 'transition:subscribe', 'Subscribing makes the caller subscribed.').equal(
        [first.body?.subscribed, read.body?.subscribed],
        [true, true],
      )
      const again = await bob.attempt('subscribeToMergeRequest', request)
      t.expect(
        again,
        'transition:subscribe',
        'Who is subscribed already is answered with 304.',
      ).status([304])
    })
  },
)
