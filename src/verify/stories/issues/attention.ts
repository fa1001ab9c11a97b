import type { OperationResponse } from '../../story/operation-response.ts'
import { story } from '../../story/story.ts'
import type { Person, TestContext } from '../../story/test-context.ts'
import { addressOf, propose } from '../merge-requests/proposal.ts'

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
    const isSubscribed = async () => (await bob.call('getIssue', address)).body?.subscribed

    await t.chapter('subscribing to an issue', async () => {
      await expectUnchanged(t, bob, 'unsubscribeFromIssue', address)
      const first = await bob.call('subscribeToIssue', address)
      t.expect(first, 'transition:subscribe', 'Subscribing makes the caller subscribed.').equal(
        [first.body?.subscribed, await isSubscribed()],
        [true, true],
      )
      const again = await expectUnchanged(t, bob, 'subscribeToIssue', address)
      t.expect(again, 'body', 'A 304 has no body.').equal(again.text, '')
    })

    await t.chapter('unsubscribing from an issue', async () => {
      const off = await bob.call('unsubscribeFromIssue', address)
      t.expect(off, 'removes', 'Unsubscribing ends the subscription.').equal(
        [off.body?.subscribed, await isSubscribed()],
        [false, false],
      )
      await expectUnchanged(t, bob, 'unsubscribeFromIssue', address)
    })

    await t.chapter('a todo', async () => {
      const first = await bob.attempt('createTodoOfIssue', address)
      t.expect(first, 'status', 'A todo is created for the caller: 201.').status([201])
      await expectUnchanged(t, bob, 'createTodoOfIssue', address)
    })

    await t.chapter('subscribing to a merge request', async () => {
      const request = addressOf(await propose(t, jane, id))
      const first = await bob.call('subscribeToMergeRequest', request)
      const read = await bob.call('getMergeRequest', request)
      t.expect(first, 'transition:subscribe', 'Subscribing makes the caller subscribed.').equal(
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

/** The aspect and the rule of what is answered with 304. */
const repetitions = {
  subscribeToIssue: subscribed,
  subscribeToMergeRequest: subscribed,
  unsubscribeFromIssue: ['transition:unsubscribe', 'Who is not subscribed is answered with 304.'],
  createTodoOfIssue: ['transition:todo', 'Where a todo exists already the answer is 304.'],
} as const

/** Asks for what is so already. */
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
