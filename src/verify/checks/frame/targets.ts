import type { OperationId } from '../../../contract/operation-contract.ts'
import type { Operation } from '../../contract/operation.ts'
import { idOf } from '../../fixture/values.ts'
import type { Caller } from '../../story/caller.ts'
import type { Person, TestContext, UserAccount } from '../../story/test-context.ts'
import { listed, lookup, type NoteParent, type Reader } from '../shown-by.ts'
import { type Pair, pairsOf } from './values.ts'

type Parameters = Readonly<Record<string, unknown>>

/** The target of a tested change. */
export interface Target {
  readonly caller: Caller
  /** The parameters of all requests of the change. */
  readonly path: Parameters
  /** Reads the changed record. */
  readonly record: Reader
  /** Read neighbouring records. */
  readonly others: readonly Reader[]
  /** The two values of each parameter. */
  readonly pairs: Readonly<Record<string, Pair>>
  /** Fields that change with a parameter beside its own field; '' lists those that any change affects. */
  readonly follows?: Readonly<Record<string, readonly string[]>>
  /** Further reads of the changed record, for fields that `record` does not show. */
  readonly also?: readonly Reader[]
  /** Values that are refused though the schema takes them. */
  readonly refused?: Parameters
  /** Sets further values of the record, after `pairs` were written. */
  readonly prepare?: () => Promise<unknown>
}

type Targets = Partial<
  Record<OperationId, (t: TestContext, operation: Operation, place: MakePlace) => Promise<Target>>
>

/** The changes that take values, each with its target. */
export const changesOfValues: Targets = {
  updateUser: user,
  updateGroup: group,
  updateGroupMember: (t, operation) => member(t, operation, 'Group'),
  updateProjectMember: (t, operation) => member(t, operation, 'Project'),
  updateIssue: issue,
  updateMergeRequest: mergeRequest,
  updateSnippet: snippet,
  updateIssueNote: (t, operation, place) => note(t, operation, place, 'Issue'),
  updateMergeRequestNote: (t, operation, place) => note(t, operation, place, 'MergeRequest'),
  updateSnippetNote: (t, operation, place) => note(t, operation, place, 'Snippet'),
  updateNotificationSettings: (t, operation) => notifications(t, operation, ''),
  updateGroupNotificationSettings: (t, operation) => notifications(t, operation, 'Group'),
  updateProjectNotificationSettings: (t, operation) => notifications(t, operation, 'Project'),
  updateRelease: release,
  updateFile: file,
  protectBranch: (t, _operation, place) => branch(t, place, false),
}

/** The changes of the API, each with its target. */
export const targets: Targets = {
  ...changesOfValues,
  blockUser: async (t) => ({ ...(await changedUser(t)), pairs: {}, follows: { '': ['state'] } }),
  unblockUser: async (t) => {
    const target = await changedUser(t)
    await t.admin.call('blockUser', target.path)
    return { ...target, pairs: {}, follows: { '': ['state'] } }
  },
  transferProjectToGroup: transfer,
  mergeMergeRequest: async (t, operation) => ({
    // What is merged is in the target branch of other merge requests, too.
    ...(await mergeRequest(t, operation, () => createPlace(t))),
    pairs: {},
    follows: {
      '': ['state', 'sha', 'merge_commit_sha', 'should_remove_source_branch', 'subscribed'],
    },
  }),
  unprotectBranch: (t, _operation, place) => branch(t, place, true),
}

/** Two users and a group that no check changes: places and memberships are made for them. */
async function createPeople(t: TestContext) {
  const [owner, other, group] = await Promise.all([t.user(), t.user(), t.group()])
  return { owner, other, group }
}

async function plainUser(t: TestContext) {
  const [one, other] = await Promise.all([t.account(), t.account()])
  const shown = ({ id }: UserAccount) => lookup(t.admin, 'getUser', { id })
  return {
    caller: t.admin,
    path: { id: one.id },
    record: shown(one),
    others: [shown(other)],
    other,
  }
}

async function user(t: TestContext, operation: Operation): Promise<Target> {
  const pairs = pairsOf(t, operation, {
    password: null,
    // The limits of external users are not specified.
    external: null,
    // An identity consists of both.
    extern_uid: null,
    provider: null,
    email: byMail(t),
    name: ['One', 'Other'],
    username: [t.name('user'), t.name('user')],
  })
  const { other, ...target } = await plainUser(t)
  return {
    ...target,
    pairs,
    follows: {
      // A directory of users names them in their identities.
      username: ['web_url', 'identities'],
      email: ['identities'],
      // A server may deny both to external users, whatever is sent.
      can_create_group: ['can_create_project', 'projects_limit'],
      projects_limit: ['can_create_project', 'can_create_group'],
    },
    // A blocked user is changed like any other, and stays blocked.
    prepare: async () => {
      await t.admin.call('updateUser', { id: target.path.id, external: true })
      await t.admin.call('blockUser', target.path)
    },
    refused: { email: other.email },
  }
}

/** A user of whom nothing is as it is by default. */
async function changedUser(t: TestContext) {
  const { caller, path, record, others, pairs } = await user(t, t.operation('updateUser'))
  const values = Object.entries(pairs).map(([name, [value]]) => [name, value])
  await t.admin.call('updateUser', { ...path, ...Object.fromEntries(values) })
  return { caller, path, record, others }
}

const byMail = (t: TestContext): Pair => [t.email('mail'), t.email('mail')]

async function group(t: TestContext, operation: Operation): Promise<Target> {
  const { owner } = await t.shared(createPeople)
  const [one, other] = await Promise.all([t.group({ members: [[owner, 'owner']] }), t.group()])
  const shown = (id: number) => lookup(t.admin, 'getGroup', { id })
  const empty = { group: one, files: {} }
  await Promise.all([t.project(empty), t.project(empty)])
  return {
    caller: t.admin,
    path: { id: one.id },
    record: shown(one.id),
    // Only lists show some of the fields.
    also: [listed(owner, 'listOwnedGroups', {}, one.id)],
    others: [shown(other.id)],
    // A group must be at least as visible as its projects.
    pairs: pairsOf(t, operation, { name: [t.name('name'), t.name('name')] }),
    // Its projects show their group.
    follows: { '': ['projects'], path: ['web_url', 'full_path'], name: ['full_name'] },
  }
}

async function member(
  t: TestContext,
  operation: Operation,
  kind: 'Group' | 'Project',
): Promise<Target> {
  const [one, other] = await Promise.all([t.account(), t.account()])
  const { group } = await t.shared(createPeople)
  const make = () => (kind === 'Group' ? t.group() : t.project({ group, files: {} }))
  const [elsewhere, { id }] = [await make(), await make()]
  const expires_at = t.instance.day(90)
  for (const [place, { id: user_id }] of [
    [elsewhere.id, one],
    [id, one],
    [id, other],
  ] as const) {
    await t.admin.call(`add${kind}Member`, { id: place, user_id, access_level: 20, expires_at })
  }
  const shown = ({ id: user_id }: UserAccount, place = id) =>
    lookup(t.admin, `get${kind}Member`, { id: place, user_id })
  return {
    caller: t.admin,
    // The level is required, so it is always sent; the test is that it keeps the expiry date.
    path: { id, user_id: one.id, access_level: 30 },
    record: shown(one),
    others: [shown(other), shown(one, elsewhere.id)],
    pairs: pairsOf(t, operation),
    follows: { '': ['access_level'] },
  }
}

/** A project with values that are not the defaults, in another group than it is to be in. */
async function transfer(t: TestContext): Promise<Target> {
  const { id } = await t.group()
  const from = await t.group()
  const create = async (flag: boolean) => {
    const path = t.name('project')
    const switches = { issues_enabled: !flag, wiki_enabled: flag, snippets_enabled: !flag }
    const words = { name: `Name of ${path}`, path, description: `About ${path}` }
    const sent = { ...words, ...switches, namespace_id: from.id, visibility_level: 0 } as const
    return idOf((await t.admin.call('createProject', sent)).body, 'createProject')
  }
  const [one, beside] = [await create(true), await create(false)]
  const shown = (project: number) => lookup(t.admin, 'getProject', { id: project })
  return {
    caller: t.admin,
    path: { id, project_id: one },
    record: shown(one),
    others: [shown(beside)],
    pairs: {},
    follows: {
      '': [
        ...['namespace', 'path_with_namespace', 'name_with_namespace', 'owner'],
        ...['web_url', 'ssh_url_to_repo', 'http_url_to_repo'],
      ],
    },
  }
}

/** A project with its owner and another user. */
export async function createPlace(t: TestContext) {
  const { owner, other, group } = await t.shared(createPeople)
  const project = await t.project({
    group,
    members: [
      [owner, 'master'],
      [other, 'developer'],
    ],
    files: { 'README.md': 'One\n', 'beside.txt': 'Beside\n' },
  })
  return { owner, other, id: project.id }
}

/** Makes the place of a target, or returns the one that the target shares with those before it. */
export type MakePlace = () => ReturnType<typeof createPlace>

/**
 * Returns a maker of one place for all targets of a story. They follow one another, so that nobody else makes records
 * between neighbouring ones, and leave the default branch as it is.
 */
export function onePlace(t: TestContext): MakePlace {
  let place: ReturnType<typeof createPlace> | undefined
  return () => {
    place ??= createPlace(t)
    return place
  }
}

async function issue(t: TestContext, operation: Operation, place: MakePlace): Promise<Target> {
  const { owner, other, id } = await place()
  const create = async (title: string) => {
    const sent = { id, title, description: title, assignee_id: other.id, labels: 'beside,roof' }
    // Whoever changes it is not its author.
    return idOf((await other.call('createIssue', sent)).body, 'createIssue')
  }
  const before = await create('Before')
  const [one, beside] = [await create('One'), await create('Beside')]
  const shown = (issue_id: number) => lookup(owner, 'getIssue', { id, issue_id })
  return {
    caller: owner,
    path: { id, issue_id: one },
    record: shown(one),
    others: [shown(before), shown(beside), lookup(owner, 'getProject', { id })],
    pairs: pairsOf(t, operation, {
      milestone_id: null,
      updated_at: null,
      assignee_id: [other.id, owner.id],
      state_event: ['close', 'reopen'],
    }),
    // Whoever takes part in it may be subscribed by that.
    follows: { '': ['subscribed'], state_event: ['closed_at', 'closed_by'] },
  }
}

async function mergeRequest(
  t: TestContext,
  operation: Operation,
  place: MakePlace,
): Promise<Target> {
  const { owner, other, id } = await place()
  const name = t.name('branch')
  const [target, second] = [`${name}-target`, `${name}-second`]
  for (const branch_name of [`${name}-before`, `${name}-first`, second, target]) {
    await owner.call('createBranch', { id, branch_name, ref: 'master' })
    const file = { file_path: `${branch_name}.txt`, content: 'text\n', commit_message: 'Add' }
    await owner.call('createFile', { id, branch_name, ...file })
  }
  const create = async (source_branch: string) => {
    const title = `From ${source_branch}`
    const further = { description: title, labels: 'beside,roof', assignee_id: other.id }
    const sent = { id, source_branch, target_branch: 'master', title, ...further }
    return idOf((await other.call('createMergeRequest', sent)).body, 'createMergeRequest')
  }
  const before = await create(`${name}-before`)
  const [one, beside] = [await create(`${name}-first`), await create(second)]
  const shown = (merge_request_id: number) =>
    lookup(owner, 'getMergeRequest', { id, merge_request_id })
  return {
    caller: owner,
    path: { id, merge_request_id: one },
    record: shown(one),
    others: [shown(before), shown(beside), lookup(owner, 'getBranch', { id, branch: second })],
    pairs: pairsOf(t, operation, {
      // Whether one can be changed, and its side effects, are not specified.
      source_branch: null,
      target_project_id: null,
      milestone_id: null,
      target_branch: [target, 'master'],
      assignee_id: [other.id, owner.id],
    }),
    follows: {
      '': ['subscribed'],
      target_branch: ['sha', 'merge_commit_sha'],
      title: ['work_in_progress'],
    },
  }
}

async function snippet(t: TestContext, operation: Operation, place: MakePlace): Promise<Target> {
  const { owner, id } = await place()
  const create = async (title: string) => {
    const visibility_level = t.instance.allowedLevels[0] ?? 0
    const sent = { id, title, file_name: `${title}.rb`, code: `${title}\n`, visibility_level }
    return idOf((await owner.call('createSnippet', sent)).body, 'createSnippet')
  }
  const before = await create('before')
  const [one, beside] = [await create('one'), await create('beside')]
  const path = { id, snippet_id: one }
  return {
    caller: owner,
    path,
    record: lookup(owner, 'getSnippet', path),
    others: [
      lookup(owner, 'getSnippet', { id, snippet_id: before }),
      lookup(owner, 'getSnippet', { id, snippet_id: beside }),
      lookup(owner, 'getRawSnippet', { id, snippet_id: beside }),
    ],
    pairs: pairsOf(t, operation, { visibility_level: null, file_name: ['one.rb', 'two.rb'] }),
  }
}

async function note(
  t: TestContext,
  operation: Operation,
  place: MakePlace,
  kind: NoteParent,
): Promise<Target> {
  const { owner, other, id } = await place()
  const parent = { id, ...(await parentOf(t, owner, id, kind)) }
  const create = async (author: Person, body: string) =>
    idOf((await author.call(`create${kind}Note`, { ...parent, body })).body, `create${kind}Note`)
  // Other users may not see a snippet.
  const author = kind === 'Snippet' ? owner : other
  const before = await create(owner, 'Before')
  const [one, beside] = [await create(owner, 'One'), await create(author, 'Beside')]
  const shown = (note_id: number) => lookup(owner, `get${kind}Note`, { ...parent, note_id })
  return {
    caller: owner,
    path: { ...parent, note_id: one },
    record: shown(one),
    others: [shown(before), shown(beside), lookup(owner, `get${kind}`, parent)],
    pairs: pairsOf(t, operation, { body: ['Other words', 'And other words'] }),
  }
}

async function parentOf(t: TestContext, owner: Person, id: number, kind: NoteParent) {
  switch (kind) {
    case 'Issue': {
      const { body } = await owner.call('createIssue', { id, title: 'Parent' })
      return { issue_id: idOf(body, 'createIssue') }
    }
    case 'Snippet': {
      const visibility_level = t.instance.allowedLevels[0] ?? 0
      const sent = { id, title: 'Parent', file_name: 'parent.rb', code: 'puts\n', visibility_level }
      return { snippet_id: idOf((await owner.call('createSnippet', sent)).body, 'createSnippet') }
    }
    case 'MergeRequest': {
      const branch_name = t.name('branch')
      await owner.call('createBranch', { id, branch_name, ref: 'master' })
      const change = { file_path: 'README.md', content: 'Two\n', commit_message: 'Two' }
      await owner.call('updateFile', { id, branch_name, ...change })
      const sent = { id, source_branch: branch_name, target_branch: 'master', title: 'Parent' }
      const { body } = await owner.call('createMergeRequest', sent)
      return { merge_request_id: idOf(body, 'createMergeRequest') }
    }
  }
}

async function notifications(
  t: TestContext,
  operation: Operation,
  kind: '' | 'Group' | 'Project',
): Promise<Target> {
  const isGlobal = kind === ''
  // A user has one global level.
  const { group, ...people } = await t.shared(createPeople)
  const [one, other] = isGlobal
    ? await Promise.all([t.user(), t.user()])
    : [people.owner, people.other]
  const members = [
    [one, 'developer'],
    [other, 'developer'],
  ] as const
  const { id } =
    kind === 'Group' ? await t.group({ members }) : await t.project({ group, members, files: {} })
  const path = kind === '' ? {} : { id }
  const reads = `get${kind}NotificationSettings` as const
  for (const person of [one, other]) {
    await person.call(`update${kind}NotificationSettings`, { ...path, level: 'custom' })
  }
  // Events are shown, and can be chosen, only with the level custom.
  const level = isGlobal ? (['watch', 'mention'] as const) : null
  const pairs = pairsOf(t, operation, { level, notification_email: null })
  return {
    caller: one,
    path,
    record: lookup(one, reads, path),
    others: [lookup(other, reads, path)],
    pairs: Object.fromEntries(
      Object.entries(pairs).filter(([name]) => !isGlobal || name === 'level'),
    ),
    follows: { level: ['events'] },
    // An address that is not the first one stays; a server may refuse one that was not confirmed.
    ...(isGlobal ? { prepare: () => chooseSecondAddress(t, one) } : {}),
  }
}

async function chooseSecondAddress(t: TestContext, person: Person): Promise<void> {
  const email = t.email('mail')
  await person.call('createOwnEmail', { email })
  const sent = { level: 'watch', notification_email: email } as const
  await person.attempt('updateNotificationSettings', sent)
}

async function release(t: TestContext, operation: Operation, place: MakePlace): Promise<Target> {
  const { owner, id } = await place()
  const [one, beside] = [t.name('tag'), t.name('tag')]
  for (const tag_name of [one, beside]) {
    const words = { message: `Message of ${tag_name}`, release_description: `What ${tag_name} is` }
    await owner.call('createTag', { id, tag_name, ref: 'master', ...words })
  }
  const shown = (tag_name: string) => lookup(owner, 'getTag', { id, tag_name })
  return {
    caller: owner,
    path: { id, tag_name: one },
    record: shown(one),
    others: [shown(beside)],
    pairs: pairsOf(t, operation, { description: ['What is new', 'What is newer'] }),
  }
}

async function file(t: TestContext, operation: Operation, place: MakePlace): Promise<Target> {
  const { owner, id } = await place()
  const [topic, beside] = [t.name('branch'), t.name('branch')]
  for (const branch_name of [topic, beside]) {
    await owner.call('createBranch', { id, branch_name, ref: 'master' })
  }
  const contentOf = (filepath: string, sha: string) =>
    lookup(owner, 'getRawFile', { id, sha, filepath })
  return {
    caller: owner,
    path: { id, file_path: 'README.md', branch_name: topic, commit_message: 'Change' },
    record: lookup(owner, 'getFile', { id, file_path: 'README.md', ref: topic }),
    others: [
      contentOf('beside.txt', topic),
      contentOf('README.md', 'master'),
      lookup(owner, 'getBranch', { id, branch: beside }),
    ],
    pairs: pairsOf(t, operation, {
      content: ['Other\n', 'And other\n'],
      encoding: null,
      author_email: null,
      author_name: null,
    }),
    follows: { content: ['size', 'blob_id', 'commit_id', 'last_commit_id'] },
  }
}

async function branch(t: TestContext, place: MakePlace, isProtected: boolean): Promise<Target> {
  const { owner, id } = await place()
  const [one, beside] = [t.name('branch'), t.name('branch')]
  for (const branch_name of [one, beside]) {
    await owner.call('createBranch', { id, branch_name, ref: 'master' })
  }
  const path = { id, branch: one }
  if (isProtected) await owner.call('protectBranch', { ...path, developers_can_push: true })
  const shown = (name: string) => lookup(owner, 'getBranch', { id, branch: name })
  return {
    caller: owner,
    path,
    record: shown(one),
    others: [shown(beside)],
    pairs: isProtected
      ? {}
      : { developers_can_push: [true, false], developers_can_merge: [true, false] },
    follows: {
      '': isProtected
        ? ['protected', 'developers_can_push', 'developers_can_merge']
        : ['protected'],
    },
  }
}
