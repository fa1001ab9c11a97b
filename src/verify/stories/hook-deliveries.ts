import type { OperationResponse, Subject } from '../client/answer.ts'
import { wait } from '../client/pace.ts'
import { type HookReceiver, projectsIn } from '../hook-receiver.ts'
import type { Caller } from '../story/caller.ts'
import { story } from '../story/story.ts'
import type { Project, TestContext } from '../story/test-context.ts'

const about = { about: ['System hooks'], needsInstance: true } as const

interface Flags {
  readonly push_events: boolean
  readonly tag_push_events: boolean
}

/** Flags of later releases, which no operation of v3 sets. */
interface OtherFlags {
  readonly note_events?: boolean | undefined
  readonly issues_events?: boolean | undefined
  readonly merge_requests_events?: boolean | undefined
}

/** A hook, and its deliveries. */
interface Hook {
  readonly id: number
  /** Returns all deliveries. */
  received(): readonly string[]
  /** Returns the number of deliveries about the project or a commit of it: others use the server as well. */
  count(): number
}

interface Place {
  readonly jane: Caller
  readonly project: Project
  /** The ids of the commits that the story made. */
  readonly commits: string[]
  /** The longest time that a delivery took so far, in milliseconds. */
  slowest: number
  /** Whether deliveries name the project; undefined before the first. */
  areNamed?: boolean
  /** A hook for each value of the flags, and one that was removed. */
  readonly ofPushes: Hook
  readonly ofTags: Hook
  readonly ofBoth: Hook
  readonly ofNothing: Hook
  readonly removed: Hook
  readonly removal: OperationResponse<OtherFlags | null>
}

/**
 * System hooks fire for pushes and for tag pushes according to their flags, whichever operation pushes, and for nothing
 * else. Payloads are not specified, and others push as well: what must not come is judged by deliveries that name the
 * project of the run or a commit of it.
 */
export const hookDeliveries = story('deliveries of system hooks', about, async (t) => {
  const receiver = t.instance.hookReceiver
  if (!receiver)
    return notTested(t, 'the server is not on this machine, and no --hook-url was given')
  const jane = await t.user()
  const project = await t.project({ members: [[jane, 'master']] })
  const commits: string[] = []
  const isOwn = (delivery: string) =>
    [project.path, ...commits].some((one) => delivery.includes(one)) ||
    projectsIn(delivery).includes(project.id)
  const create = (flags: Flags) => createHook(t, receiver, isOwn, flags)

  await t.chapter('reaching this machine', async () => {
    const ofBoth = await create({ push_events: true, tag_push_events: true })
    const started = performance.now()
    const tested = await t.admin.call('testSystemHook', { id: ofBoth.id })
    const came = await t.eventually(async () => ofBoth.received(), isNotEmpty)
    if (!isNotEmpty(came)) return notTested(t, `no test of a hook came to ${receiver.url}`)
    t.expect(tested, 'consequence:delivery', 'A test is delivered to the hook.').holds(
      true,
      'a delivery',
      'none',
    )
    const removed = await create({ push_events: true, tag_push_events: true })
    const place: Place = {
      ...{ jane, project, commits, ofBoth, removed, slowest: performance.now() - started },
      ofPushes: await create({ push_events: true, tag_push_events: false }),
      ofTags: await create({ push_events: false, tag_push_events: true }),
      ofNothing: await create({ push_events: false, tag_push_events: false }),
      removal: await t.admin.call('deleteSystemHook', { id: removed.id }),
    }
    await checkPushes(t, place)
    await checkTags(t, place)
    await checkQuietWrites(t, place)
    const rule = 'Nothing is delivered to a hook that was removed.'
    expectNone(t, place.removal, rule, removed.count())
  })
})

const MIN_DELAY = 100
const MAX_DELAY = 2000
const TIMES_THE_SLOWEST = 3

/** The time in which a delivery would come, in milliseconds. */
const delayOf = ({ slowest }: Place) =>
  Math.min(MAX_DELAY, Math.max(MIN_DELAY, TIMES_THE_SLOWEST * slowest))

/** Longer than any server needs for the deliveries of a few pushes, in milliseconds. */
const MAX_SETTLING = 30_000

/** Waits until no delivery of an earlier push comes any more: those of others may be sent before them. */
async function settle(place: Place): Promise<void> {
  const end = performance.now() + MAX_SETTLING
  let latest = -1
  while (countOf(place) !== latest && performance.now() < end) {
    latest = countOf(place)
    await wait(delayOf(place))
  }
}

/** The number of deliveries about the project to all hooks that are there. */
const countOf = ({ ofPushes, ofTags, ofBoth, ofNothing }: Place) =>
  [ofPushes, ofTags, ofBoth, ofNothing].reduce((sum, hook) => sum + hook.count(), 0)

const branches = ['topic', 'once', 'twice'] as const

/** Each operation that pushes to a branch: hooks of pushes receive it, and no others. */
async function checkPushes(t: TestContext, place: Place): Promise<void> {
  const { jane, ofPushes, ofTags, ofNothing } = place
  const { id } = place.project
  const file = { id, branch_name: 'master', file_path: 'new.md' }
  let isDelivered = true
  const deliver = async <Body>(push: () => Promise<OperationResponse<Body>>) => {
    const [before, named] = [ofPushes.received().length, ofPushes.count()]
    const pushed = await push()
    // The others would be missed for the same reason.
    if (!isDelivered) return pushed
    const started = performance.now()
    const isNews = () => ofPushes.received().length > before
    const isOwn = () => ofPushes.count() > named
    await t.eventually(async () => (place.areNamed === false ? isNews() : isOwn()), isTrue)
    isDelivered = isNews()
    if (isOwn()) place.slowest = Math.max(place.slowest, performance.now() - started)
    place.areNamed ??= isOwn()
    const rule = 'System hooks fire for a push where push_events is true.'
    const subject = firing(pushed)
    t.expect(subject, 'consequence:delivery', rule).holds(isDelivered, 'a delivery', 'none')
    return pushed
  }
  await deliver(() => jane.call('createFile', { ...file, content: '1\n', commit_message: 'Add' }))
  await deliver(() => jane.call('updateFile', { ...file, content: '2\n', commit_message: 'Edit' }))
  await deliver(() => jane.call('deleteFile', { ...file, commit_message: 'Remove' }))
  for (const branch_name of branches)
    await jane.call('createBranch', { id, branch_name, ref: 'master' })
  for (const branch_name of branches) {
    const actions = [{ action: 'create' as const, file_path: `${branch_name}.md`, content: '1\n' }]
    const sent = { id, branch_name, actions, commit_message: `Begin ${branch_name}` }
    const { body } = await deliver(() => jane.call('createCommit', sent))
    if (body?.id) place.commits.push(body.id)
  }
  const { body } = await propose(place, branches[0])
  const request = { id, merge_request_id: body?.id ?? 0 }
  await t.eventually(
    () => jane.call('getMergeRequest', request),
    (one) => one.body?.merge_status === 'can_be_merged',
  )
  const merged = await deliver(() => jane.call('mergeMergeRequest', request))
  await wait(delayOf(place))
  const unasked = 'A system hook does not fire for what its flag leaves out: a push.'
  expectNone(t, firing(merged), unasked, ofTags.count() + ofNothing.count())
}

/** Hooks of tags receive a tag, and no others. */
async function checkTags(t: TestContext, place: Place): Promise<void> {
  const { ofPushes, ofTags, ofNothing } = place
  const before = ofTags.received().length
  const ofOthers = () => ofPushes.count() + ofNothing.count()
  const push = async (tag_name: string) => {
    await settle(place)
    const others = ofOthers()
    const tag = { id: place.project.id, tag_name, ref: 'master' }
    const tagged = await place.jane.call('createTag', tag)
    const after = await t.eventually(
      async () => ofTags.received().length,
      (count) => count > before,
    )
    await wait(delayOf(place))
    return { tagged, after, unasked: ofOthers() - others }
  }
  const { tagged, after, unasked } = await push('v1')
  const fires = 'System hooks fire for a push of a tag where tag_push_events is true.'
  t.expect(firing(tagged), 'consequence:delivery', fires).holds(
    after > before,
    'a delivery',
    'none',
  )
  // A delivery of an earlier push may have been late even so.
  const again = unasked > 0 ? await push('v2') : undefined
  const rule = 'A system hook does not fire for what its flag leaves out: a push of a tag.'
  expectNone(t, firing(again?.tagged ?? tagged), rule, again?.unasked ?? 0)
}

/** Writes that push nothing, and pushes that are refused: no hook receives any of them. */
async function checkQuietWrites(t: TestContext, place: Place): Promise<void> {
  const rule = 'System hooks fire for pushes alone.'
  await settle(place)
  const before = countOf(place)
  const [first] = await writeQuietly(place, branches[1], async () => {})
  await wait(delayOf(place))
  const isQuiet = countOf(place) === before
  if (isQuiet && first) return expectNone(t, firing(first), rule, 0)
  // A delivery of an earlier push may have been late, so all are written again, one by one.
  await settle(place)
  let latest = countOf(place)
  await writeQuietly(place, branches[2], async (write) => {
    await wait(delayOf(place))
    expectNone(t, firing(write), rule, countOf(place) - latest)
    latest = countOf(place)
  })
}

/** Makes each of the writes, and returns their responses. */
async function writeQuietly(
  place: Place,
  branch: (typeof branches)[number],
  afterEach: (write: OperationResponse) => Promise<void>,
): Promise<readonly OperationResponse[]> {
  const { jane, removal } = place
  const { id, path } = place.project
  // A delivery counts that names the project.
  const text = `${branch} of ${path}`
  const responses: OperationResponse[] = []
  const write = async <Body>(call: Promise<OperationResponse<Body>>) => {
    const response = await call
    responses.push(response)
    await afterEach(response)
    return response
  }
  const onMaster = { id, branch_name: 'master', commit_message: 'Refused' }
  const file = { ...onMaster, file_path: 'README.md', content: 'Refused\n' }
  await write(jane.attempt('createFile', file))
  const actions = [{ action: 'delete' as const, file_path: 'nowhere.md' }]
  await write(jane.attempt('createCommit', { ...onMaster, actions }))
  await write(jane.attempt('createTag', { id, tag_name: 'v1', ref: 'master' }))
  await write(jane.attempt('createBranch', { id, branch_name: branch, ref: 'nowhere' }))
  await write(jane.attempt('createRelease', { id, tag_name: 'v1', description: text }))
  await write(jane.call('protectBranch', { id, branch }))
  await write(jane.call('createCommitStatus', { id, sha: branch, state: 'success', name: branch }))
  await write(jane.call('createCommitComment', { id, sha: branch, note: text }))
  const flags = removal.body
  if (flags?.issues_events !== true) {
    const { body } = await write(jane.call('createIssue', { id, title: text }))
    const close = { id, issue_id: body?.id ?? 0, state_event: 'close' as const }
    await write(jane.call('updateIssue', close))
  }
  if (flags?.merge_requests_events === true) return responses
  const { body } = await write(propose(place, branch))
  const request = { id, merge_request_id: body?.id ?? 0 }
  if (flags?.note_events !== true)
    await write(jane.call('createMergeRequestNote', { ...request, body: text }))
  await write(jane.call('updateMergeRequest', { ...request, state_event: 'close' }))
  return responses
}

const propose = ({ jane, project: { id, path } }: Place, source_branch: string) =>
  jane.call('createMergeRequest', {
    ...{ id, source_branch, target_branch: 'master' },
    title: `Merge ${source_branch} of ${path}`,
  })

async function createHook(
  t: TestContext,
  receiver: HookReceiver,
  isOwn: (delivery: string) => boolean,
  flags: Flags,
): Promise<Hook> {
  const address = `${receiver.url.replace(/\/$/, '')}/${t.name('hook')}`
  const { body } = await t.admin.call('createSystemHook', { url: address, ...flags })
  const id = [body].flat()[0]?.id ?? 0
  const received = () => receiver.received(address)
  return { id, received, count: () => received().filter(isOwn).length }
}

/** The effect of a push on a hook is judged for the hook, whatever operation pushed. */
const firing = ({ exchange }: OperationResponse): Subject => ({
  operation: 'createSystemHook',
  exchange,
})

function expectNone(t: TestContext, subject: Subject, rule: string, count: number): void {
  t.expect(subject, 'consequence:delivery', rule).holds(count === 0, 'no delivery', `${count}`)
}

const isTrue = (value: boolean) => value
const isNotEmpty = (bodies: readonly string[]) => bodies.length > 0

function notTested(t: TestContext, reason: string): void {
  t.notTested('createSystemHook', 'consequence:delivery', reason)
}
