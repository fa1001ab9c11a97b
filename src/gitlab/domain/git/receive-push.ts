import { ApiError } from '../../../contract/errors.ts'
import { typeOf } from '../../../git/objects/database.ts'
import type { ReceivedObjects } from '../../../git/pack/received-objects.ts'
import { isHidden } from '../../../git/protocol/advertisement.ts'
import type { PushReport } from '../../../git/protocol/push-report.ts'
import type { PushRequest, ReferenceUpdate } from '../../../git/protocol/push-request.ts'
import { checkReferenceName, ReferenceFolders } from '../../../git/reference-name.ts'
import type { Repository } from '../../../git/repository.ts'
import { peelToCommit } from '../../../git/revision.ts'
import { applyConsequences, type ProjectContext } from '../context.ts'
import { errorText } from '../error-text.ts'
import { pushAll } from '../repositories/push.ts'
import { checkFileSizes, checkReferenceUpdate } from '../repositories/push-checks.ts'
import {
  branchOf,
  type Push,
  type PushCircumstances,
  pushedCommits,
} from '../repositories/pushes.ts'
import { moveReferences, repositoryOf } from '../repositories/repositories.ts'
import { applyMergeRequestOptions } from './merge-request-options.ts'
import { linksToMergeRequests, warningOf } from './push-messages.ts'
import { readPushOptions } from './push-options.ts'

/** A push whose objects were received, with the capabilities and options of the client. */
export interface GitPush
  extends Pick<PushRequest, 'updates' | 'capabilities' | 'options' | 'shallow'> {
  readonly received: ReceivedObjects
  /** Whether the token of a job was presented. Such a push creates no pipeline, since that would push again. */
  readonly isByJob: boolean
}

/** The errors of ref updates. */
type Problems = Map<ReferenceUpdate, string>

const DECLINED = 'pre-receive hook declined'
const NOT_UPDATED = 'failed to update ref'

/**
 * Executes a push: moves its refs with all consequences, or returns the errors. A push that is refused as a whole
 * changes nothing. A single ref that moved meanwhile fails alone, unless the push is atomic.
 */
export function receivePush(context: ProjectContext, push: GitPush): PushReport {
  const { project, store } = context
  const { updates, received } = push
  const problems: Problems = new Map()
  for (const update of updates) {
    const problem = problemOf(update, push)
    if (problem) problems.set(update, problem)
  }
  const refusal = refusalOf(
    context,
    updates.filter((update) => !problems.has(update)),
    received,
  )
  if (refusal !== undefined) {
    for (const update of updates) if (!problems.has(update)) problems.set(update, DECLINED)
    return report(updates, problems, refusedText(refusal))
  }
  const wasEmpty = repositoryOf(store, project).refs.size === 0
  const failedBefore = problems.size > 0
  const moved = applicableUpdates(repositoryOf(store, project), updates, problems)
  if (push.capabilities.has('atomic') && problems.size > 0) {
    for (const update of updates) {
      if (!failedBefore) problems.set(update, 'atomic transaction failed')
      else if (!problems.has(update)) problems.set(update, 'atomic push failure')
    }
    return report(updates, problems, [])
  }
  received.keep(store.objects)
  const shown = moved.length === 0 ? [] : applyUpdates(context, moved, push)
  return report(updates, problems, wasEmpty ? [] : shown)
}

function report(
  updates: readonly ReferenceUpdate[],
  problems: Problems,
  shown: readonly string[],
): PushReport {
  const refs = updates.map((update) => ({ ref: update.ref, problem: problems.get(update) }))
  return { refs, shown }
}

/** Returns the lines of an error as git shows them to the user. */
const refusedText = (text: string) => `GitLab: ${text}`.split('\n')

/**
 * Returns the error of git itself against an update, which comes before those of the service (builtin/receive-pack.c).
 */
function problemOf(
  { ref, after }: ReferenceUpdate,
  { received, shallow }: GitPush,
): string | undefined {
  if (isHidden(ref)) return 'deny updating a hidden ref'
  // Names that are not valid UTF-8 were decoded with U+FFFD, and differ from the name that the client sent.
  const isRead = !ref.includes('\uFFFD')
  if (!isRead || !/^refs\/./.test(ref) || checkReferenceName(ref)) return 'funny refname'
  if (after === undefined) return undefined
  if (!received.isComplete(after)) {
    return shallow.length > 0 ? 'shallow update not allowed' : 'missing necessary objects'
  }
  // A branch points to a commit, and here every other ref leads to one: the API shows no tag of a file or a tree.
  const { objects } = received
  const isBranch = ref.startsWith('refs/heads/')
  const commit = isBranch ? after : peelToCommit(objects, after)
  const isOfCommit = commit !== undefined && typeOf(objects, commit) === 'commit'
  return isOfCommit ? undefined : NOT_UPDATED
}

/** Returns the error of the service against the updates. One error is enough to refuse them all. */
function refusalOf(
  context: ProjectContext,
  updates: readonly ReferenceUpdate[],
  { objects }: ReceivedObjects,
): string | undefined {
  try {
    for (const update of updates) checkReferenceUpdate(context, update, objects)
    checkFileSizes(context, objects.byId.values())
    return undefined
  } catch (error) {
    if (error instanceof ApiError) return errorText(error)
    throw error
  }
}

/** Returns the updates that can be applied in sequence, and notes the errors of the others in `problems`. */
function applicableUpdates(
  repository: Repository,
  updates: readonly ReferenceUpdate[],
  problems: Problems,
): ReferenceUpdate[] {
  const refs = new Map(repository.refs)
  const folders = new ReferenceFolders(refs)
  const moved: ReferenceUpdate[] = []
  for (const update of updates) {
    if (problems.has(update)) continue
    const { ref, before, after } = update
    // A ref that is already gone can be deleted, as in git.
    const isStale = refs.get(ref) !== before && !(after === undefined && !refs.has(ref))
    const isInTheWay = after !== undefined && !refs.has(ref) && folders.isInTheWay(ref)
    if (isStale || isInTheWay) {
      problems.set(update, NOT_UPDATED)
      continue
    }
    if (refs.get(ref) === after) continue
    if (after === undefined) folders.remove(ref)
    else if (!refs.has(ref)) folders.add(ref)
    if (after === undefined) refs.delete(ref)
    else refs.set(ref, after)
    moved.push(update)
  }
  return moved
}

/** Moves the refs with their consequences. Returns the messages for the user. */
function applyUpdates(
  context: ProjectContext,
  moved: readonly ReferenceUpdate[],
  { options: given, isByJob }: GitPush,
): string[] {
  const { store, project } = context
  const options = readPushOptions(given)
  const isNamed = ({ ref }: ReferenceUpdate) => /^refs\/(?:heads|tags)\//.test(ref)
  moveReferences(
    store,
    project,
    moved.filter((update) => !isNamed(update)),
  )
  const named = moved.filter(isNamed)
  const pushes = pushAll(
    context,
    project,
    withCircumstances(named, isByJob ? 0 : MAX_PIPELINES).map((move) => ({
      ...move,
      ci: options.ci,
    })),
  )
  followPushedCommits(context, pushes)
  const errors = applyMergeRequestOptions(context, pushes, options)
  return [...warningOf(errors, options), ...linksToMergeRequests(context, pushes)]
}

/**
 * The maximum number of refs with the same action in a push that get events of their own
 * (`push_event_activities_limit`).
 */
const MAX_SINGLE_EVENTS = 3
/** The maximum number of refs of a push that get a pipeline (`PIPELINE_PROCESS_LIMIT` of GitLab 18). */
const MAX_PIPELINES = 4

/** Adds its circumstances to each ref of a push. Where one event stands for many refs, one of them carries it. */
function withCircumstances(
  moved: readonly ReferenceUpdate[],
  maxPipelines: number,
): (ReferenceUpdate & PushCircumstances)[] {
  const kindOf = ({ ref, before, after }: ReferenceUpdate) =>
    `${ref.startsWith('refs/tags/')} ${before === undefined} ${after === undefined}`
  const counts = new Map<string, number>()
  for (const update of moved) counts.set(kindOf(update), (counts.get(kindOf(update)) ?? 0) + 1)
  const recorded = new Set<string>()
  return moved.map((update, place) => {
    const kind = kindOf(update)
    const count = counts.get(kind) ?? 0
    const eventOf = count <= MAX_SINGLE_EVENTS ? 1 : recorded.has(kind) ? 0 : count
    recorded.add(kind)
    return { ...update, eventOf, hasPipeline: place < maxPipelines }
  })
}

/** The maximum number of commits of a push whose messages are processed (`PROCESS_COMMIT_LIMIT` of GitLab 18). */
const MAX_READ_COMMITS = 100

/** Processes the messages of the pushed commits, oldest first. */
function followPushedCommits(context: ProjectContext, pushes: readonly Push[]): void {
  const { store, consequences } = context
  for (const push of pushes) {
    const branch = branchOf(push)
    if (branch === undefined) continue
    const { project } = push
    for (const commit of pushedCommits(store, push).slice(0, MAX_READ_COMMITS).reverse()) {
      applyConsequences(consequences.committed, context, { project, branch, commit })
    }
  }
}
