import type { OperationId } from '../../../../contract/operation-contract.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest } from '../records.ts'
import { ref, type World } from '../world.ts'

const open = 'it is beyond the contract'

/**
 * Milestones and archived projects, which appear in the contract although none of its operations creates them. GitLab
 * 8.15 had such operations beyond it; where a server has them, the results are compared.
 */
export function beyond(world: World): void {
  const { draw, projects } = world
  const [project, other] = draw.isLikely(0.5) ? projects : projects.toReversed()
  if (!project || !other) return
  const id = ref(project.symbol)
  const milestone = world.fresh('milestone')
  const title = `<${milestone}.name>`
  const make: OperationId<'v3'> = 'createMilestoneOfProject'
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
      { milestone_id: 0 },
    ]
    for (const change of changes.slice(place)) {
      add(world, 'owner', 'updateIssue', { ...one, ...change })
      add(world, 'owner', 'getIssue', one)
    }
  }
  read()
  const request = addMergeRequest(world, project, { milestone_id })
  const assigned = addMergeRequest(world, project, { milestone_id, assignee_id: ref('reporter') })
  add(world, 'owner', 'getMergeRequest', { id, merge_request_id: ref(assigned.symbol) })
  const one = { id, merge_request_id: ref(request.symbol) }
  const base = { source_branch: request.source, target_branch: 'master', title: request.title }
  add(world, 'owner', 'getMergeRequest', one)
  const changes = [
    { milestone_id },
    { labels: 'cellar' },
    { description: 'Another' },
    { assignee_id: ref('reporter') },
    { milestone_id: 0 },
    { milestone_id },
  ]
  for (const change of changes) {
    add(world, 'developer', 'updateMergeRequest', { ...one, ...base, ...change })
    add(world, 'owner', 'getMergeRequest', one)
    add(world, 'owner', 'listMergeRequests', { id })
  }
  archive(world, ref(other.symbol), ref(other.group.symbol))
}

function archive(world: World, id: string, group: string): void {
  for (const operation of ['archiveProject', 'unarchiveProject'] as const) {
    add(world, 'owner', operation, { id }, { open })
    add(world, 'owner', 'getProject', { id })
    for (const archived of [{}, { archived: true }, { archived: false }]) {
      const values = { search: '<word>', ...archived }
      add(world, 'owner', 'listGroupProjects', { id: group, ...archived })
      add(world, 'owner', 'listProjects', values)
      add(world, 'owner', 'listOwnedProjects', archived)
      add(world, 'developer', 'listVisibleProjects', values)
      add(world, 'admin', 'listAllProjects', values)
    }
    add(world, 'developer', 'createIssue', { id, title: 'Of what is archived' })
  }
}
