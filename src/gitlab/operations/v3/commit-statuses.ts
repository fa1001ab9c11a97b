import { checkCommitStatus, postCommitStatus } from '../../domain/builds/commit-statuses.ts'
import { jobsOfCommit, latestOfCommit } from '../../domain/builds/status.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import { commitStatusResource } from '../../resources/v3/commit-status.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Commit statuses. */
export const commitStatuses = {
  listCommitStatuses(context, { sha, ref, stage, name, all }) {
    const { store, viewer, project } = context
    viewer.must('read_commit_statuses', project)
    const commit = commitAt(context, sha)
    const statuses = (all ? jobsOfCommit : latestOfCommit)(store, project, commit.id)
    const found = statuses.filter(
      (status) =>
        (!ref || status.ref === ref) &&
        (!stage || status.stage === stage) &&
        (!name || status.name === name),
    )
    return list(found, (status) => commitStatusResource(status, project, context))
  },

  /** Adds a status, or updates the unfinished one with the same name. */
  createCommitStatus(context, { sha, ...posted }) {
    const { viewer, project } = context
    viewer.must('create_commit_statuses', project)
    const place = checkCommitStatus(context, commitAt(context, sha), posted)
    const status = postCommitStatus(context, place, posted)
    return commitStatusResource(status, project, context)
  },
} satisfies OperationsOf<'v3', 'Commit statuses'>
