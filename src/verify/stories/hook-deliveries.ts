import type { OperationResponse, Subject } from '../client/answer.ts'
import type { HookReceiver } from '../hook-receiver.ts'
import type { Caller } from '../story/caller.ts'
import { story } from '../story/story.ts'
import type { Project, TestContext } from '../story/test-context.ts'

const about = { about: ['System hooks'], needsInstance: true } as const

/** The address of a hook, and its deliveries. */
interface Delivered {
  readonly address: string
  readonly id: number
  received(): readonly string[]
}

/**
 * System hooks fire for pushes and for tag pushes according to their flags. Payloads are not specified. Missing
 * deliveries are judged only by the names of this run, since a system hook receives everybody's pushes.
 */
export const hookDeliveries = story('deliveries of system hooks', about, async (t) => {
  const receiver = t.instance.hookReceiver
  if (!receiver)
    return notTested(t, 'the server is not on this machine, and no --hook-url was given')
  const jane = await t.user()
  const project = await t.project({ members: [[jane, 'master']] })
  const flags = { push_events: true, tag_push_events: true }

  await t.chapter('reaching this machine', async () => {
    const hook = await createHook(t, receiver, flags)
    const tested = await t.admin.call('testSystemHook', { id: hook.id })
    const came = await t.eventually(async () => hook.received(), isNotEmpty)
    if (!isNotEmpty(came)) return notTested(t, `no test of a hook came to ${receiver.url}`)
    t.expect(tested, 'consequence:delivery', 'A test is delivered to the hook.').holds(
      true,
      'a delivery',
      'none',
    )
    await checkFlags(t, receiver, { jane, project })
    await checkRemoval(t, receiver, { jane, project })
  })
})

interface Place {
  readonly jane: Caller
  readonly project: Project
}

async function checkFlags(t: TestContext, receiver: HookReceiver, { jane, project }: Place) {
  const ofPushes = await createHook(t, receiver, { push_events: true, tag_push_events: false })
  const ofTags = await createHook(t, receiver, { push_events: false, tag_push_events: true })
  const { id } = project
  const [file, tag] = [t.name('file'), t.name('tag')]
  const pushed = await jane.call('createFile', {
    ...{ id, file_path: `${file}.md`, branch_name: 'master', content: file },
    commit_message: `Add ${file}`,
  })
  const pushes = await t.eventually(async () => ofPushes.received(), isNotEmpty)
  const fires = 'System hooks fire for a push where push_events is true.'
  t.expect(firing(pushed), 'consequence:delivery', fires).holds(
    isNotEmpty(pushes),
    'a delivery',
    'none',
  )
  const tagged = await jane.call('createTag', { id, tag_name: tag, ref: 'master' })
  const tags = await t.eventually(async () => ofTags.received(), isNotEmpty)
  const firesOfTags = 'System hooks fire for a push of a tag where tag_push_events is true.'
  t.expect(firing(tagged), 'consequence:delivery', firesOfTags).holds(
    isNotEmpty(tags),
    'a delivery',
    'none',
  )
  const unasked = 'A system hook does not fire for what its flag leaves out:'
  t.expect(firing(pushed), 'consequence:delivery', `${unasked} a push.`).holds(
    // The delivery for the tag may show the commit that it points to.
    !ofTags.received().some((body) => body.includes(file) && !body.includes(tag)),
    'no delivery',
    'one',
  )
  t.expect(firing(tagged), 'consequence:delivery', `${unasked} a push of a tag.`).holds(
    !ofPushes.received().some((body) => body.includes(`refs/tags/${tag}`)),
    'no delivery',
    'one',
  )
}

async function checkRemoval(t: TestContext, receiver: HookReceiver, { jane, project }: Place) {
  const flags = { push_events: true, tag_push_events: true }
  const removed = await createHook(t, receiver, flags)
  const other = await createHook(t, receiver, flags)
  const gone = await t.admin.call('deleteSystemHook', { id: removed.id })
  const file = t.name('file')
  await jane.call('createFile', {
    ...{ id: project.id, file_path: `${file}.md`, branch_name: 'master', content: file },
    commit_message: `Add ${file}`,
  })
  await t.eventually(async () => other.received(), isNotEmpty)
  t.expect(gone, 'consequence:delivery', 'Nothing is delivered to a hook that was removed.').holds(
    !removed.received().some((body) => body.includes(file)),
    'no delivery',
    'one',
  )
}

async function createHook(
  t: TestContext,
  receiver: HookReceiver,
  flags: { readonly push_events: boolean; readonly tag_push_events: boolean },
): Promise<Delivered> {
  const address = `${receiver.url.replace(/\/$/, '')}/${t.name('hook')}`
  const { body } = await t.admin.call('createSystemHook', { url: address, ...flags })
  const id = [body].flat()[0]?.id ?? 0
  return { address, id, received: () => receiver.received(address) }
}

/** The effect of a push on a hook is judged for the hook, whatever operation pushed. */
const firing = ({ exchange }: OperationResponse): Subject => ({
  operation: 'createSystemHook',
  exchange,
})

const isNotEmpty = (bodies: readonly string[]) => bodies.length > 0

function notTested(t: TestContext, reason: string): void {
  t.notTested('createSystemHook', 'consequence:delivery', reason)
}
