import type { OperationId } from '../../contract/operation-contract.ts'
import type { OperationResponse } from '../client/answer.ts'
import { aspectsOf } from '../contract/aspects.ts'
import { type Operation, pathParameters } from '../contract/operation.ts'
import { resourcesOf } from '../contract/resources.ts'
import { idOf } from '../fixture/values.ts'
import { at, itemWith } from '../story/bodies.ts'
import type { Caller } from '../story/caller.ts'
import { type Story, story } from '../story/story.ts'
import type { Person, TestContext } from '../story/test-context.ts'
import { expectKept } from './frame/frame.ts'
import { takeSnapshot } from './frame/snapshot.ts'
import { type MakePlace, onePlace, type Target, targets } from './frame/targets.ts'
import { listed, lookup, type Reader } from './shown-by.ts'

/**
 * Every deletion, twice: the record is gone, and neighbouring records are unchanged, also after the second deletion. A
 * caller without access cannot tell whether the record existed.
 */
export const deletions: readonly Story[] = resourcesOf('v3').map((resource) =>
  story(`deletions: ${resource}`, { about: [resource] }, async (t) => {
    const place = onePlace(t)
    for (const operation of t.operations(resource)) {
      const make = doomed[operation.id]
      if (!make) continue
      await t.chapter(operation.id, async () => checkDeletion(t, operation, await make(t, place)))
    }
  }),
)

/** The record to be deleted, by default by the administrator. */
interface Doomed extends Pick<Target, 'path' | 'record' | 'others'> {
  /** The owner or the author, where a server may let nobody else delete it. */
  readonly caller?: Caller
  /** An earlier record, which nobody else deletes, and the administrator only as its owner. */
  readonly earlier?: Pick<Target, 'path' | 'record'> & { readonly owner: Person }
  /** The parameters of another user, below whom it is not. */
  readonly elsewhere?: Target['path']
  /** Whether the specification says that the answer has the record only while there is one. */
  readonly isAnsweredOnce?: true
  /** Whether the specification has a 404 for what is gone already, instead of a 200. */
  readonly isUnknownAgain?: true
  /** Further records that are deleted with it, beside all those below its path. */
  readonly within?: readonly Reader[]
  /** Creations of what nobody may have twice, which was deleted with it. */
  readonly freed?: readonly Creation[]
}

interface Creation {
  readonly caller: Caller
  readonly operation: OperationId
  readonly parameters: Readonly<Record<string, unknown>>
  /** Reads what was created, and what it has to show: nothing of what was deleted. */
  readonly shows?: readonly [record: Reader, fields: Readonly<Record<string, unknown>>]
}

/** Uses the target of a change (`frame/targets.ts`) for a deletion. */
const changed =
  (id: OperationId) =>
  async (t: TestContext, place: MakePlace): Promise<Doomed> => {
    const { path, record, others } = await targetOf(t, id, place)
    return { path, record, others }
  }

/** Uses the target of a change for a deletion by whoever changes it. */
const changedBySame =
  (id: OperationId) =>
  async (t: TestContext, place: MakePlace): Promise<Doomed> => {
    const { caller, path, record, others } = await targetOf(t, id, place)
    return { caller, path, record, others }
  }

async function targetOf(t: TestContext, id: OperationId, place: MakePlace): Promise<Target> {
  const make = targets[id]
  if (!make) throw new Error(`no target is made for ${id}`)
  return make(t, t.operation(id), place)
}

/** The records to be deleted, with their neighbours. */
const doomed: Partial<Record<OperationId, (t: TestContext, place: MakePlace) => Promise<Doomed>>> =
  {
    deleteUser: user,
    deleteGroup: group,
    deleteIssue: changed('updateIssue'),
    deleteMergeRequest: changed('updateMergeRequest'),
    deleteSnippet: changed('updateSnippet'),
    deleteIssueNote: changedBySame('updateIssueNote'),
    deleteMergeRequestNote: changedBySame('updateMergeRequestNote'),
    deleteSnippetNote: changedBySame('updateSnippetNote'),
    deleteTag: changed('updateRelease'),
    deleteBranch: changed('protectBranch'),
    deleteFile: changed('updateFile'),
    removeGroupMember: (t, place) => member(t, place, 'Group'),
    removeProjectMember: (t, place) => member(t, place, 'Project'),
    deleteSshKeyOfUser: (t) => sshKeys(t),
    deleteEmailOfUser: (t) => emails(t),
    deleteOwnSshKey: (t) => sshKeys(t, 'own'),
    deleteOwnEmail: (t) => emails(t, 'own'),
  }

/** A member, who can come back with another level. */
async function member(
  t: TestContext,
  place: MakePlace,
  kind: 'Group' | 'Project',
): Promise<Doomed> {
  const doomed = await changed(`update${kind}Member`)(t, place)
  const { access_level: _, ...path } = doomed.path
  const fields = { access_level: 10 }
  const parameters = { ...path, ...fields }
  return {
    ...doomed,
    freed: [
      {
        caller: t.admin,
        operation: `add${kind}Member`,
        parameters,
        shows: [doomed.record, fields],
      },
    ],
  }
}

/** A user with a key and an e-mail address. */
async function user(t: TestContext): Promise<Doomed> {
  const [one, other] = await Promise.all([t.user(), t.user()])
  const [key, email] = [
    { title: 'One', key: t.instance.sshKeys.next() },
    { email: t.email('mail') },
  ]
  const { body } = await one.call('createOwnSshKey', key)
  await one.call('createOwnEmail', email)
  const shown = ({ id }: Person) => lookup(t.admin, 'getUser', { id })
  return {
    path: { id: one.id },
    isAnsweredOnce: true,
    record: shown(one),
    others: [shown(other)],
    within: [lookup(t.admin, 'getSshKeyWithUser', { id: idOf(body, 'createOwnSshKey') })],
    freed: [
      { caller: other, operation: 'createOwnSshKey', parameters: key },
      { caller: other, operation: 'createOwnEmail', parameters: email },
    ],
  }
}

/** A group with a project. */
async function group(t: TestContext): Promise<Doomed> {
  const [one, other] = await Promise.all([t.group(), t.group()])
  const jane = await t.user()
  const { id } = await t.project({ group: one, members: [[jane, 'developer']] })
  const { body } = await jane.call('createIssue', { id, title: 'Gone with the group' })
  const shown = (id: number) => lookup(t.admin, 'getGroup', { id })
  return {
    path: { id: one.id },
    record: shown(one.id),
    others: [shown(other.id)],
    within: [
      lookup(t.admin, 'getProject', { id }),
      listed(jane, 'listOwnIssues', {}, body?.id),
      listed(jane, 'listProjects', {}, id),
    ],
  }
}

async function sshKeys(t: TestContext, whose?: 'own'): Promise<Doomed> {
  const jane = await t.user()
  const key = t.instance.sshKeys.next()
  const create = async (title: string, of = t.instance.sshKeys.next()) =>
    idOf((await jane.call('createOwnSshKey', { title, key: of })).body, 'createOwnSshKey')
  const before = await create('Before')
  const [one, beside] = [await create('One', key), await create('Beside')]
  const shown = (key_id: number) => lookup(jane, 'getOwnSshKey', { key_id })
  const earlier = { owner: jane, path: { key_id: before }, record: shown(before) }
  return {
    ...(whose
      ? { caller: jane, path: { key_id: one }, earlier }
      : {
          path: { id: jane.id, key_id: one },
          elsewhere: { id: (await t.shared(createStranger)).id },
          isUnknownAgain: true,
        }),
    record: shown(one),
    others: [shown(before), shown(beside), lookup(t.admin, 'getUser', { id: jane.id })],
    freed: [
      {
        caller: t.admin,
        operation: 'createSshKeyOfUser',
        parameters: { id: jane.id, title: 'Again', key },
      },
    ],
  }
}

async function emails(t: TestContext, whose?: 'own'): Promise<Doomed> {
  const jane = await t.user()
  const address = t.email('mail')
  const create = async (email = t.email('mail')) => {
    const { body } = await jane.call('createOwnEmail', { email })
    return idOf(body, 'createOwnEmail')
  }
  const before = await create()
  const [one, beside] = [await create(address), await create()]
  const shown = (email_id: number) => lookup(jane, 'getOwnEmail', { email_id })
  const earlier = { owner: jane, path: { email_id: before }, record: shown(before) }
  return {
    ...(whose
      ? { caller: jane, path: { email_id: one }, earlier }
      : {
          path: { id: jane.id, email_id: one },
          elsewhere: { id: (await t.shared(createStranger)).id },
          isUnknownAgain: true,
        }),
    record: shown(one),
    others: [
      shown(before),
      shown(beside),
      lookup(jane, 'listOwnEmails', {}, itemWith('id', beside)),
      lookup(t.admin, 'getUser', { id: jane.id }),
    ],
    freed: [
      {
        caller: t.admin,
        operation: 'createEmailOfUser',
        parameters: { id: jane.id, email: address },
      },
    ],
  }
}

async function checkDeletion(
  t: TestContext,
  operation: Operation,
  { path, record, others, elsewhere, within = [], freed = [], ...own }: Doomed,
): Promise<void> {
  const { caller = t.admin } = own
  const before = await Promise.all(others.map((reader) => takeSnapshot(t, reader)))
  const below = await readable([...within, ...readsBelow(t, operation, record.caller, path)])
  if (elsewhere) {
    const rule = 'A record is deleted below its own user alone.'
    const astray = { ...path, ...elsewhere }
    await t.refused(caller, operation.id, astray, [404], 'belongs', rule)
  }
  const answer = await caller.perform(operation.id, path)
  const gone = await t.eventually(
    () => record.caller.attempt(record.operation, record.parameters),
    ({ status }) => status === 404,
  )
  const exchanges = [answer.exchange, gone.exchange]
  t.expect({ operation: operation.id, exchanges }, 'removes').equal(gone.status, 404)
  for (const reader of below) await expectGone(t, operation, reader)
  const again = await caller.attempt(operation.id, path)
  if (aspectsOf(operation).some(({ name }) => name === 'idempotent')) {
    t.expect(again, 'idempotent').status([200], 'already_removed')
  }
  if (own.isAnsweredOnce) {
    const rule = 'What is deleted is answered only where it was there.'
    const isAnswered = at(again.body, 'id') === path.id
    t.expect(again, 'removed-again', rule).holds(!isAnswered, 'no record', again.body)
  }
  if (own.isUnknownAgain) {
    t.expect(again, 'removed-again', 'What the user no longer has is not found.').status([404])
  }
  for (const [index, reader] of others.entries()) {
    const [was, after] = [before[index], await takeSnapshot(t, reader)]
    const steps = { before: was ?? after, after, write: again }
    expectKept(t, operation.id, 'keeps:the-others', steps, [])
  }
  for (const creation of freed) await expectFree(t, operation, creation)
  await checkStranger(t, operation, path)
  if (own.earlier) await checkOwner(t, operation, own.earlier)
}

/** Returns all reads whose path extends that of the deletion and has no further parameter. */
function readsBelow(
  t: TestContext,
  { path: base }: Operation,
  caller: Caller,
  parameters: Doomed['path'],
): readonly Reader[] {
  const isBelow = ({ method, path, hasEffect }: Operation) =>
    method === 'GET' && !hasEffect && path.startsWith(`${base}/`)
  return resourcesOf('v3')
    .flatMap((resource) => t.operations(resource))
    .filter((one) => isBelow(one) && !one.path.slice(base.length).includes('{'))
    .map(({ id }) => lookup(caller, id, parameters))
}

const read = ({ caller, operation, parameters }: Reader) => caller.attempt(operation, parameters)

async function readable(readers: readonly Reader[]): Promise<readonly Reader[]> {
  const answers = await Promise.all(readers.map(read))
  return readers.filter((reader, index) => {
    const answer = answers[index]
    return answer !== undefined && isShown(reader, answer)
  })
}

/** Whether an answer shows the record: a list may be there without it. */
const isShown = ({ find }: Reader, { status, body }: OperationResponse) =>
  status === 200 && (find === undefined || find(body) !== undefined)

async function expectGone(t: TestContext, { id }: Operation, reader: Reader): Promise<void> {
  const isGone = (answer: OperationResponse) =>
    !isShown(reader, answer) && answer.status === (reader.find ? 200 : 404)
  const answer = await t.eventually(() => read(reader), isGone)
  const rule = 'What belongs to a record is gone with it.'
  const subject = { operation: id, exchanges: [answer.exchange] }
  const expected = reader.find ? 'a list without it' : '404'
  t.expect(subject, 'removes', rule).holds(isGone(answer), expected, answer.status)
}

/** What nobody may have twice can be had again. */
async function expectFree(
  t: TestContext,
  { id }: Operation,
  { caller, operation, parameters, shows }: Creation,
): Promise<void> {
  const answer = await t.eventually(
    () => caller.attempt(operation, parameters),
    ({ status }) => status < 300,
  )
  const rule = 'What was deleted keeps nothing taken: the same can be made again.'
  const subject = { operation: id, exchanges: [answer.exchange] }
  t.expect(subject, 'removes', rule).holds(answer.status < 300, 'a success', answer.status)
  if (!shows) return
  const [record, fields] = shows
  const shown = await read(record)
  const again = { operation, exchanges: [answer.exchange, shown.exchange] }
  for (const [name, value] of Object.entries(fields)) {
    const sent = 'What is made again is as it was sent this time.'
    t.expect(again, `read-back:${name}`, sent).equal(at(shown.body, name), value)
  }
}

/** Creates a user once per run who is no member of anything. */
const createStranger = (t: TestContext) => t.user()

/** Checks that only the owner can delete a personal record; an administrator uses sudo. */
async function checkOwner(
  t: TestContext,
  { id }: Operation,
  { owner, path, record }: NonNullable<Doomed['earlier']>,
): Promise<void> {
  const statusAfter = async (answer: OperationResponse) => {
    const shown = await read(record)
    return { subject: { operation: id, exchanges: [answer.exchange, shown.exchange] }, shown }
  }
  const stranger = await t.shared(createStranger)
  const kept = await statusAfter(await stranger.attempt(id, path))
  const rule = 'What is somebody’s own is deleted by nobody else.'
  t.expect(kept.subject, 'permission:own', rule).equal(kept.shown.status, 200)
  const options = { sudo: owner.id, sudoIn: 'query' } as const
  const gone = await statusAfter(await t.admin.attempt(id, path, options))
  const by = 'With sudo in the query what is deleted is the user’s own.'
  t.expect(gone.subject, 'sudo:query', by).equal(gone.shown.status, 404)
}

/** Checks that a repeated deletion succeeds only for callers with permission. */
async function checkStranger(t: TestContext, operation: Operation, path: Doomed['path']) {
  const isOfProject = pathParameters(operation).some(({ record }) => record === 'project')
  if (!isOfProject && operation.access !== 'admin') return
  const stranger = await t.shared(createStranger)
  const rule = 'Deleting what is gone is refused to those who may not delete there.'
  await t.refused(stranger, operation.id, path, [403, 404], 'permission:idempotent', rule)
  await t.refused(t.anonymous, operation.id, path, [401], 'permission:idempotent', rule)
}
