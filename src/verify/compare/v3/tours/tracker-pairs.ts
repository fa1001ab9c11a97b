import type { Values } from '../../../reproduction/history.ts'
import { firstOf } from '../calls.ts'
import { add } from '../reads.ts'
import { addBranch, addMergeRequest } from '../records.ts'
import { ref, type World } from '../world.ts'
import { type Caller, callersWith, pairsOfFields } from './field-pairs.ts'

const titles = ['The window is open', 'größer & <lt>b>', 'ü'.repeat(255)]

/** Those who create records: what the administrator writes could be of anybody who is not of the history. */
const creators = (role: string) => callersWith(role).filter(({ as }) => as !== 'admin')

/** Whether a caller other than the owner and administrators sends a time, which is ignored. */
const isOthersTime = ({ created_at, updated_at }: Values, caller: Caller | undefined) =>
  (created_at ?? updated_at) !== undefined && caller !== undefined && !/owner|admin/.test(caller.as)

/** Issues: each two fields together, at their creation and in changes of two issues in turn. */
export function issuePairs(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = firstOf(project)
  const [first, , , , last] = project.issues
  const [second] = project.issues.slice(1)
  if (!first || !second || !last) return
  const id = ref(project.symbol)
  const lists = () => {
    if (draw.isLikely(0.4)) add(world, 'owner', 'listIssuesOfProject', { id, per_page: 100 })
    if (draw.isLikely(0.1)) add(world, 'owner', 'getProject', { id })
    if (draw.isLikely(0.1))
      add(world, 'developer', 'listIssuesOfGroup', { id: ref(project.group.symbol) })
    if (draw.isLikely(0.1)) add(world, 'owner', 'listOwnIssues', { labels: 'roof,bug' })
  }
  const common = { world, target, callers: callersWith('developer') }
  pairsOfFields({
    ...common,
    operation: 'createIssue',
    callers: creators('developer'),
    common: () => ({ id }),
    fields: { title: titles },
    areExclusive: isOthersTime,
    makes: 'issue',
    show(made) {
      const by = draw.one(['owner', 'admin', 'reporter'])
      add(world, by, 'getIssue', { id, issue_id: ref(made) })
      lists()
    },
  })
  const changed = [first, second]
  const closed = new Set<string>()
  let turn = 0
  let issue = first
  pairsOfFields({
    ...common,
    operation: 'updateIssue',
    common() {
      issue = changed[turn++ % 2] ?? first
      return { id, issue_id: ref(issue.symbol) }
    },
    areExclusive: isOthersTime,
    adjust(sent) {
      const isClosed = closed.has(issue.symbol)
      const { state_event: event } = sent
      // What closing what is closed does is not stated.
      if ((event === 'close' && isClosed) || (event === 'reopen' && !isClosed)) {
        const before = { state_event: isClosed ? 'reopen' : 'close' }
        add(world, 'owner', 'updateIssue', { id, issue_id: ref(issue.symbol), ...before })
      }
      if (event === 'close') closed.add(issue.symbol)
      if (event === 'reopen') closed.delete(issue.symbol)
      return sent
    },
    show() {
      const by = draw.one(['owner', 'admin', 'reporter'])
      add(world, by, 'getIssue', { id, issue_id: ref(issue.symbol) })
      const other = draw.one([...changed, last].filter((one) => one !== issue))
      if (draw.isLikely(0.6)) add(world, 'owner', 'getIssue', { id, issue_id: ref(other.symbol) })
      lists()
    },
  })
  for (const one of [first, second]) one.isClosed = closed.has(one.symbol)
}

/** Merge requests: each two fields together, at their creation, in changes, and where they are merged. */
export function mergeRequestPairs(world: World): void {
  const { draw, projects } = world
  const project = draw.one(projects.slice(0, 2))
  const target = firstOf(project)
  const [first, second] = project.mergeRequests
  if (!first || !second) return
  const id = ref(project.symbol)
  const readOne = (symbol: string) => {
    const one = { id, merge_request_id: ref(symbol) }
    add(world, draw.one(['owner', 'developer', 'reporter']), 'getMergeRequest', one)
    if (draw.isLikely(0.3)) add(world, 'owner', 'listMergeRequests', { id, per_page: 100 })
    if (draw.isLikely(0.1)) add(world, 'owner', 'getMergeRequestChanges', one)
  }
  const common = { world, target }
  pairsOfFields({
    ...common,
    operation: 'createMergeRequest',
    callers: creators('developer'),
    common: () => ({ id, source_branch: addBranch(world, project), target_branch: 'master' }),
    fields: { title: [...titles, 'WIP: Mend it'] },
    makes: 'mergeRequest',
    show: (made) => readOne(made),
  })
  const changed = [first, second]
  let turn = 0
  let request = first
  pairsOfFields({
    ...common,
    operation: 'updateMergeRequest',
    mayBeEmpty: true,
    callers: callersWith('developer'),
    common() {
      request = changed[turn++ % 2] ?? first
      const one = { id, merge_request_id: ref(request.symbol) }
      // GitLab 8.15 required all three with each change.
      const base = { source_branch: request.source, target_branch: 'master' }
      return { ...one, ...base, title: request.title }
    },
    fields: { title: [...titles, 'WIP: Mend it'] },
    without: ['state_event', 'source_branch', 'target_branch'],
    show() {
      readOne(request.symbol)
      const [other] = changed.filter((one) => one !== request)
      const neighbour = { id, merge_request_id: ref(other?.symbol ?? first.symbol) }
      if (draw.isLikely(0.5)) add(world, 'owner', 'getMergeRequest', neighbour)
    },
  })
  let merged = first
  const heads = () => {
    merged = addMergeRequest(world, project, {})
    const head = world.fresh('commit')
    add(world, 'owner', 'getCommit', { id, sha: merged.source }, { makes: head })
    return head
  }
  let head = ''
  pairsOfFields({
    ...common,
    operation: 'mergeMergeRequest',
    mayBeEmpty: true,
    callers: callersWith('master'),
    common() {
      head = heads()
      return { id, merge_request_id: ref(merged.symbol) }
    },
    fields: {
      merge_commit_message: ['Merge it', 'Löst „Lecks“ – 日本\n\nIt is mended'],
      sha: ['head', 'other'],
    },
    adjust({ sha, ...sent }) {
      // The message without one is not specified.
      const message = `${sent.merge_commit_message ?? 'Merge'}: ${merged.symbol}`
      const own = { ...sent, merge_commit_message: message }
      if (sha === undefined) return own
      return { ...own, sha: sha === 'head' ? `<${head}.id>` : 'f'.repeat(40) }
    },
    show(_made, { sha }) {
      merged.isMerged = sha !== 'f'.repeat(40)
      readOne(merged.symbol)
      add(world, 'owner', 'getBranch', { id, branch: merged.source })
      add(world, draw.one(['owner', 'developer']), 'getCommit', { id, sha: 'master' })
    },
  })
}
