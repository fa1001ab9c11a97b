import type { OperationId } from '../../contract/operation-contract.ts'
import { aspectsOf } from '../contract/aspects.ts'
import { type Operation, pathParameters } from '../contract/operation.ts'
import { resourcesOf } from '../contract/resources.ts'
import { idOf, sshKey } from '../fixture/values.ts'
import { itemWith } from '../story/bodies.ts'
import { type Story, story } from '../story/story.ts'
import type { TestContext } from '../story/test-context.ts'
import { expectKept } from './frame/frame.ts'
import { takeSnapshot } from './frame/snapshot.ts'
import { type Target, targets } from './frame/targets.ts'
import { lookup } from './shown-by.ts'

/**
 * Every deletion, twice: what it names is gone, what is beside it is as it was, also after the second one, and
 * somebody who may not see it does not learn that it was there.
 */
export const deletions: readonly Story[] = resourcesOf('v3').map((resource) =>
  story(`deletions: ${resource}`, { about: [resource] }, async (t) => {
    for (const operation of t.operations(resource)) {
      const make = doomed[operation.id]
      if (!make) continue
      await t.chapter(operation.id, async () => checkDeletion(t, operation, await make(t)))
    }
  }),
)

/** `caller` deletes; the administrator when left out. */
type Doomed = Pick<Target, 'path' | 'record' | 'others'> & Partial<Pick<Target, 'caller'>>

/** What is changed elsewhere (`frame/targets.ts`), to be deleted here. */
const changed =
  (id: OperationId) =>
  async (t: TestContext): Promise<Doomed> => {
    const make = targets[id]
    if (!make) throw new Error(`no target is made for ${id}`)
    const { path, record, others } = await make(t, t.operation(id))
    return { path, record, others }
  }

/** What is deleted, and what is beside it. */
const doomed: Partial<Record<OperationId, (t: TestContext) => Promise<Doomed>>> = {
  deleteUser: changed('updateUser'),
  deleteGroup: changed('updateGroup'),
  deleteIssue: changed('updateIssue'),
  deleteMergeRequest: changed('updateMergeRequest'),
  deleteSnippet: changed('updateSnippet'),
  deleteIssueNote: changed('updateIssueNote'),
  deleteMergeRequestNote: changed('updateMergeRequestNote'),
  deleteSnippetNote: changed('updateSnippetNote'),
  deleteTag: changed('updateRelease'),
  deleteBranch: changed('protectBranch'),
  deleteFile: changed('updateFile'),
  removeGroupMember: changed('updateGroupMember'),
  removeProjectMember: changed('updateProjectMember'),
  deleteSshKeyOfUser: (t) => sshKeys(t),
  deleteEmailOfUser: (t) => emails(t),
  deleteOwnSshKey: (t) => sshKeys(t, 'own'),
  deleteOwnEmail: (t) => emails(t, 'own'),
}

async function sshKeys(t: TestContext, whose?: 'own'): Promise<Doomed> {
  const jane = await t.user()
  const create = async (title: string) =>
    idOf((await jane.call('createOwnSshKey', { title, key: sshKey() })).body, 'createOwnSshKey')
  const [one, beside] = [await create('One'), await create('Beside')]
  const shown = (key_id: number) => lookup(jane, 'getOwnSshKey', { key_id })
  return {
    ...(whose ? { caller: jane, path: { key_id: one } } : { path: { id: jane.id, key_id: one } }),
    record: shown(one),
    others: [shown(beside), lookup(t.admin, 'getUser', { id: jane.id })],
  }
}

async function emails(t: TestContext, whose?: 'own'): Promise<Doomed> {
  const jane = await t.user()
  const create = async () => {
    const { body } = await jane.call('createOwnEmail', { email: t.email('mail') })
    return idOf(body, 'createOwnEmail')
  }
  const [one, beside] = [await create(), await create()]
  const shown = (email_id: number) => lookup(jane, 'getOwnEmail', { email_id })
  return {
    ...(whose
      ? { caller: jane, path: { email_id: one } }
      : { path: { id: jane.id, email_id: one } }),
    record: shown(one),
    others: [
      shown(beside),
      lookup(jane, 'listOwnEmails', {}, itemWith('id', beside)),
      lookup(t.admin, 'getUser', { id: jane.id }),
    ],
  }
}

async function checkDeletion(
  t: TestContext,
  operation: Operation,
  { path, record, others, caller = t.admin }: Doomed,
): Promise<void> {
  const before = await Promise.all(others.map((reader) => takeSnapshot(t, reader)))
  const answer = await caller.perform(operation.id, path)
  const gone = await t.eventually(
    () => record.caller.attempt(record.operation, record.parameters),
    ({ status }) => status === 404,
  )
  const exchanges = [answer.exchange, gone.exchange]
  t.expect({ operation: operation.id, exchanges }, 'removes').equal(gone.status, 404)
  const again = await caller.attempt(operation.id, path)
  if (aspectsOf(operation).some(({ name }) => name === 'idempotent')) {
    t.expect(again, 'idempotent').status([200], 'already_removed')
  }
  for (const [index, reader] of others.entries()) {
    const [was, after] = [before[index], await takeSnapshot(t, reader)]
    const steps = { before: was ?? after, after, write: again }
    expectKept(t, operation.id, 'keeps:the-others', steps, [])
  }
  await checkStranger(t, operation, path)
}

/** A deletion of nothing is a success for those alone who might have deleted something. */
async function checkStranger(t: TestContext, operation: Operation, path: Doomed['path']) {
  const isOfProject = pathParameters(operation).some(({ record }) => record === 'project')
  if (!isOfProject && operation.access !== 'admin') return
  const stranger = await t.user()
  const rule = 'Deleting what is gone is refused to those who may not delete there.'
  await t.refused(stranger, operation.id, path, [403, 404], 'permission:idempotent', rule)
  await t.refused(t.anonymous, operation.id, path, [401], 'permission:idempotent', rule)
}
