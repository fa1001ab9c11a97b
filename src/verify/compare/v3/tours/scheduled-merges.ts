import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { addOwnProject } from '../fixture.ts'
import { add } from '../reads.ts'
import { addIssue, addMergeRequest } from '../records.ts'
import { type MergeRequest, type Project, ref, type World } from '../world.ts'
import { createLook } from './look.ts'

/** No runner takes it, so the builds wait. */
const pipeline = 'test:\n  script: [make]\n  tags: [nowhere]\n'

/** What happens to a merge request whose merge is scheduled. */
type Ending = 'canceled' | 'changed' | 'closed' | 'pushed to' | 'deleted'

const endings: readonly Ending[] = ['canceled', 'changed', 'closed', 'pushed to', 'deleted']

const again = 'whether a merge can be scheduled twice is not stated'
const newHead = 'what a push does to a scheduled merge is not stated'
const open = 'how a merge request is closed is not stated'

/** Merges that wait for a build: by whom they are scheduled and canceled, and how a merge request changes until then. */
export function scheduledMerges(world: World): void {
  const [main] = world.projects
  if (!main) return
  const project = addOwnProject(world, main.group, world.levels.at(-1) ?? 0)
  const id = ref(project.symbol)
  for (const ending of endings) {
    const issue = addIssue(world, project, 'developer', {})
    const description = `Closes #<${issue.symbol}.iid>`
    const request = addMergeRequest(world, project, { description })
    const head = build(world, project, request)
    const one = { id, merge_request_id: ref(request.symbol) }
    const look = createLook(world, {
      shows: ['MergeRequest', 'Branch', 'Issue'],
      target: { ...firstOf(project, 'developer'), request },
      by: ['owner', 'developer', 'reporter', 'stranger', 'admin', 'nobody'],
      values: { branch: request.source },
      without: ['getIssue', 'listOwnIssues'],
    })
    const write = (
      as: string,
      operation: OperationId<'v3'>,
      values: Values = {},
      open?: string,
    ) => {
      add(world, as, operation, { ...one, ...values }, open === undefined ? {} : { open })
      look.near()
    }
    const later = { merge_when_build_succeeds: true }
    write('owner', 'cancelMergeWhenBuildSucceeds')
    write('reporter', 'mergeMergeRequest', later)
    write('owner', 'mergeMergeRequest', { ...later, sha: 'f'.repeat(40) })
    write('owner', 'mergeMergeRequest', { ...later, sha: head, merge_commit_message: 'Merge it' })
    look.wide()
    write('master', 'mergeMergeRequest', later, again)
    write('reporter', 'cancelMergeWhenBuildSucceeds')
    write('stranger', 'cancelMergeWhenBuildSucceeds')
    end(world, project, request, ending, write)
    look.wide()
    add(world, 'owner', 'getIssue', { id, issue_id: ref(issue.symbol) })
    add(world, 'developer', 'listMergeRequests', { id, state: 'opened' })
  }
}

/** Pushes a pipeline to the source of a merge request, and returns its head. */
function build(world: World, project: Project, { source }: MergeRequest): string {
  const id = ref(project.symbol)
  const file = { file_path: '.gitlab-ci.yml', branch_name: source, content: pipeline }
  const operation = project.builds.length > 0 ? 'updateFile' : 'createFile'
  add(world, 'owner', operation, { id, ...file, commit_message: `Build ${source}` })
  const commit = world.fresh('commit')
  add(world, 'owner', 'getCommit', { id, sha: source }, { makes: commit })
  add(world, 'owner', 'listBuildsOfCommit', { id, sha: `<${commit}.id>` })
  return `<${commit}.id>`
}

type Write = (as: string, operation: OperationId<'v3'>, values?: Values, open?: string) => void

function end(
  world: World,
  project: Project,
  request: MergeRequest,
  ending: Ending,
  write: Write,
): void {
  const base = { source_branch: request.source, target_branch: 'master', title: request.title }
  switch (ending) {
    case 'canceled':
      write('owner', 'cancelMergeWhenBuildSucceeds')
      write('owner', 'cancelMergeWhenBuildSucceeds')
      write('owner', 'mergeMergeRequest', { merge_when_build_succeeds: true })
      write('owner', 'cancelMergeWhenBuildSucceeds')
      write('owner', 'mergeMergeRequest', { merge_commit_message: 'Merge it at once' })
      write('owner', 'cancelMergeWhenBuildSucceeds')
      request.isMerged = true
      return
    case 'changed':
      write('developer', 'updateMergeRequest', { ...base, title: 'Mend it later' })
      write('developer', 'updateMergeRequest', { ...base, labels: 'bug' })
      write('developer', 'createMergeRequestNote', { body: 'It waits' })
      write('owner', 'cancelMergeWhenBuildSucceeds')
      return
    case 'closed':
      write('owner', 'updateMergeRequest', { ...base, state_event: 'close' }, open)
      write('owner', 'cancelMergeWhenBuildSucceeds')
      return
    case 'pushed to': {
      const file = { branch_name: request.source, file_path: 'lib/later.rb', content: 'puts 3\n' }
      const id = ref(project.symbol)
      add(world, 'developer', 'createFile', { id, ...file, commit_message: 'Add what comes later' })
      write('owner', 'cancelMergeWhenBuildSucceeds', {}, newHead)
      return
    }
    case 'deleted':
      write('owner', 'deleteMergeRequest')
      write('owner', 'cancelMergeWhenBuildSucceeds')
      request.isGone = true
      return
  }
}
