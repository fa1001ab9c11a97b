import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { add, readsOfIssue, show } from '../reads.ts'
import { type Move, type Project, ref, UNKNOWN_ID, type World } from '../world.ts'

interface Refused {
  readonly operation: OperationId<'v3'>
  readonly parameters: Values
  /** The users without permission, where that is specified or follows from GitLab's tables. */
  readonly by: readonly string[]
}

/** Returns valid requests that must be refused to some users; a server that accepts one carries it out. */
export function refusedIn(project: Project): Refused[] {
  const id = ref(project.symbol)
  const group = ref(project.group.symbol)
  const issue = project.issues.find(({ isGone }) => !isGone)
  const request = project.mergeRequests.find(({ isGone, isMerged }) => !isGone && !isMerged)
  const hidden = project.level === 0 ? ['stranger', 'nobody'] : ['nobody']
  const file = { id, file_path: 'lib/refused.rb', branch_name: 'alpha', commit_message: 'No' }
  return [
    { operation: 'createIssue', parameters: { id, title: 'It is refused' }, by: hidden },
    {
      operation: 'createFile',
      parameters: { ...file, content: 'no' },
      by: ['stranger', 'reporter'],
    },
    {
      operation: 'createBranch',
      parameters: { id, branch_name: 'no', ref: 'master' },
      by: ['guest'],
    },
    {
      operation: 'protectBranch',
      parameters: { id, branch: 'alpha' },
      by: ['developer', 'nobody'],
    },
    { operation: 'deleteGroup', parameters: { id: group }, by: ['developer', 'nobody'] },
    { operation: 'updateGroup', parameters: { id: group, description: 'No' }, by: ['developer'] },
    {
      operation: 'addProjectMember',
      parameters: { id, user_id: ref('stranger'), access_level: 40 },
      by: ['developer', 'reporter', 'nobody'],
    },
    { operation: 'createTag', parameters: { id, tag_name: 'no', ref: 'master' }, by: ['reporter'] },
    { operation: 'getProject', parameters: { id }, by: ['stranger', 'nobody'] },
    { operation: 'listIssuesOfProject', parameters: { id }, by: hidden },
    { operation: 'listUsers', parameters: {}, by: ['nobody'] },
    {
      operation: 'updateUser',
      parameters: { id: ref('guest'), bio: 'No' },
      by: ['owner', 'guest'],
    },
    { operation: 'getSshKeyWithUser', parameters: { id: 1 }, by: ['owner'] },
    { operation: 'listAllProjects', parameters: {}, by: ['owner', 'developer'] },
    ...(issue
      ? ([
          {
            operation: 'deleteIssue',
            parameters: { id, issue_id: ref(issue.symbol) },
            by: ['developer', 'reporter', 'guest', 'nobody'],
          },
          {
            operation: 'updateIssue',
            parameters: { id, issue_id: ref(issue.symbol), title: 'It is refused' },
            by: hidden,
          },
          {
            operation: 'createIssueNote',
            parameters: { id, issue_id: ref(issue.symbol), body: 'It is refused' },
            by: hidden,
          },
        ] as const)
      : []),
    ...(request
      ? ([
          {
            operation: 'deleteMergeRequest',
            parameters: { id, merge_request_id: ref(request.symbol) },
            by: ['developer', 'nobody'],
          },
          {
            operation: 'mergeMergeRequest',
            parameters: { id, merge_request_id: ref(request.symbol) },
            by: ['reporter', 'nobody'],
          },
        ] as const)
      : []),
  ]
}

const refuse: Move = {
  weight: 10,
  make(world) {
    const { draw } = world
    const project = draw.one(world.projects)
    // A stranger who became a member is none.
    const isStranger = !project.members.has('stranger') && !project.group.members.has('stranger')
    const { operation, parameters, by } = draw.one(refusedIn(project))
    const callers = by.filter((one) => one !== 'stranger' || isStranger)
    if (callers.length === 0) return
    add(world, draw.one(callers), operation, parameters)
    const issue = project.issues.find(({ isGone }) => !isGone)
    if (issue) show(world, readsOfIssue(project, issue).slice(0, 2))
  },
}

/** Requests unknown records, and omits required values. */
const mistake: Move = {
  weight: 3,
  make(world) {
    const { draw } = world
    const id = ref(draw.one(world.projects).symbol)
    const calls: readonly (readonly [OperationId<'v3'>, Values])[] = [
      ['getIssue', { id, issue_id: UNKNOWN_ID }],
      ['getMergeRequest', { id, merge_request_id: UNKNOWN_ID }],
      ['getSnippet', { id, snippet_id: UNKNOWN_ID }],
      ['getProject', { id: UNKNOWN_ID }],
      ['getGroup', { id: UNKNOWN_ID }],
      ['getBranch', { id, branch: 'nowhere' }],
      ['getTag', { id, tag_name: 'nowhere' }],
      ['getCommit', { id, sha: 'f'.repeat(40) }],
      ['getFile', { id, file_path: 'nowhere.rb', ref: 'master' }],
      ['createIssue', { id }],
      ['createIssue', { id, title: '' }],
      ['createBranch', { id, branch_name: 'epsilon' }],
      ['createSnippet', { id, title: 'No code' }],
      ['createMergeRequest', { id, source_branch: 'alpha', title: 'No target' }],
      ['deleteIssue', { id, issue_id: UNKNOWN_ID }],
      ['deleteSnippet', { id, snippet_id: UNKNOWN_ID }],
      ['deleteOwnSshKey', { key_id: UNKNOWN_ID }],
      ['deleteOwnEmail', { email_id: UNKNOWN_ID }],
      ['getOwnSshKey', { key_id: UNKNOWN_ID }],
      ['createRelease', { id, tag_name: 'nowhere', description: 'None' }],
    ]
    const [operation, parameters] = draw.one(calls)
    add(world, 'owner', operation, parameters)
  },
}

/** Uses sudo as a user who is no administrator, and for unknown users. */
const sudo: Move = {
  weight: 2,
  make(world: World) {
    const person = world.draw.one(['developer', 'guest'])
    add(world, person, 'getCurrentUser', {}, { credential: 'sudo without the right' })
    add(world, person, 'getCurrentUser', {}, { credential: 'sudo as oneself' })
    add(world, 'admin', 'blockUser', { id: UNKNOWN_ID })
    add(world, 'admin', 'getUser', { id: UNKNOWN_ID })
    add(world, person, 'getCurrentUser', {}, { credential: 'sudo by id' })
    add(world, person, 'listStarredProjects')
    const reads = ['getCurrentUser', 'listUsers', 'listProjects', 'listOwnIssues'] as const
    add(world, 'admin', world.draw.one(reads), {}, { credential: 'sudo as nobody' })
  },
}

export const refusalMoves: readonly Move[] = [refuse, mistake, sudo]
