import { notFound, wrongParameters } from '../../../contract/errors.ts'
import { mustUpdatePipelines } from '../../access/builds.ts'
import {
  configurationOf,
  type LintResult,
  lintContent,
  lintText,
  noConfiguration,
  tryPipeline,
} from '../../domain/builds/lint.ts'
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
    if (!atRef(context, defaultBranch(context))) throw notFound('Repository')
    mustBeOne({ sha, content_ref })
    mustBeOne({ ref, dry_run_ref })
    const asked = { content: undefined, dry_run, ref: dry_run_ref ?? ref, include_jobs }
    return lint(context, { ...asked, content_ref: content_ref ?? sha ?? defaultBranch(context) })
  },

  lintContent(context, parameters) {
    mustUpdatePipelines(context)
    return lint(context, { ...parameters, content_ref: defaultBranch(context) })
  },
} satisfies OperationsOf<'v4', 'CI lint'>

interface LintRequest {
  /** The configuration, where it is not that of `content_ref`. */
  readonly content: string | undefined
  readonly content_ref: string
  readonly dry_run: boolean
  /** The branch or the tag of the pipeline of a dry run. */
  readonly ref?: string | undefined
  readonly include_jobs: boolean
}

/** Lints a configuration with the files of `content_ref`, or by a pipeline of another branch in a dry run. */
function lint(context: ProjectContext, request: LintRequest) {
  const { content, content_ref, dry_run, include_jobs } = request
  const from = atRef(context, content_ref)
  if (content === undefined && !from) throw notFound('Commit')
  const text = content ?? (from && configurationOf(context, from.commit))
  const ref = request.ref ?? defaultBranch(context)
  const sha = (dry_run ? atRef(context, ref) : from)?.commit.id
  return new Later(lintResult(context, resultOf(), { sha, withJobs: include_jobs }))

  function resultOf(): LintResult {
    if (text === undefined) return noConfiguration
    if (dry_run) return tryPipeline(context, text, ref)
    return from ? lintContent(context, text, from) : lintText(text)
  }
}

/** Throws 400 where both names of a parameter are given. */
function mustBeOne(given: Readonly<Record<string, string | undefined>>): void {
  if (Object.values(given).includes(undefined)) return
  throw wrongParameters([
    { name: Object.keys(given).join(', '), problem: 'are mutually exclusive' },
  ])
}

function defaultBranch({ store, project }: ProjectContext): string {
  return repositoryOf(store, project).head
}

function atRef({ store, project }: ProjectContext, ref: string) {
  const commit = findCommit(store, project, ref)
  return commit && { commit, ref }
}
