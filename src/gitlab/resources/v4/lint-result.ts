import type { LintedJob, LintResult } from '../../../contract/generated/v4/contract.ts'
import { type LintResult as Linted, mergedYaml } from '../../domain/builds/lint.ts'
import type { Presentation, ProjectContext } from '../../domain/context.ts'
import { pathWithNamespace, projectAddress } from '../../domain/lookups.ts'

/** Returns the result of linting a configuration (`schemas/v4/resources/lint-result.json`). */
export async function lintResult(
  context: ProjectContext,
  result: Linted,
  { sha, withJobs }: { readonly sha: string | undefined; readonly withJobs: boolean },
): Promise<LintResult> {
  const { errors } = result
  return {
    valid: errors.length === 0,
    errors: [...errors],
    warnings: [...result.warnings],
    merged_yaml: await mergedYaml(result),
    includes: sha === undefined ? [] : includesOf(context, result, sha),
    ...(withJobs ? { jobs: result.jobs.map(lintedJob) } : {}),
  }
}

function includesOf(context: ProjectContext, { included }: Linted, sha: string) {
  const { project } = context
  const address = projectAddress(context satisfies Presentation, project.id)
  return included.map(({ path }) => ({
    type: 'local',
    location: path,
    blob: `${address}/-/blob/${sha}/${path}`,
    raw: `${address}/-/raw/${sha}/${path}`,
    extra: {},
    context_project: pathWithNamespace(context, project),
    context_sha: sha,
  }))
}

function lintedJob(job: Linted['jobs'][number]): LintedJob {
  const { onlyRefs = ['branches', 'tags'], exceptRefs } = job
  const isChosenByRules = job.rules !== undefined
  return {
    name: job.name,
    stage: job.stage,
    before_script: [...job.beforeScript],
    script: [...job.script],
    after_script: [...job.afterScript],
    tag_list: [...job.tags],
    only: isChosenByRules ? null : { refs: [...onlyRefs] },
    except: exceptRefs ? { refs: [...exceptRefs] } : null,
    environment: job.environment?.name ?? null,
    when: job.when,
    allow_failure: job.allowFailure ?? job.when === 'manual',
    needs:
      job.needs?.map(({ job: name, optional }) => ({ name, artifacts: true, optional })) ?? null,
  }
}
