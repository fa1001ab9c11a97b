import type {
  Commit,
  CommitDetail,
  CommitInList,
  CommitReference,
  TagCommitReference,
} from '../../../contract/generated/v3/contract.ts'
import { statistics } from '../../../git/diff/statistics.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { commitStatus, isFailureAllowed } from '../../domain/builds/status.ts'
import type { Presentation } from '../../domain/context.ts'
import { timeOf, titleOf } from '../../domain/repositories/commit-text.ts'

const shortLength = 11

/** Returns the fields that all forms of a commit have (`commit.json`). */
export function commitResource(commit: GitCommit): Commit {
  return {
    id: commit.id,
    short_id: commit.id.slice(0, shortLength),
    title: titleOf(commit),
    author_name: commit.author.name,
    author_email: commit.author.email,
    created_at: timeOf(commit.committer),
    message: commit.message,
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
  }
}

export function commitInList(
  commit: GitCommit,
  project: ProjectRecord,
  { store }: Presentation,
): CommitInList {
  return {
    ...commitResource(commit),
    allow_failure: isFailureAllowed(store, project, commit.id),
  }
}

/** Returns a single commit with its statistics and its status. */
export function commitDetail(
  commit: GitCommit,
  project: ProjectRecord,
  { store }: Presentation,
): CommitDetail {
  return {
    ...commitResource(commit),
    parent_ids: [...commit.parents],
    committed_date: timeOf(commit.committer),
    authored_date: timeOf(commit.author),
    stats: { ...statistics(store.objects, commit) },
    status: commitStatus(store, project, commit.id),
  }
}

/** Returns the commit of a branch or a single tag (`schemas/v3/resources/commit-reference.json`). */
export function commitReference(commit: GitCommit): CommitReference {
  return {
    id: commit.id,
    message: commit.message,
    author_name: commit.author.name,
    author_email: commit.author.email,
    authored_date: timeOf(commit.author),
    committer_name: commit.committer.name,
    committer_email: commit.committer.email,
    committed_date: timeOf(commit.committer),
    parent_ids: [...commit.parents],
  }
}

/** Returns the commit of a tag in the list or after its creation, which also has the spelling `parents_ids`. */
export function tagCommitReference(commit: GitCommit): TagCommitReference {
  return { ...commitReference(commit), parents_ids: [...commit.parents] }
}
