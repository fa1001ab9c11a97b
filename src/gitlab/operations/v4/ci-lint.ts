import { notFound } from '../../../contract/errors.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { mustUpdatePipelines } from '../../access/builds.ts'
import { filesOf } from '../../domain/builds/described-builds.ts'
import { lintCommit, lintText, tryPipeline } from '../../domain/builds/lint.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { findCommit, repositoryOf } from '../../domain/repositories/repositories.ts'
import { lintResult } from '../../resources/v4/lint-result.ts'
import { Later } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag CI lint. */
export const ciLint = {
  lintProject(context, { content_ref, sha, dry_run, dry_run_ref, ref, include_jobs }) {
    const { viewer, project } = context
    viewer.must('download_code', project)
    const head = headOf(context)
    if (!head) throw notFound('Repository')
    const revision = content_ref ?? sha
    const commit = revision === undefined ? head : findCommit(context.store, project, revision)
    if (!commit) throw notFound('Commit')
    const result = lintCommit(context, commit)
    const tried = dry_run
      ? tryPipeline(context, result, dry_run_ref ?? ref ?? defaultBranch(context), undefined)
      : result
    return new Later(lintResult(context, tried, { sha: commit.id, withJobs: include_jobs }))
  },

  lintContent(context, { content, dry_run, ref = defaultBranch(context), include_jobs }) {
    mustUpdatePipelines(context)
    const commit = findCommit(context.store, context.project, ref)
    const result = lintText(content, filesOf(context, commit))
    const tried = dry_run ? tryPipeline(context, result, ref, content) : result
    return new Later(lintResult(context, tried, { sha: commit?.id, withJobs: include_jobs }))
  },
} satisfies OperationsOf<'v4', 'CI lint'>

function defaultBranch({ store, project }: ProjectContext): string {
  return repositoryOf(store, project).head
}

function headOf(context: ProjectContext): GitCommit | undefined {
  return findCommit(context.store, context.project, defaultBranch(context))
}
