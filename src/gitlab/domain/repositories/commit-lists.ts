import { historyLength, idsAhead } from '../../../git/history/ancestry.ts'
import { inTopologicalOrder, type LogOptions, log, logPage } from '../../../git/history/history.ts'
import type { GitCommit, ObjectId } from '../../../git/objects/objects.ts'
import { listBranches, listTags, type Reference } from '../../../git/repository.ts'
import { peelToCommit } from '../../../git/revision.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { omitUndefined } from '../changes.ts'
import { findCommit, isInHistoryOf, repositoryOf } from './repositories.ts'

/** The filters for a list of commits in a request. */
export interface CommitSelection {
  /** A branch, a tag, an id, or a range `a..b` of two of them; defaults to the default branch. */
  readonly revision: string | undefined
  /** Whether to list the commits of all branches and tags, regardless of the revision. */
  readonly all?: boolean | undefined
  readonly path?: string | undefined
  /** A part of the author's name or email address. */
  readonly author?: string | undefined
  /** ISO 8601. */
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly firstParent?: boolean | undefined
  readonly order?: 'default' | 'topo' | undefined
}

/** The matching commits; only those of the requested page are read. */
export interface SelectedCommits {
  readonly total: number
  page(from: number, to: number): readonly GitCommit[]
}

/** Selects commits of a project, newest first; none for a missing revision. */
export function selectCommits(
  store: Store,
  project: ProjectRecord,
  selection: CommitSelection,
): SelectedCommits {
  const { objects } = store
  const walk = walkOf(store, project, selection)
  const [only] = walk?.tips ?? []
  if (!walk || only === undefined) return { total: 0, page: () => [] }
  const filters = filtersOf(selection)
  if (isWhole(selection) && walk.tips.length === 1 && !walk.within) {
    return {
      total: historyLength(objects, only),
      page: (from, to) => logPage(objects, only, from, to),
    }
  }
  const options = { ...filters, ...omitUndefined({ within: walk.within }) }
  const commits = ordered(store, walk.tips, options, selection).filter(byAuthor(selection))
  return { total: commits.length, page: (from, to) => commits.slice(from, to) }
}

/** Counts the ancestors of a commit, including itself; on request only first parents. */
export function sequenceOf({ objects }: Store, { id }: GitCommit, firstParent: boolean): number {
  if (!firstParent) return historyLength(objects, id)
  let count = 0
  for (const _ of log(objects, [id], { firstParent })) count += 1
  return count
}

/** Returns the branches, then the tags, whose history contains a commit. */
export function referencesWith(
  store: Store,
  project: ProjectRecord,
  { id }: GitCommit,
): { readonly type: 'branch' | 'tag'; readonly name: string }[] {
  const repository = repositoryOf(store, project)
  const holds = ({ id: target }: Reference) => {
    const tip = peelToCommit(store.objects, target)
    return tip !== undefined && isInHistoryOf(store, project, tip, id)
  }
  return [
    ...listBranches(repository)
      .filter(holds)
      .map(({ name }) => ({ type: 'branch' as const, name })),
    ...listTags(repository)
      .filter(holds)
      .map(({ name }) => ({ type: 'tag' as const, name })),
  ]
}

/** The tips at which a history walk starts, and the commits that it is limited to. */
interface Walk {
  readonly tips: readonly ObjectId[]
  readonly within?: ReadonlySet<ObjectId>
}

function walkOf(
  store: Store,
  project: ProjectRecord,
  { revision, all }: CommitSelection,
): Walk | undefined {
  const { objects } = store
  if (all) {
    const { refs } = repositoryOf(store, project)
    return {
      tips: [...new Set([...refs.values()].flatMap((id) => peelToCommit(objects, id) ?? []))],
    }
  }
  const named = findCommit(store, project, revision ?? 'HEAD')
  if (named) return { tips: [named.id] }
  const dots = revision?.includes('...') ? '...' : '..'
  const [from, to, ...more] = (revision ?? '').split(dots)
  if (!from || !to || more.length > 0) return undefined
  const base = findCommit(store, project, from)
  const head = findCommit(store, project, to)
  if (!base || !head) return undefined
  const ahead = idsAhead(objects, base.id, [head.id])
  if (dots === '..') return { tips: [head.id], within: ahead }
  const behind = idsAhead(objects, head.id, [base.id])
  return { tips: [base.id, head.id], within: new Set([...behind, ...ahead]) }
}

function isWhole({ path, author, since, until, firstParent, order }: CommitSelection): boolean {
  return (
    !path &&
    !author &&
    since === undefined &&
    until === undefined &&
    !firstParent &&
    order !== 'topo'
  )
}

function filtersOf({ path, since, until, firstParent }: CommitSelection): LogOptions {
  const seconds = (time: string | undefined) =>
    time === undefined ? undefined : Date.parse(time) / 1000
  return omitUndefined({ path, since: seconds(since), until: seconds(until), firstParent })
}

/**
 * Orders the selected commits. Topological order also visits the commits that are filtered out, since they connect
 * the history.
 */
function ordered(
  { objects }: Store,
  tips: readonly ObjectId[],
  options: LogOptions,
  { order }: CommitSelection,
): GitCommit[] {
  const shown = [...log(objects, tips, options)]
  if (order !== 'topo') return shown
  const ids = new Set(shown.map(({ id }) => id))
  const { path: _path, until: _until, ...walked } = options
  return inTopologicalOrder([...log(objects, tips, walked)]).filter(({ id }) => ids.has(id))
}

function byAuthor({ author }: CommitSelection): (commit: GitCommit) => boolean {
  if (!author) return () => true
  return ({ author: { name, email } }) => `${name} <${email}>`.includes(author)
}
