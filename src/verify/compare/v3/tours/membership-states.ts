import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { signIn } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { createLook, type Look } from './look.ts'

type Levels = Readonly<Partial<Record<'Group' | 'Project', number>>>

/**
 * The memberships of one user, one after the other: of the group, of the project, of both. A server may refuse to give
 * somebody less in a project than in its group: there it is the group's that is raised.
 */
const states: readonly Levels[] = [
  {},
  { Group: 10 },
  { Group: 20 },
  { Group: 30 },
  { Group: 40 },
  { Group: 50 },
  { Project: 40 },
  { Project: 30 },
  { Project: 20 },
  { Project: 10 },
  { Group: 30, Project: 10 },
  { Group: 50, Project: 10 },
  { Group: 10, Project: 30 },
  { Group: 20, Project: 40 },
  // One of both ends, and the other stays.
  { Group: 20 },
  { Group: 20, Project: 40 },
  { Project: 40 },
  {},
]

const person = 'stranger'

/** What hinders a merge of who may merge; which of two reasons for a refusal is told is not stated. */
const otherHead = { sha: 'f'.repeat(40) }

/** A user with each membership of a private project and its group: what it lets them do, and who is told of it. */
export function membershipStates(world: World): void {
  const project = world.projects.find(({ level }) => level === 0)
  if (!project) return
  const look = lookAt(world, project)
  look.wide()
  let before: Levels = {}
  for (const levels of states) {
    for (const of of ['Group', 'Project'] as const) move(world, project, of, before[of], levels[of])
    before = levels
    // Without a search as well: these are the projects of the history alone.
    for (const sent of [{}, { simple: true }, { order_by: 'name' }])
      add(world, person, 'listProjects', sent)
    look.wide()
    tryAll(world, project, levels)
    look.near()
  }
  expire(world, project, look)
  block(world, project, look)
}

function lookAt(world: World, project: Project): Look {
  return createLook(world, {
    shows: ['Member', 'UserBrief', 'Project', 'GroupBrief'],
    target: firstOf(project, person),
    by: ['owner', 'developer', person, 'admin'],
    without: [
      'listBuilds',
      'listBuildsOfCommit',
      'listCommitComments',
      'listDeployments',
      'listCommitStatuses',
      'listUsers',
      'listStarredProjects',
    ],
  })
}

const symbolOf = (project: Project, of: 'Group' | 'Project') =>
  of === 'Group' ? project.group.symbol : project.symbol

/** Adds, changes or removes a membership. */
function move(
  world: World,
  project: Project,
  of: 'Group' | 'Project',
  from: number | undefined,
  to: number | undefined,
): void {
  const id = ref(symbolOf(project, of))
  const one = { id, user_id: ref(person) }
  if (from === to) return
  if (to === undefined) add(world, 'owner', `remove${of}Member`, one)
  else if (from === undefined) add(world, 'owner', `add${of}Member`, { ...one, access_level: to })
  else add(world, 'owner', `update${of}Member`, { ...one, access_level: to })
}

/** Tries what takes a stated level, of which what is let through is undone. */
function tryAll(world: World, project: Project, levels: Levels): void {
  const id = ref(project.symbol)
  const group = ref(project.group.symbol)
  const issue = addIssue(world, project, 'developer', {})
  const [request] = project.mergeRequests
  const level = Math.max(levels.Group ?? 0, levels.Project ?? 0)
  const branch = world.fresh('topic')
  const file = { id, branch_name: 'alpha', file_path: `lib/${branch}.rb` }
  const content = { content: 'puts 1\n', commit_message: `Add ${branch}` }
  const tries: readonly (readonly [OperationId<'v3'>, Values])[] = [
    // Whether developers create branches is not stated.
    ...(level === 30
      ? []
      : ([['createBranch', { id, branch_name: `own-${branch}`, ref: 'master' }]] as const)),
    ['createFile', { ...file, ...content }],
    ['deleteBranch', { id, branch }],
    ['createIssueNote', { id, issue_id: ref(issue.symbol), body: 'I am in' }],
    ['createIssue', { id, title: `From somebody of ${branch}` }],
    ...(request && level !== 10
      ? ([
          [
            'mergeMergeRequest',
            { id, merge_request_id: ref(request.symbol), ...(level < 30 ? {} : otherHead) },
          ],
        ] as const)
      : []),
    ['updateGroup', { id: group, description: `Of ${branch}` }],
    ['deleteIssue', { id, issue_id: ref(issue.symbol) }],
  ]
  add(world, 'owner', 'createBranch', { id, branch_name: branch, ref: 'master' })
  for (const [operation, parameters] of tries) add(world, person, operation, parameters)
  add(world, 'owner', 'getGroup', { id: group })
  add(world, 'owner', 'listBranches', { id })
  add(world, 'owner', 'listIssuesOfProject', { id, state: 'opened', per_page: 100 })
  add(world, person, 'listOwnIssues', { per_page: 100 })
  if (levels.Group === 50) issue.isGone = true
}

/** Memberships that end: on a day, on a later one, and on another. */
function expire(world: World, project: Project, look: Look): void {
  for (const of of ['Group', 'Project'] as const) {
    const id = ref(symbolOf(project, of))
    const one = { id, user_id: ref(person) }
    const values: readonly Values[] = [
      { access_level: 20, expires_at: '2031-05-01' },
      { access_level: 30, expires_at: '2032-05-01' },
      { access_level: 30, expires_at: '2032-06-30' },
      { access_level: 10, expires_at: '2031-12-31' },
    ]
    for (const [place, sent] of values.entries()) {
      add(world, 'owner', `${place === 0 ? 'add' : 'update'}${of}Member`, { ...one, ...sent })
      look.near()
      add(world, 'owner', `get${of}Member`, one)
      add(world, 'owner', `get${of}Member`, { id, user_id: ref('developer') })
    }
    for (let times = 0; times < 2; times++) {
      add(world, 'owner', `remove${of}Member`, one)
      look.near()
    }
    add(world, 'owner', `add${of}Member`, { ...one, access_level: 20 })
    add(world, 'owner', `get${of}Member`, one)
    add(world, 'owner', `remove${of}Member`, one)
    look.wide()
  }
}

/** A member who is blocked, while the membership is changed and ended. */
function block(world: World, project: Project, look: Look): void {
  for (const of of ['Group', 'Project'] as const) {
    const one = { id: ref(symbolOf(project, of)), user_id: ref(person) }
    add(world, 'owner', `add${of}Member`, { ...one, access_level: 20 })
    add(world, 'admin', 'blockUser', { id: ref(person) })
    look.near()
    add(world, 'owner', `update${of}Member`, { ...one, access_level: 30 })
    look.near()
    add(world, 'owner', `remove${of}Member`, one)
    look.near()
    add(world, 'admin', 'unblockUser', { id: ref(person) })
    signIn(world, person)
    look.near()
  }
}
