import type { OperationId } from '../../../../contract/operation-contract.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest } from '../records.ts'
import { type Project, ref, type World } from '../world.ts'
import { beyondContract } from './operations.ts'

const open = beyondContract
const make: OperationId<'v3'> = 'createMilestoneOfProject'

/** Milestones: on issues and merge requests, as a filter of lists, and with issues that are moved. */
export function milestones(world: World): void {
  const { draw, projects } = world
  const [project, other] = draw.isLikely(0.5) ? projects : projects.toReversed()
  if (!project || !other) return
  const id = ref(project.symbol)
  const milestone = world.fresh('milestone')
  const title = `<${milestone}.name>`
  add(world, 'owner', make, { id, title }, { makes: milestone, open })
  const milestone_id = ref(milestone)
  const within = [
    { labels: 'bug', milestone_id },
    { labels: 'roof', milestone_id },
    { labels: 'bug' },
  ].map((sent) => addIssue(world, project, 'developer', sent))
  const read = () => {
    for (const state of [{}, { state: 'opened' }, { labels: 'bug' }, { labels: 'roof' }]) {
      const values = { milestone: title, ...state }
      add(world, 'owner', 'listIssuesOfProject', { id, ...values })
      add(world, 'owner', 'listIssuesOfGroup', { id: ref(project.group.symbol), ...values })
      add(world, 'developer', 'listOwnIssues', values)
    }
  }
  read()
  for (const [place, { symbol }] of within.entries()) {
    const one = { id, issue_id: ref(symbol) }
    const changes = [
      { labels: 'cellar' },
      { title: 'Another' },
      { milestone_id },
      { state_event: 'close' },
      { description: 'While it is closed' },
      { state_event: 'reopen' },
      { milestone_id: 0 },
      { state_event: 'close', milestone_id },
    ]
    for (const change of changes.slice(place)) {
      add(world, 'owner', 'updateIssue', { ...one, ...change })
      add(world, 'owner', 'getIssue', one)
    }
  }
  read()
  moveTo(world, project, other, { title, milestone_id })
  const request = addMergeRequest(world, project, { milestone_id })
  const assigned = addMergeRequest(world, project, { milestone_id, assignee_id: ref('master') })
  add(world, 'owner', 'getMergeRequest', { id, merge_request_id: ref(assigned.symbol) })
  const one = { id, merge_request_id: ref(request.symbol) }
  const base = { source_branch: request.source, target_branch: 'master', title: request.title }
  add(world, 'owner', 'getMergeRequest', one)
  const changes = [
    { milestone_id },
    { labels: 'cellar' },
    { description: 'Another' },
    { assignee_id: ref('master') },
    { milestone_id: 0 },
    { milestone_id },
  ]
  for (const change of changes) {
    add(world, 'developer', 'updateMergeRequest', { ...one, ...base, ...change })
    add(world, 'owner', 'getMergeRequest', one)
    add(world, 'owner', 'listMergeRequests', { id })
  }
  add(world, 'owner', 'mergeMergeRequest', { ...one, merge_commit_message: 'Merge it' })
  add(world, 'owner', 'getMergeRequest', one)
}

/** Moves issues in each state to a project with a milestone of the same name, before which there was none. */
function moveTo(
  world: World,
  from: Project,
  to: Project,
  { title, milestone_id }: { readonly title: string; readonly milestone_id: string },
): void {
  const target = ref(to.symbol)
  const closed = { state_event: 'close' }
  for (const hasMilestone of [false, true]) {
    const same = world.fresh('milestone')
    if (hasMilestone) add(world, 'owner', make, { id: target, title }, { makes: same, open })
    for (const states of [[], [closed], [closed, { state_event: 'reopen' }]]) {
      const sent = { milestone_id, labels: 'bug' }
      const one = {
        id: ref(from.symbol),
        issue_id: ref(addIssue(world, from, 'developer', sent).symbol),
      }
      for (const change of states) add(world, 'owner', 'updateIssue', { ...one, ...change })
      const makes = world.fresh('issue')
      add(world, 'owner', 'moveIssue', { ...one, to_project_id: target }, { makes })
      add(world, 'owner', 'getIssue', { id: target, issue_id: ref(makes) })
      add(world, 'owner', 'getIssue', one)
      for (const id of [one.id, target])
        add(world, 'reporter', 'listIssuesOfProject', { id, milestone: title })
    }
  }
}
