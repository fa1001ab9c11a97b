import { type CommitAction, commitActions } from '../../git/commit.ts'
import { mergeCommits } from '../../git/merge/merge.ts'
import type { GitCommit } from '../../git/objects/objects.ts'
import type { Signature } from '../../git/objects/signature.ts'
import { GitRefusal } from '../../git/refusal.ts'
import { branchHead, branchReference, hasBranches } from '../../git/repository.ts'
import { applyConsequences } from '../../gitlab/domain/context.ts'
import { push } from '../../gitlab/domain/repositories/push.ts'
import { repositoryOf } from '../../gitlab/domain/repositories/repositories.ts'
import { decodeBase64 } from '../../shared/base64.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { UserRecord } from '../../store/models/user.ts'
import type { SeedAction, SeedCommit, SeedRepository } from '../schema/repositories.ts'
import { each, isoTime, type Loading } from './loading.ts'
import { mergedBy } from './merged-by.ts'
import { noTimes } from './repository-times.ts'
import { timestampOf } from './timeline.ts'

/** A repository that is being loaded. */
export interface RepositoryLoading {
  readonly loading: Loading
  readonly project: ProjectRecord
  /** The path of the repository in the seed. */
  readonly path: string
}

/** Schedules the commits in order, each as one push, and labels them. */
export function loadCommits(into: RepositoryLoading, seed: SeedRepository): void {
  const { loading, project, path } = into
  const times = loading.times.get(project.id) ?? noTimes()
  let time = seconds(loading.timeWithin(project))
  each(seed.commits, `${path}.commits`, (commit, where) => {
    time = commit.at === undefined ? time + 60 : seconds(isoTime(commit.at) ?? '')
    times.last = timestampOf(isoTime(commit.at), times.last, times.last)
    const branch = commit.branch ?? seed.default_branch ?? project.default_branch
    if (!times.branches.has(branch)) times.branches.set(branch, times.last)
    if (commit.label) times.labels.set(commit.label, times.last)
    const planned = planCommit(loading, commit, time, where)
    loading.timeline.add(times.last, () => planned && makeCommit(into, planned))
  })
}

/** Returns a time in seconds, as git stores it. */
const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)

interface PlannedCommit {
  readonly seed: SeedCommit
  readonly pusher: UserRecord
  readonly author: Signature
  readonly committer: Signature
  readonly path: string
}

function planCommit(
  loading: Loading,
  seed: SeedCommit,
  time: number,
  path: string,
): PlannedCommit | undefined {
  const pusher = loading.user(seed.author, `${path}.author`)
  const committer = seed.committer ? loading.user(seed.committer, `${path}.committer`) : pusher
  if (!pusher || !committer) return undefined
  return { seed, pusher, author: signed(pusher, time), committer: signed(committer, time), path }
}

/** Returns a user as the signature of a commit. */
function signed({ name, email }: UserRecord, time: number): Signature {
  return { name, email, time, offset: 0 }
}

function makeCommit(into: RepositoryLoading, planned: PlannedCommit): void {
  const { loading, project } = into
  const { seed, pusher, author, path } = planned
  const branch = seed.branch ?? repositoryOf(loading.store, project).head
  const commit = tryCommit(into, planned, branch)
  if (!commit) return
  if (seed.label) label(into, seed.label, commit, `${path}.label`)
  const context = loading.as(pusher, new Date(author.time * 1000).toISOString())
  const following = mergedBy(loading.merges, project, seed.label).map((mergeBy) => mergeBy(commit))
  push(context, project, branchReference(branch), commit.id)
  for (const follow of following) follow()
  if (seed.merge) return
  applyConsequences(context.consequences.committed, context, { project, branch, commit })
}

function label(
  { loading, project }: RepositoryLoading,
  name: string,
  commit: GitCommit,
  path: string,
) {
  const labels = loading.labels.get(project.id) ?? new Map<string, GitCommit>()
  loading.isTwice(labels.get(name), name, path)
  loading.labels.set(project.id, labels.set(name, commit))
}

/** Writes a commit on top of a branch; a refusal of git is recorded as a problem. */
function tryCommit(
  into: RepositoryLoading,
  { seed, author, committer, path }: PlannedCommit,
  branch: string,
): GitCommit | undefined {
  const { loading } = into
  const parent = startOf(into, branch, seed, path)
  if (parent === 'unknown') return undefined
  const words = { message: seed.message, author, committer }
  try {
    if (seed.merge) return mergeInto(into, parent, seed, words, path)
    const actions = (seed.actions ?? []).map((action, index) =>
      readSeedAction(loading, action, `${path}.actions[${index}]`),
    )
    return commitActions(loading.store.objects, { parent, actions, ...words })
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error
    loading.problems.push({ path, reason: error.message })
    return undefined
  }
}

/** Returns the parent of a commit; undefined for the first commit of the repository. */
function startOf(
  { loading, project }: RepositoryLoading,
  branch: string,
  { from }: SeedCommit,
  path: string,
) {
  const repository = repositoryOf(loading.store, project)
  const present = branchHead(repository, branch)
  if (present !== undefined || !hasBranches(repository)) return present
  const start = loading.commit(project, from ?? repository.head, `${path}.from`)
  return start ? start.id : 'unknown'
}

function mergeInto(
  { loading, project }: RepositoryLoading,
  ours: string | undefined,
  { merge = '', actions }: SeedCommit,
  words: { message: string; author: Signature; committer: Signature },
  path: string,
): GitCommit | undefined {
  const where = `${path}.merge`
  const { store, problems } = loading
  const theirs = loading.commit(project, merge, where)
  if (actions) problems.push({ path: `${path}.actions`, reason: 'a merge has no actions' })
  if (!theirs || ours === undefined) return undefined
  const outcome = mergeCommits(store.objects, ours, theirs.id, words)
  switch (outcome.kind) {
    case 'merged':
      return outcome.commit
    case 'up-to-date':
      problems.push({ path: where, reason: `there is nothing to merge of "${merge}"` })
      return undefined
    case 'conflicts': {
      const paths = outcome.conflicts.map((conflict) => conflict.path).join(', ')
      problems.push({ path: where, reason: `"${merge}" conflicts in ${paths}` })
      return undefined
    }
  }
}

/** Converts an action of a seed; missing fields are recorded as problems. */
function readSeedAction(loading: Loading, seed: SeedAction, path: string): CommitAction {
  const { action, file_path, previous_path, executable } = seed
  const mode = executable === undefined ? {} : ({ mode: executable ? '100755' : '100644' } as const)
  switch (action) {
    case 'delete':
      return { action, path: file_path }
    case 'move': {
      if (previous_path === undefined) {
        loading.problems.push({ path, reason: 'a move needs previous_path' })
      }
      const content = contentOf(loading, seed, path)
      const moved = { action, path: file_path, previousPath: previous_path ?? file_path, ...mode }
      return content === undefined ? moved : { ...moved, content }
    }
    case 'create':
    case 'update': {
      const content = contentOf(loading, seed, path)
      if (content === undefined) {
        loading.problems.push({ path, reason: `${action} needs content or file` })
      }
      return { action, path: file_path, content: content ?? new Uint8Array(), ...mode }
    }
  }
}

/**
 * Returns the content of a file. In a seed that was read from a file, `file` has already been replaced by its content.
 */
function contentOf(
  { problems }: Loading,
  { content, encoding, file }: SeedAction,
  path: string,
): Uint8Array | undefined {
  if (file !== undefined) {
    const reason =
      content === undefined
        ? 'a file can be read only for a seed that is a file itself'
        : 'there is content already'
    problems.push({ path: `${path}.file`, reason })
  }
  if (content === undefined || encoding !== 'base64') {
    return content === undefined ? undefined : new TextEncoder().encode(content)
  }
  const bytes = decodeBase64(content)
  if (!bytes) problems.push({ path: `${path}.content`, reason: 'is not valid Base64' })
  return bytes ?? new Uint8Array()
}
