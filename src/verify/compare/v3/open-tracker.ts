import type { Step } from '../../reproduction/history.ts'
import { at } from '../../story/bodies.ts'
import type { Difference } from '../comparison.ts'
import type { Call } from '../past.ts'
import type { DifferingCall, Facts, Fields, Rules } from '../rules.ts'

/** What a history did to issues and merge requests, and what is not stated of them from then on. */

const ofStates = 'which merge requests are listed without a state is not stated'
const afterMerge =
  'what a merge request shows of its commits and issues once it is merged is not stated'
const ofClosed = 'whether an issue that is closed already counts as one to be closed is not stated'
const ofWords = 'which words say that a merge closes an issue is not stated'
const ofMembers = 'which members see a confidential issue is not stated'
const ofMoved = 'what else of an issue goes with it into another project is not stated'
const ofDrafts = 'which titles are those of work in progress is not stated'

/** What an issue may lose by a move: its texts, its labels and its milestone go with it. */
const lostByMove: ReadonlySet<string> = new Set([
  ...['created_at', 'updated_at', 'assignee', 'due_date', 'user_notes_count', 'subscribed'],
])

/** The signs that services have for work in progress. */
const signOfDraft = /^\s*[[(]?(?:WIP|Draft)\b/i

/** The lowest level of those whom any service shows a confidential issue. */
const DEVELOPER = 30

const isList = (operation: string) => /^list(?:Own)?Issues(?!Closed)/.test(operation)
const isMissing = ({ place }: Pick<Difference, 'place'>) => place.endsWith('(no such item)')
const isFurther = ({ place }: Pick<Difference, 'place'>) => place.endsWith('(a further item)')

/** Notes what a call did to issues, merge requests and members. */
export const noteTracker: Rules['note'] = ({ facts }, call, { body, before }) => {
  const { operation, parameters: sent } = call
  noteMembers(facts, call, body)
  if (operation === 'createIssue' || operation === 'updateIssue' || operation === 'moveIssue') {
    facts.set(`confidential issue ${at(body, 'id')}`, at(body, 'confidential') === true)
  }
  if (operation === 'moveIssue') facts.set(`moved issue ${at(body, 'id')}`, true)
  if (operation === 'updateIssue' && sent.state_event !== undefined)
    facts.delete(`closed by words ${at(body, 'id')}`)
  if (operation !== 'mergeMergeRequest' || at(body, 'state') !== 'merged') return
  facts.set(`merged ${at(body, 'id')}`, true)
  for (const issue of Array.isArray(before) ? before : []) {
    if (at(issue, 'state') !== 'opened') continue
    facts.set(`closed by words ${at(issue, 'id')}`, true)
    facts.set(`closing in ${at(issue, 'project_id')}`, true)
  }
}

/** Notes the levels of members, and the groups of projects. */
function noteMembers(
  facts: Map<string, unknown>,
  { operation, parameters: sent }: Call,
  body: unknown,
): void {
  if (operation === 'createProject')
    facts.set(`group of ${at(body, 'id')}`, at(body, 'namespace.id'))
  const [, does, kind] = /^(add|update|remove)(Group|Project)Member$/.exec(operation) ?? []
  if (kind === undefined) return
  const key = `level of ${sent.user_id} in ${kind} ${sent.id}`
  if (does === 'remove') facts.delete(key)
  else facts.set(key, at(body, 'access_level'))
}

/** Returns the read of the issues that a merge closes: before it, and where they are what is read. */
export function readBeforeMerge(step: Step): Step | undefined {
  const { operation, parameters } = step
  if (!/^(?:mergeMergeRequest|listIssuesClosedByMergeRequest)$/.test(operation)) return undefined
  const { id, merge_request_id: request } = parameters
  return {
    ...{ operation: 'listIssuesClosedByMergeRequest', as: 'admin' },
    parameters: { id, merge_request_id: request },
  }
}

/** Whether a list names an issue that a merge would close. */
export const namesOpenIssue = (issues: unknown): boolean =>
  Array.isArray(issues) && issues.some((issue) => at(issue, 'state') === 'opened')

/** Explains why a field of an issue, a project or a merge request is open after what the history did. */
export const openTrackerField: Rules['openField'] = (schemas, field, object, facts) => {
  if (field === 'work_in_progress')
    return signOfDraft.test(String(object.title)) ? ofDrafts : undefined
  if (schemas.includes('Issue') && lostByMove.has(field) && facts.has(`moved issue ${object.id}`))
    return ofMoved
  if (facts.get('closing words') !== 'elsewhere') return undefined
  const isOfIssue = schemas.includes('Issue') && field === 'state'
  const isOfCount = schemas.includes('Project') && field === 'open_issues_count'
  return (isOfIssue && facts.has(`closed by words ${object.id}`)) ||
    (isOfCount && facts.has(`closing in ${object.id}`))
    ? ofWords
    : undefined
}

/** Explains why an event of the forge is open: it tells of an issue that a merge closed by words. */
export const openEvent: Rules['openItem'] = (operation, item, listed, facts) =>
  /Events$/.test(operation) && !listed.includes(item) && isClosedByWords(item, facts)
    ? ofWords
    : undefined

const isClosedByWords = ({ action_name, target_type, target_id }: Fields, facts: Facts) =>
  action_name === 'closed' &&
  target_type === 'Issue' &&
  facts.get('closing words') === 'elsewhere' &&
  facts.has(`closed by words ${target_id}`)

/** Explains why a difference in issues or merge requests is open. */
export const openInTracker: Rules['openDifference'] = (one, call) => {
  const { operation, sent, facts } = call
  if (one.place === 'status') return openStatus(one, call)
  if (!isMissing(one) && !isFurther(one)) return undefined
  if (operation === 'listMergeRequests')
    return isMissing(one) && sent.state === undefined && isOver(one.forge) ? ofStates : undefined
  if (operation === 'listIssuesClosedByMergeRequest') return openClosed(one, call)
  const isMerged = facts.has(`merged ${sent.merge_request_id}`)
  if (operation === 'listMergeRequestCommits' || operation === 'getMergeRequestChanges')
    return isMissing(one) && isMerged ? afterMerge : undefined
  if (operation === 'listIssueNotes')
    return isMissing(one) && facts.has(`moved issue ${sent.issue_id}`) ? ofMoved : undefined
  return openIssue(one, call)
}

const isOver = (request: unknown) => /^(?:merged|closed)$/.test(String(at(request, 'state')))

/** Explains why the list of the issues that a merge closes may have an issue, or lack it. */
function openClosed(one: Pick<Difference, 'place' | 'server'>, call: DifferingCall) {
  const { sent, facts, server } = call
  const isMerged = facts.has(`merged ${sent.merge_request_id}`)
  if (isFurther(one))
    return !isMerged && at(one.server, 'state') === 'closed' ? ofClosed : undefined
  if (isMerged) return afterMerge
  const isEmpty = Array.isArray(server) && server.length === 0
  return isEmpty && facts.get('closing words') === 'elsewhere' ? ofWords : undefined
}

/** Explains why a list of issues or events may have what is of an issue, or lack it. */
function openIssue(
  { server, forge }: Pick<Difference, 'server' | 'forge'>,
  call: DifferingCall,
): string | undefined {
  const { operation, facts, forgeOf } = call
  const isOfEvents = /Events$/.test(operation)
  if (!isList(operation) && !isOfEvents) return undefined
  if (isOfEvents && at(forge ?? server, 'target_type') !== 'Issue') return undefined
  const field = isOfEvents ? 'target_id' : 'id'
  const own = at(server, field)
  const id = at(forge, field) ?? (typeof own === 'number' ? forgeOf('issue', own) : undefined)
  if (facts.get(`confidential issue ${id}`) === true && isLowMember(call)) return ofMembers
  const isOfWords = facts.get('closing words') === 'elsewhere' && !isOfEvents
  return isOfWords && facts.has(`closed by words ${id}`) ? ofWords : undefined
}

/** Explains why a call about a confidential issue may find it, or not. */
function openStatus(
  { server, forge }: Pick<Difference, 'server' | 'forge'>,
  call: DifferingCall,
): string | undefined {
  if (call.facts.get(`confidential issue ${call.sent.issue_id}`) !== true) return undefined
  const statuses = [Number(server), Number(forge)].toSorted((a, b) => a - b)
  const [first = 0, last = 0] = statuses
  const isHidden = first < 400 && (last === 403 || last === 404)
  return isHidden && isLowMember(call) ? ofMembers : undefined
}

/** Whether the caller is a member below developers of the project, or of the group, that a call is of. */
function isLowMember({
  operation,
  sent,
  caller,
  facts,
}: Omit<DifferingCall, 'server' | 'forge' | 'forgeOf'>) {
  const levels = levelsOf(facts, caller, operation, sent)
  return levels.length > 0 && Math.max(...levels) < DEVELOPER
}

function levelsOf(facts: Facts, caller: unknown, operation: string, { id }: Fields): number[] {
  const group = facts.get(`group of ${id}`)
  const isOfPlace = (place: string) =>
    typeof id !== 'number' ||
    (operation === 'listIssuesOfGroup'
      ? place === `Group ${id}` || place.startsWith('Project')
      : place === `Project ${id}` || place === `Group ${group}`)
  const start = `level of ${caller} in `
  return [...facts].flatMap(([key, level]) =>
    caller !== undefined && key.startsWith(start) && isOfPlace(key.slice(start.length))
      ? [Number(level)]
      : [],
  )
}

/** Whether a list may have more or fewer issues or merge requests for what the history did. */
export const movesInTracker: Rules['mayBeMoved'] = (call) => {
  const { operation, sent, facts } = call
  const has = (start: string) => [...facts.keys()].some((key) => key.startsWith(start))
  const isMerged = facts.has(`merged ${sent.merge_request_id}`)
  if (operation === 'listMergeRequests') return sent.state === undefined && has('merged ')
  if (operation === 'listMergeRequestCommits') return isMerged
  if (operation === 'listIssuesClosedByMergeRequest') return isMerged
  if (!isList(operation)) return false
  const isOfWords = facts.get('closing words') === 'elsewhere' && has('closed by words ')
  return (isOfWords && sent.state !== undefined) || (has('confidential ') && isLowMember(call))
}
