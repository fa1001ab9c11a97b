import {
  changeNotApplied,
  forbidden,
  missingAttribute,
  notFound,
  refused,
  wrongParameters,
} from '../../../contract/errors.ts'
import { compareTrees } from '../../../git/diff/difference.ts'
import { parentTree } from '../../../git/diff/statistics.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { commitKey } from '../../../store/record-keys.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { findProject } from '../../domain/find.ts'
import { fullName, namespaceOf } from '../../domain/lookups.ts'
import { mergeRequestsOfCommit } from '../../domain/merge-requests/of-commit.ts'
import { type RequestedAction, readAction } from '../../domain/repositories/actions.ts'
import { namedBranch } from '../../domain/repositories/branches.ts'
import {
  applyToBranch,
  mergedBy,
  messageOfChange,
  type RepeatedChange,
} from '../../domain/repositories/cherry-pick.ts'
import { authorOf, commitToBranch } from '../../domain/repositories/commit.ts'
import { checkCommentText, commentOnCommit } from '../../domain/repositories/commit-comments.ts'
import {
  referencesWith,
  selectCommits,
  sequenceOf,
} from '../../domain/repositories/commit-lists.ts'
import { hasChangedSince, startOfCommit } from '../../domain/repositories/commit-start.ts'
import { mustPushTo } from '../../domain/repositories/push.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import {
  commitDetail,
  commitResource,
  commitTrailers,
  commitWithStats,
} from '../../resources/v4/commit.ts'
import { commitComment } from '../../resources/v4/commit-comment.ts'
import { differenceResource } from '../../resources/v4/difference.ts'
import { mergeRequestResource } from '../../resources/v4/merge-request.ts'
import { list, Reply } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { mustHaveRepository, mustInRepository } from './enabled-repository.ts'
import { committing } from './git-refusals.ts'

/** The operations of the tag Commits. */
export const commits = {
  /** Lists commits; an unknown ref and an empty repository have none. */
  listCommits(context, { ref_name, first_parent, with_stats, trailers, ...selection }) {
    const { store, project } = context
    mustInRepository(context, 'download_code')
    checkRevision(ref_name, selection.all)
    const found = selectCommits(store, project, {
      ...selection,
      revision: ref_name || undefined,
      firstParent: first_parent,
    })
    const present = with_stats ? commitWithStats : commitResource
    const presented = (commit: GitCommit) => ({
      ...present(commit, project, context),
      ...(trailers ? commitTrailers(commit) : {}),
    })
    // GitLab does not count commits, and announces a page after each full one. One more than the total has the same
    // effect.
    return { total: found.total + 1, page: (from, to) => found.page(from, to).map(presented) }
  },

  getCommit(context, { sha, stats }) {
    const { project } = context
    mustInRepository(context, 'download_code')
    return commitDetail(commitAt(context, sha), project, context, stats)
  },

  /** Commits all actions or none. */
  createCommit(context, { actions, start_project, stats, commit_message, ...request }) {
    const { project, release } = context
    const { branch } = request
    mustHaveRepository(context)
    mustPushTo(context, project, branch)
    checkActions(actions)
    const startProject = startProjectOf(context, start_project)
    const start = startOfCommit(context, { ...request, startProject })
    for (const { last_commit_id, previous_path, file_path } of actions) {
      if (!hasChangedSince(context, start, previous_path ?? file_path, last_commit_id)) continue
      throw refused(`The file has changed since you started editing it: ${file_path}`)
    }
    const attributes = { branch_name: branch, commit_message, ...authorOf(context, request) }
    const read = actions.map((action) => readAction(withContent(action), release))
    const made = committing(() => commitToBranch(context, project, attributes, read, start))
    return commitDetail(made, project, context, stats)
  },

  listCommitRefs(context, { sha, type }) {
    const { store, project } = context
    mustInRepository(context, 'download_code')
    const found = referencesWith(store, project, commitAt(context, sha))
    return list(
      found.filter((reference) => type === 'all' || reference.type === type),
      (reference) => reference,
    )
  },

  getCommitSequence(context, { sha, first_parent }) {
    const { store } = context
    mustInRepository(context, 'download_code')
    return { count: sequenceOf(store, commitAt(context, sha), first_parent) }
  },

  /** Throws 404: Forgery has no signed commits. */
  getCommitSignature(context, { sha }) {
    mustInRepository(context, 'download_code')
    commitAt(context, sha)
    throw notFound('Signature')
  },

  cherryPickCommit: (context, parameters) => repeatChange(context, 'cherry-pick', parameters),
  revertCommit: (context, parameters) => repeatChange(context, 'revert', parameters),

  listCommitComments(context, { sha }) {
    const { store, project } = context
    mustInRepository(context, 'download_code')
    const key = commitKey(project.id, commitAt(context, sha).id)
    return list(store.notes.by('noteable', key), (comment) => commitComment(comment, context))
  },

  /** Comments on a commit: on a line, or on the whole commit where it does not change the line. */
  createCommitComment(context, { sha, ...comment }) {
    const { project } = context
    mustInRepository(context, 'download_code')
    const { path, line } = comment
    if (path && line === undefined) throw missingAttribute('line')
    const commit = commitAt(context, sha)
    checkCommentText(comment.note)
    return commitComment(commentOnCommit(context, project, commit, comment), context)
  },

  listCommitDifferences(context, { sha, unidiff }) {
    const { store } = context
    mustInRepository(context, 'download_code')
    const commit = commitAt(context, sha)
    const before = parentTree(store.objects, commit)
    const budget = createWorkBudget()
    return list(compareTrees(store.objects, before, commit.tree, { budget }), (difference) =>
      differenceResource(difference, store, budget, unidiff),
    )
  },

  listMergeRequestsOfCommit(context, { sha, state }) {
    const { project } = context
    mustInRepository(context, 'download_code')
    const place = { kind: 'project', project } as const
    const found = mergeRequestsOfCommit(context, project, commitAt(context, sha), state ?? 'all')
    return list(found, (one) => mergeRequestResource(one, context, { place }))
  },
} satisfies OperationsOf<'v4', 'Commits'>

interface ChangeParameters {
  readonly sha: string
  readonly branch: string
  readonly dry_run: boolean
  readonly message?: string | undefined
}

/** Cherry-picks or reverts a commit on a branch; a dry run writes nothing. */
function repeatChange(
  context: ProjectContext,
  change: RepeatedChange,
  { sha, branch, dry_run: isTrial, message }: ChangeParameters,
) {
  const { store, project } = context
  mustHaveRepository(context)
  mustPushTo(context, project, branch)
  const commit = commitAt(context, sha)
  namedBranch(context, branch)
  const request = {
    change,
    commit,
    branch,
    message: message || messageOfChange(context, project, change, commit),
    isTrial,
  }
  const made = applyToBranch(context, project, request)
  if (typeof made === 'string') {
    const what = mergedBy(store, project, commit) ? 'Merge request' : 'Commit'
    throw changeNotApplied(`${what} ${change}`, made, isTrial)
  }
  if (isTrial) return new Reply({ dry_run: 'success' as const }, { status: 200 })
  return commitResource(made, project, context)
}

type RequestedActions = readonly (RequestedAction & { readonly last_commit_id?: string })[]

/** Throws 400 for an action without its required parameters. */
function checkActions(actions: RequestedActions): void {
  const problems = actions.flatMap((action, index) => {
    const missing = missingIn(action)
    if (missing === undefined) return []
    return [{ name: `actions[${index}][${missing}]`, problem: 'is missing' }]
  })
  if (problems.length > 0) throw wrongParameters(problems)
}

function missingIn(requested: RequestedAction): string | undefined {
  const { action, content, previous_path, execute_filemode } = requested
  switch (action) {
    case 'update':
      return content === undefined ? 'content' : undefined
    case 'move':
      return previous_path ? undefined : 'previous_path'
    case 'chmod':
      return execute_filemode === undefined ? 'execute_filemode' : undefined
    case 'create':
    case 'delete':
      return undefined
  }
}

/** Returns an action with its content, which is empty by default for a new file. */
function withContent(action: RequestedAction): RequestedAction {
  return action.action === 'create' ? { ...action, content: action.content ?? '' } : action
}

/** Returns the project in which a new branch starts: this one, or the origin of a fork. */
function startProjectOf(
  context: ProjectContext,
  idOrPath: number | string | undefined,
): ProjectRecord | undefined {
  const { store, viewer, project } = context
  if (idOrPath === undefined) return undefined
  const found = findProject(store, idOrPath)
  if (!found || !viewer.sees(found)) throw notFound('Project')
  const isOrigin = project.forked_from_project_id === found.id
  if (isOrigin && viewer.can('download_code', found)) return found
  const name = `${fullName(context, namespaceOf(context, found))} / ${found.name}`
  throw forbidden(`Project is not included in the fork network for ${name}`)
}

/** Throws 400 for what cannot name a commit: Gitaly refuses such revisions before it looks them up. */
function checkRevision(revision: string | undefined, isOfAll: boolean | undefined): void {
  if (!isOfAll && revision && /^-|\s/.test(revision)) throw refused('ref_name is invalid')
}
