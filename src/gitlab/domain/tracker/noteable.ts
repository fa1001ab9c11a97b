import type { GitCommit } from '../../../git/objects/objects.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import { commitKey, targetKey } from '../../../store/record-keys.ts'
import type {
  IssueContext,
  MergeRequestContext,
  ProjectContext,
  SystemContext,
} from '../context.ts'
import type { WithStore } from '../lookups.ts'

/** An issue, merge request or snippet, which can be commented on (schemas/v3/paths/notes.yaml). */
export interface Noteable {
  readonly type: 'Issue' | 'MergeRequest' | 'Snippet'
  readonly id: number
  readonly author_id: number
  readonly project: ProjectRecord
}

/** A commit as the target of comments. It has no record, and is identified by its project and SHA. */
interface CommentedCommit {
  readonly type: 'Commit'
  readonly project: ProjectRecord
  readonly commit: GitCommit
}

/** The target of discussions (schemas/v4/paths/discussions.yaml). */
export type Discussed = Noteable | CommentedCommit

export const onCommit = (project: ProjectRecord, commit: GitCommit): CommentedCommit => ({
  type: 'Commit',
  project,
  commit,
})

/** Returns the index key of a target's notes. */
export function keyOf(discussed: Discussed): string {
  return discussed.type === 'Commit'
    ? commitKey(discussed.project.id, discussed.commit.id)
    : targetKey(discussed.type, discussed.id)
}

export const onIssue = ({ project, issue }: Pick<IssueContext, 'project' | 'issue'>): Noteable => ({
  type: 'Issue',
  id: issue.id,
  author_id: issue.author_id,
  project,
})

export const onMergeRequest = ({
  project,
  mergeRequest,
}: Pick<MergeRequestContext, 'project' | 'mergeRequest'>): Noteable => ({
  type: 'MergeRequest',
  id: mergeRequest.id,
  author_id: mergeRequest.author_id,
  project,
})

export const onSnippet = ({
  project,
  snippet,
}: Pick<ProjectContext, 'project'> & { readonly snippet: SnippetRecord }): Noteable => ({
  type: 'Snippet',
  id: snippet.id,
  author_id: snippet.author_id,
  project,
})

/** Sets the `updated_at` of a target to now. */
export function touch({ store, now }: SystemContext, { type, id }: Noteable): void {
  const changes = { updated_at: now }
  switch (type) {
    case 'Issue': {
      const issue = store.issues.get(id)
      if (issue) store.issues.replace(issue, changes)
      return
    }
    case 'MergeRequest': {
      const mergeRequest = store.mergeRequests.get(id)
      if (mergeRequest) store.mergeRequests.replace(mergeRequest, changes)
      return
    }
    case 'Snippet': {
      const snippet = store.snippets.get(id)
      if (snippet) store.snippets.replace(snippet, changes)
      return
    }
  }
}

/** Counts the comments of users, without system notes. */
export function userNotesCount(
  { store }: WithStore,
  type: 'Issue' | 'MergeRequest',
  id: number,
): number {
  return store.notes.by('noteable', targetKey(type, id)).filter(({ system }) => !system).length
}
