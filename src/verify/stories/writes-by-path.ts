import type { OperationId } from '../../contract/operation-contract.ts'
import { isPathRefused, NUMBERS_ALONE } from '../checks/path-ids.ts'
import type { OperationResponse } from '../client/answer.ts'
import { at, itemWith } from '../story/bodies.ts'
import type { Caller } from '../story/caller.ts'
import { describe } from '../story/check-response.ts'
import { story } from '../story/story.ts'
import type { Group, Person, Project, TestContext } from '../story/test-context.ts'

const RULE = 'What is named by its path is what is named by its id.'

/**
 * Every write below a project or a group that accepts its path as the id: what is read by the id shows it. Reads are
 * compared by `checks/path-ids.ts`.
 */
export const writesByPath = story(
  'writes to what is named by its path',
  { about: ['Members', 'Notification settings', 'Commits', 'Groups'], isLong: true },
  async (t) => {
    const jane = await t.user()
    const project = await t.project()
    await t.chapter('members of a project', () => checkMembers(t, 'Project', project, jane))
    await t.chapter('members of a group', () => checkMembers(t, 'Group', project.group, jane))
    await t.chapter('commits', () => checkCommits(t, project))
    await t.chapter('moving and deleting', () => checkPlaces(t, project))
  },
)

/** Calls an operation with a path; undefined where the server takes numbers alone, and may. */
async function performByPath(
  t: TestContext,
  operation: OperationId,
  parameters: Readonly<Record<string, unknown>>,
): Promise<OperationResponse | undefined> {
  const mayBeRefused = (status: number) => status === 400 || status === 404
  const answer = await t.admin.attempt(operation, parameters, { mayBeRefused })
  if (isPathRefused(answer)) {
    t.leftOpen(operation, 'id:path', NUMBERS_ALONE)
    return undefined
  }
  t.expect(answer, 'id:path', RULE).holds(answer.status < 300, 'a success', describe(answer))
  return answer
}

async function checkMembers(
  t: TestContext,
  kind: 'Project' | 'Group',
  place: Project | Group,
  person: Person,
): Promise<void> {
  const { id } = place
  const { id: user_id, attempt } = person
  const path = pathOf(place)
  for (const [write, access_level] of [
    ['add', 20],
    ['update', 30],
  ] as const) {
    const operation = `${write}${kind}Member` as const
    const sent = { user_id, access_level }
    const answer = await performByPath(t, operation, { id: path, ...sent })
    if (!answer) {
      await t.admin.perform(operation, { id, ...sent })
      continue
    }
    const read = await t.admin.attempt(`get${kind}Member`, { id, user_id })
    expectShown(t, answer, read, 'access_level', access_level)
  }
  const level = 'participating'
  const operation = `update${kind}NotificationSettings` as const
  // A server may give access in the background.
  const answer = await t.eventually(
    () => attempt(operation, { id: path, level }),
    ({ status }) => status < 300,
  )
  if (isPathRefused(answer)) t.leftOpen(operation, 'id:path', NUMBERS_ALONE)
  else {
    const read = await attempt(`get${kind}NotificationSettings`, { id })
    expectShown(t, answer, read, 'level', level)
  }
  await expectReadAnew(t, {
    caller: person,
    read: `get${kind}NotificationSettings`,
    write: operation,
    place,
    name: 'level',
    values: ['watch', 'mention'],
  })
  await expectReadAnew(t, {
    caller: t.admin,
    read: `get${kind}Member`,
    write: `update${kind}Member`,
    place,
    name: 'access_level',
    values: [20, 10],
    besides: { user_id },
  })

  const removed = await performByPath(t, `remove${kind}Member`, { id: path, user_id })
  if (!removed) return
  const gone = await t.eventually(
    () => t.admin.attempt(`get${kind}Member`, { id, user_id }),
    ({ status }) => status === 404,
  )
  const exchanges = [removed.exchange, gone.exchange]
  t.expect({ operation: removed.operation, exchanges }, 'id:path', RULE).equal(gone.status, 404)
}

/** A record that is read by the path of its place, and written by the id. */
interface Reread {
  readonly caller: Caller
  readonly read: OperationId
  readonly write: OperationId
  readonly place: Project | Group
  readonly name: string
  readonly values: readonly unknown[]
  /** Further parameters of both calls. */
  readonly besides?: Readonly<Record<string, unknown>>
}

/** What is read by the path as it is after it was written by the id, though it was read by the path before. */
async function expectReadAnew(t: TestContext, record: Reread): Promise<void> {
  const { caller, read, write, place, name, values, besides } = record
  const readByPath = () => caller.attempt(read, { ...besides, id: pathOf(place) })
  // Whether these may be named by a path is not stated of all.
  if (isPathRefused(await readByPath())) return
  for (const value of values) {
    const written = await caller.perform(write, { ...besides, id: place.id, [name]: value })
    const { operation, exchange, body } = await readByPath()
    const exchanges = [written.exchange, exchange]
    t.expect({ operation, exchanges }, 'id:path', RULE).equal(at(body, name), value)
  }
}

async function checkCommits(t: TestContext, project: Project): Promise<void> {
  const { id, fullPath } = project
  const branch_name = 'by-path'
  await t.admin.call('createBranch', { id, branch_name, ref: 'master' })
  const action = { action: 'create', file_path: 'by-path.txt', content: 'By its path\n' }
  const commit_message = 'Add a file by the path'
  const sent = { id: fullPath, branch_name, commit_message, actions: [action] }
  const made = await performByPath(t, 'createCommit', sent)
  if (!made) await t.admin.perform('createCommit', { ...sent, id })
  const head = await t.admin.attempt('getCommit', { id, sha: branch_name })
  if (made) expectShown(t, made, head, 'title', commit_message)
  const sha = at(head.body, 'id')

  const note = 'Said by the path'
  const said = await performByPath(t, 'createCommitComment', { id: fullPath, sha, note })
  const comments = await t.admin.attempt('listCommitComments', { id, sha, per_page: 100 })
  if (said) expectListed(t, said, comments, 'note', note)

  const name = t.name('status')
  const posted = await performByPath(t, 'createCommitStatus', {
    id: fullPath,
    sha,
    state: 'success',
    name,
  })
  const statuses = await t.admin.attempt('listCommitStatuses', { id, sha, per_page: 100 })
  if (posted) expectListed(t, posted, statuses, 'name', name)

  const picked = await performByPath(t, 'cherryPickCommit', {
    id: fullPath,
    sha,
    branch: 'master',
  })
  if (!picked) return
  const file = { id, file_path: action.file_path, ref: 'master' }
  const shown = await t.admin.attempt('getFile', file)
  expectShown(t, picked, shown, 'file_path', action.file_path)
}

async function checkPlaces(t: TestContext, project: Project): Promise<void> {
  const { id } = project
  const into = await t.group()
  const moved = await t.admin.perform('transferProjectToGroup', {
    id: into.path,
    project_id: project.fullPath,
  })
  const read = await t.eventually(
    () => t.admin.attempt('getProject', { id }),
    ({ body }) => at(body, 'namespace.id') === into.id,
  )
  expectShown(t, moved, read, 'namespace.id', into.id)

  await expectReadAnew(t, {
    caller: t.admin,
    read: 'getGroup',
    write: 'updateGroup',
    place: into,
    name: 'description',
    values: ['One', 'Other'],
  })

  const doomed = await t.group()
  const deleted = await t.admin.perform('deleteGroup', { id: doomed.path })
  const gone = await t.eventually(
    () => t.admin.attempt('getGroup', { id: doomed.id }),
    ({ status }) => status === 404,
  )
  const exchanges = [deleted.exchange, gone.exchange]
  t.expect({ operation: 'deleteGroup', exchanges }, 'id:path', RULE).equal(gone.status, 404)
}

const pathOf = (place: Project | Group) => ('fullPath' in place ? place.fullPath : place.path)

function expectShown(
  t: TestContext,
  { operation, exchange }: OperationResponse,
  read: OperationResponse,
  field: string,
  value: unknown,
): void {
  const subject = { operation, exchanges: [exchange, read.exchange] }
  t.expect(subject, 'id:path', RULE).equal(at(read.body, field), value)
}

function expectListed(
  t: TestContext,
  { operation, exchange }: OperationResponse,
  list: OperationResponse,
  field: string,
  value: unknown,
): void {
  const subject = { operation, exchanges: [exchange, list.exchange] }
  const isListed = itemWith(field, value)(list.body) !== undefined
  t.expect(subject, 'id:path', RULE).holds(isListed, `${field} ${String(value)}`, list.body)
}
