import { forbidden } from '../../../contract/errors.ts'
import { mayUse } from '../../access/builds.ts'
import { checkCommitStatus, postCommitStatus } from '../../domain/builds/commit-statuses.ts'
import { isTag } from '../../domain/builds/pipeline-records.ts'
import { jobsOfCommit, latestInPipelines } from '../../domain/builds/status.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import { commitStatusResource } from '../../resources/v4/commit-status.ts'
import { listSelected } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Commit statuses. */
export const commitStatuses = {
  listCommitStatuses(context, { sha, ref, stage, name, pipeline_id, all, order_by, sort }) {
    const { store, viewer, project } = context
    viewer.must('read_commit_statuses', project)
    const said = jobsOfCommit(store, project, commitAt(context, sha).id)
    const statuses = all ? said : latestInPipelines(said)
    const ordered = [...statuses].sort((a, b) => a[order_by] - b[order_by] || a.id - b.id)
    return listSelected(
      {
        lists: [ordered],
        order: (a, b) => a.id - b.id,
        sort,
        where: (status) =>
          (!ref || status.ref === ref) &&
          (!stage || status.stage === stage) &&
          (!name || status.name === name) &&
          (pipeline_id === undefined || status.pipeline_id === pipeline_id),
      },
      (status) => commitStatusResource(status, context),
    )
  },

  /** Adds a status, or updates the caller's own unfinished one with the same name. */
  createCommitStatus(context, { sha, ...posted }) {
    const { store, viewer, project } = context
    viewer.must('create_commit_statuses', project)
    const place = checkCommitStatus(context, commitAt(context, sha), posted)
    const named = { ref: place.ref, tag: isTag(store, project, place.ref) }
    if (!mayUse(context, project, named)) throw forbidden()
    return commitStatusResource(postCommitStatus(context, place, posted), context)
  },
} satisfies OperationsOf<'v4', 'Commit statuses'>
