import type { Step } from '../../reproduction/history.ts'
import { at } from '../../story/bodies.ts'
import type { Difference } from '../comparison.ts'
import type { DifferingCall, Facts, Fields, Rules } from '../rules.ts'

/** What a history did to branches, commits and their statuses, and what is not stated of them from then on. */

const ofSources = 'whether a merge removes its branch where nothing is said of it is not stated'
const ofStatuses = 'how the status of a commit follows from several is not stated'
const ofBuilds = 'whether builds are statuses too is not stated'
const ofRepeated = 'whether a status that is posted again is added or updated is stated as either'
const ofRefs = 'what the ref of a status is that was posted without one is not stated'
const ofFlags = 'what a flag of a protected branch is that was not sent is not stated'
const ofRenames = 'whether a file that was renamed is removed and added is not stated'
const ofParted = 'whether changes are those since two revisions parted is not stated'
const ofSameRef = 'whether two names of one commit are the same is not stated'

const states = ['pending', 'running', 'success', 'failed', 'canceled'] as const
const flags = ['developers_can_push', 'developers_can_merge'] as const

/** What a post changes of a status that is there already. */
const changedByPost: ReadonlySet<string> = new Set([
  ...['status', 'description', 'target_url', 'allow_failure', 'author'],
  ...['created_at', 'started_at', 'finished_at'],
])

const isOfItem = ({ place }: Pick<Difference, 'place'>) =>
  /\((?:no such|a further) item\)$/.test(place)

/** Notes what a call did to branches, commits and their statuses. */
export const noteCode: Rules['note'] = ({ facts }, call, { body, before }) => {
  const { operation, parameters: sent } = call
  if (operation === 'compareRevisions') {
    const behind = at(before, 'commits')
    facts.set('has parted', Array.isArray(behind) && behind.length > 0)
  }
  if (operation === 'createCommitStatus') noteStatus(facts, sent, body)
  if (/^list(?:Builds|CommitStatuses)/.test(operation) && listsBuilds(facts, body))
    facts.set(builds, true)
  if (operation === 'protectBranch' || operation === 'unprotectBranch') {
    for (const flag of flags) {
      const isUnsaid = operation === 'protectBranch' && sent[flag] === undefined
      facts.set(`unsaid ${flag} ${at(body, 'name')}`, isUnsaid)
    }
  }
  if (operation === 'mergeMergeRequest' && at(body, 'state') === 'merged') {
    if (sent.should_remove_source_branch === undefined)
      facts.set(`may be gone ${at(body, 'source_branch')}`, at(body, 'source_project_id'))
    if (hasRenames(facts)) facts.set(`renames in ${at(body, 'merge_commit_sha')}`, true)
  }
  const isOfRename =
    (operation === 'createCommit' && renames(sent.actions)) ||
    (operation === 'cherryPickCommit' && hasRenames(facts))
  if (isOfRename) facts.set(`renames in ${at(body, 'id')}`, true)
}

const hasRenames = (facts: Facts) => [...facts.keys()].some((key) => key.startsWith('renames in '))

/** The fact that the history has builds, which are statuses of their commits on the forge. */
const builds = 'has builds'

/** Whether a list has what nobody posted as a status. */
const listsBuilds = (facts: Facts, body: unknown) =>
  Array.isArray(body) && body.some((one) => !facts.has(`posted status ${at(one, 'id')}`))

/** Whether actions of a commit move a file, or remove one and create another. */
function renames(actions: unknown): boolean {
  const kinds = Array.isArray(actions) ? actions.map((one) => at(one, 'action')) : []
  return kinds.includes('move') || (kinds.includes('delete') && kinds.includes('create'))
}

/** Notes a status that was posted: its state, and whether there was one of its name. */
function noteStatus(facts: Map<string, unknown>, sent: Fields, body: unknown): void {
  const [id, sha, name, state] = ['id', 'sha', 'name', 'status'].map((field) => at(body, field))
  facts.set(`posted status ${id}`, true)
  facts.set(`state of ${sha} ${state}`, true)
  if (sent.ref === undefined) facts.set(`status without ref ${id}`, true)
  const key = `status of ${sha} ${name}`
  if (facts.has(key)) facts.set(`repeated ${name}`, true)
  if (facts.has(key) && facts.get(key) !== id) facts.set(`superseded ${facts.get(key)}`, true)
  facts.set(key, id)
}

/** Returns the comparison the other way round, which tells whether two revisions have parted. */
export function readOfCompare({ operation, parameters }: Step): Step | undefined {
  const { id, from, to } = parameters
  return operation === 'compareRevisions'
    ? { operation, as: 'admin', parameters: { id, from: to, to: from } }
    : undefined
}

/** Explains why a field of a branch, a commit or a status is open after what the history did. */
export const openCodeField: Rules['openField'] = (schemas, field, object, facts) => {
  if (schemas.includes('Branch') && facts.get(`unsaid ${field} ${object.name}`) === true)
    return ofFlags
  if (schemas.includes('CommitStatus')) {
    if (field === 'ref' && facts.has(`status without ref ${object.id}`)) return ofRefs
    return changedByPost.has(field) && facts.has(`superseded ${object.id}`) ? ofRepeated : undefined
  }
  if (field === 'status' && schemas.includes('CommitDetail'))
    return object.status !== null && !isOnlyState(facts, object.id, object.status)
      ? ofStatuses
      : undefined
  if (field === 'status' && schemas.includes('Pipeline'))
    return states.some((state) => facts.has(`state of ${object.sha} ${state}`))
      ? ofStatuses
      : undefined
  const isOfRename =
    (schemas.includes('Contributor') && field !== 'commits' && hasRenames(facts)) ||
    (field === 'stats' && facts.has(`renames in ${object.id}`))
  return isOfRename ? ofRenames : undefined
}

/** Whether all statuses that were posted of a commit have one state, which it shows. */
function isOnlyState(facts: Facts, sha: unknown, shown: unknown): boolean {
  const posted = states.filter((state) => facts.has(`state of ${sha} ${state}`))
  return posted.length === 1 && posted[0] === shown
}

/** Explains why a difference in branches, commits or statuses is open. */
export const openInCode: Rules['openDifference'] = (one, call) => {
  const { operation, sent, facts, forge } = call
  if (operation === 'compareRevisions') return openInCompare(one, call)
  if (operation === 'createCommitStatus')
    return /^(?:id|\w+_at)$/.test(one.place) && facts.has(`repeated ${at(forge, 'name')}`)
      ? ofRepeated
      : undefined
  if (operation === 'listCommitStatuses' && isOfItem(one)) return openListedStatus(one, sent, facts)
  if (operation === 'listBranches' && isOfItem(one))
    return mayBeGone(facts, sent.id, at(one.forge ?? one.server, 'name')) ? ofSources : undefined
  return openRename(one, forge) ?? openOfGone(one, call)
}

/** Explains why a list of statuses may lack one, or have a further one of a name that was posted again. */
function openListedStatus(
  { place, server, forge }: Pick<Difference, 'place' | 'server' | 'forge'>,
  sent: Fields,
  facts: Facts,
): string | undefined {
  if (facts.has(`repeated ${at(forge ?? server, 'name')}`)) return ofRepeated
  if (!place.endsWith('(no such item)')) return undefined
  if (!facts.has(`posted status ${at(forge, 'id')}`)) return ofBuilds
  const isOfRef = sent.ref !== undefined && facts.has(`status without ref ${at(forge, 'id')}`)
  return isOfRef ? ofRefs : undefined
}

/** Explains why a comparison of two revisions differs. */
function openInCompare(
  one: Pick<Difference, 'place' | 'server' | 'forge'>,
  { sent, facts, forge }: DifferingCall,
): string | undefined {
  if (one.place === 'compare_same_ref') return sent.from === sent.to ? undefined : ofSameRef
  const isOfParted = facts.get('has parted') === true && !one.place.endsWith('(no such item)')
  if (one.place.startsWith('diffs[]') && isOfParted) return ofParted
  return openRename(one, forge) ?? openOfGone(one, { sent, facts })
}

/** Explains why an entry tells that a file was removed which is renamed on the forge. */
function openRename(
  { place, server }: Pick<Difference, 'place' | 'server'>,
  forge: unknown,
): string | undefined {
  if (!place.endsWith('(a further item)') || at(server, 'deleted_file') !== true) return undefined
  const lists = [forge, at(forge, 'changes'), at(forge, 'diffs')]
  const entries = lists.flatMap((list) => (Array.isArray(list) ? list : []))
  const isRenamed = entries.some(
    (entry) =>
      at(entry, 'renamed_file') === true && at(entry, 'old_path') === at(server, 'old_path'),
  )
  return isRenamed ? ofRenames : undefined
}

/** Explains why an entry of a diff is open whose file one side shows as renamed, the other as removed and added. */
export function openRenamedItem(item: Fields, listed: readonly unknown[]): string | undefined {
  const has = (flag: string, field: string) =>
    listed.some((one) => at(one, flag) === true && at(one, field) === item[field])
  const isSplit =
    item.renamed_file === true && has('new_file', 'new_path') && has('deleted_file', 'old_path')
  const isJoined =
    (item.new_file === true && has('renamed_file', 'new_path')) ||
    (item.deleted_file === true && has('renamed_file', 'old_path'))
  return isSplit || isJoined ? ofRenames : undefined
}

/** The parameters that name a branch, or a revision that can be one. */
const revisions = ['branch', 'ref', 'ref_name', 'sha', 'from', 'to', 'branch_name', 'source_branch']

function mayBeGone(facts: Facts, project: unknown, branch: unknown): boolean {
  const of = facts.get(`may be gone ${branch}`)
  return of !== undefined && (typeof project !== 'number' || of === project)
}

/** Explains why a call finds a branch, or not, which a merge may have removed. */
function openOfGone(
  { place, server, forge }: Pick<Difference, 'place' | 'server' | 'forge'>,
  { sent, facts }: Pick<DifferingCall, 'sent' | 'facts'>,
): string | undefined {
  if (!revisions.some((name) => mayBeGone(facts, sent.id, sent[name]))) return undefined
  if (place === 'status') {
    const [first = 0, last = 0] = [Number(server), Number(forge)].toSorted((a, b) => a - b)
    return first < 400 && /^(?:400|404|405|409|422)$/.test(String(last)) ? ofSources : undefined
  }
  return sent.ref_name !== undefined && isOfItem({ place }) ? ofSources : undefined
}

/** Whether a list may have more or fewer branches or statuses for what the history did. */
export const movesInCode: Rules['mayBeMoved'] = ({ operation, sent, facts }) => {
  const has = (start: string) => [...facts.keys()].some((key) => key.startsWith(start))
  if (operation === 'listCommitStatuses') return has('repeated ') || facts.has(builds)
  const isOfBranch = operation === 'listBranches' || sent.ref_name !== undefined
  return isOfBranch && has('may be gone ')
}
