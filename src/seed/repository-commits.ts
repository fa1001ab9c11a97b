import { repositoryOf } from '../domain/repositories/repositories.ts'
import { commitActions } from '../git/commit.ts'
import { mergeCommits } from '../git/merge.ts'
import type { GitCommit } from '../git/objects.ts'
import { GitRefusal } from '../git/refusal.ts'
import { branchHead, branchReference, listBranches } from '../git/repository.ts'
import type { Signature } from '../git/signature.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { loadPush } from './activity.ts'
import type { Loading } from './loading.ts'
import { readSeedAction } from './repository-actions.ts'
import type { SeedCommit, SeedRepository } from './repository-schema.ts'

/** A repository that is being loaded. */
export interface RepositoryLoading {
  readonly loading: Loading
  readonly project: ProjectRecord
}

/** Does the commits one after the other, a push each, and labels them. */
export function loadCommits(into: RepositoryLoading, seed: SeedRepository, path: string): void {
  const { project } = into
  let time = seconds(project.created_at)
  for (const [index, commit] of (seed.commits ?? []).entries()) {
    const where = `${path}.commits[${index}]`
    time = commit.at === undefined ? time + 60 : seconds(commit.at)
    const made = loadCommit(into, commit, time, where)
    if (made && commit.label) label(into, commit.label, made, `${where}.label`)
  }
}

function label(
  { loading, project }: RepositoryLoading,
  name: string,
  commit: GitCommit,
  path: string,
): void {
  const labels = loading.labels.get(project.id) ?? new Map<string, GitCommit>()
  loading.isTwice(labels.get(name), name, path)
  loading.labels.set(project.id, labels.set(name, commit))
}

/** The seconds that git counts in. */
export const seconds = (time: string) => Math.floor(Date.parse(time) / 1000)

function loadCommit(
  into: RepositoryLoading,
  commit: SeedCommit,
  time: number,
  path: string,
): GitCommit | undefined {
  const { loading, project } = into
  const { store, problems } = loading
  const author = signature(loading, commit.author, time, `${path}.author`)
  const committer = signature(loading, commit.committer ?? commit.author, time, `${path}.committer`)
  const branch = commit.branch ?? repositoryOf(store, project).head
  const parent = startOf(into, branch, commit, path)
  if (!author || !committer || parent === 'unknown') return undefined
  const words = { message: commit.message, author, committer }
  try {
    const made = commit.merge
      ? mergeInto(into, parent, commit, words, path)
      : commitActions(store.objects, {
          parent,
          actions: (commit.actions ?? []).map((action, index) =>
            readSeedAction(loading, action, `${path}.actions[${index}]`),
          ),
          ...words,
        })
    if (made) loadPush(loading, project, branchReference(branch), made.id, author)
    return made
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error
    problems.push({ path, reason: error.message })
    return undefined
  }
}

/** What a commit builds on; undefined for the first of the repository. */
function startOf(
  { loading, project }: RepositoryLoading,
  branch: string,
  { from }: SeedCommit,
  path: string,
) {
  const repository = repositoryOf(loading.store, project)
  const present = branchHead(repository, branch)
  if (present !== undefined || listBranches(repository).length === 0) return present
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

/** A user as git notes who wrote a commit or a tag. */
export function signature(
  loading: Loading,
  username: string,
  time: number,
  path: string,
): Signature | undefined {
  const user = loading.user(username, path)
  return user && { name: user.name, email: user.email, time, offset: 0 }
}
