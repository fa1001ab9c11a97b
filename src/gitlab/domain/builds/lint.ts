import { type Configuration, type Job, readWholeConfiguration } from '../../../ci/configuration.ts'
import {
  type ConfigurationFiles,
  type ConfigurationSource,
  isWords,
  mergeConfiguration,
  type Words,
} from '../../../ci/merged-configuration.ts'
import { ConfigurationError, configurationPath } from '../../../ci/pipeline-file.ts'
import type { RuleContext } from '../../../ci/rules.ts'
import { writeYaml } from '../../../ci/write-yaml.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { mayRunOn } from '../../access/builds.ts'
import type { ProjectContext } from '../context.ts'
import { findCommit } from '../repositories/repositories.ts'
import { conditionsOfIncludes, filesOf } from './described-builds.ts'
import { planPipelineOfRef, RefusedPipeline } from './pipeline-of-ref.ts'
import { isTag } from './pipeline-records.ts'

/** The result of linting a configuration. */
export interface LintResult {
  readonly errors: readonly string[]
  readonly warnings: readonly string[]
  /** The merged configuration, with its includes and extended jobs; null where it cannot be merged. */
  readonly words: Words | null
  readonly included: Configuration['included']
  readonly jobs: readonly LintedJob[]
}

/** A job with the refs of its `only` and `except`. */
export interface LintedJob extends Job {
  readonly onlyRefs: readonly string[] | undefined
  readonly exceptRefs: readonly string[] | undefined
}

const noFiles: ConfigurationFiles = { read: () => undefined, paths: () => [] }
const nothing = { warnings: [], words: null, included: [], jobs: [] }

/** Lints a text. Returns its errors and its jobs. */
export function lintText(
  text: string,
  files = noFiles,
  source: ConfigurationSource = {},
): LintResult {
  try {
    const { words, included } = mergeConfiguration(text, files, source)
    const merged = { words, included, warnings: warningsOf(words) }
    try {
      const { jobs } = readWholeConfiguration(text, files, source)
      return { ...merged, errors: [], jobs: jobs.map((job) => withRefs(job, words[job.writtenAs])) }
    } catch (error) {
      return { ...merged, errors: errorsOf(error), jobs: [] }
    }
  } catch (error) {
    return { ...nothing, errors: errorsOf(error) }
  }
}

/** The maximum number of warnings (`Gitlab::Ci::Warnings::MAX_LIMIT`). */
const MAX_WARNINGS = 25

/**
 * Returns a warning for each job that runs in pipelines of any kind, since the last of its rules has no condition
 * (`validate_against_warnings` in lib/gitlab/ci/config/entry/processable.rb).
 */
function warningsOf(words: Words): string[] {
  if (isWords(words.workflow) && words.workflow.rules !== undefined) return []
  const isWithoutCondition = (rule: unknown) =>
    isWords(rule) && Object.keys(rule).join() === 'when' && rule.when !== 'never'
  return Object.entries(words)
    .filter(([name, job]) => !name.startsWith('.') && isWords(job) && Array.isArray(job.rules))
    .filter(([, job]) => isWords(job) && isWithoutCondition([job.rules].flat(2).at(-1)))
    .slice(0, MAX_WARNINGS)
    .map(
      ([name]) =>
        `jobs:${name} may allow multiple pipelines to run for a single action due to \`rules:when\` clause with no ` +
        '`workflow:rules` - read more: https://docs.gitlab.com/ci/debugging/#job-may-allow-multiple-pipelines-to-run-for-a-single-action-warning',
    )
}

function withRefs(job: Job, written: unknown): LintedJob {
  const { only, except } = isWords(written) ? written : {}
  return { ...job, onlyRefs: refsOf(only), exceptRefs: refsOf(except) }
}

function refsOf(written: unknown): string[] | undefined {
  if (written === undefined) return undefined
  return [isWords(written) ? written.refs : written].flat().map(String)
}

function errorsOf(error: unknown): string[] {
  if (error instanceof ConfigurationError) return error.message.split('\n')
  throw error
}

/** Returns the configuration of a commit; undefined where it has none. */
export function configurationOf(
  context: Pick<ProjectContext, 'store'>,
  commit: GitCommit,
): string | undefined {
  return filesOf(context, commit).read(configurationPath)
}

/** The result of linting a commit without a configuration. */
export const noConfiguration: LintResult = {
  ...nothing,
  errors: ['Please provide content of .gitlab-ci.yml'],
}

/** The commit whose files a configuration can include, and its branch or tag. */
export interface LintedCommit {
  readonly commit: GitCommit
  readonly ref: string
}

/** Lints a text as the configuration of a commit, without a pipeline. */
export function lintContent(
  context: ProjectContext,
  text: string,
  { commit, ref }: LintedCommit,
): LintResult {
  return lintText(text, filesOf(context, commit), {
    conditions() {
      const found = conditionsAt(context, { commit, ref })
      // What is checked is of no pipeline, so it has no source.
      return { ...found, variables: new Map([...found.variables, ['CI_PIPELINE_SOURCE', '']]) }
    },
  })
}

/**
 * Returns what the rules of includes are compared with: the variables of the branch or the tag, where the caller may
 * run pipelines of it, since its protected variables count.
 */
function conditionsAt(context: ProjectContext, { commit, ref }: LintedCommit): RuleContext {
  const { store, project, viewer, now } = context
  const tag = isTag(store, project, ref)
  const pipeline = {
    project_id: project.id,
    ref: mayRunOn(context, project, { ref, tag }) ? ref : '',
    tag,
    sha: commit.id,
    user_id: viewer.user?.id ?? null,
    created_at: now,
    yaml_errors: null,
  }
  return conditionsOfIncludes(context, project, pipeline, commit)
}

/** Simulates a pipeline of a branch or a tag. Returns the lint result with the errors and the jobs of that pipeline. */
export function tryPipeline(context: ProjectContext, content: string, ref: string): LintResult {
  const commit = findCommit(context.store, context.project, ref)
  const source = commit && { conditions: () => conditionsAt(context, { commit, ref }) }
  const result = lintText(content, filesOf(context, commit), source)
  if (result.errors.length > 0) return result
  const request = { ref, source: 'push' as const, variables: [], content }
  const planned = planPipelineOfRef(context, context.project, request)
  if (planned instanceof RefusedPipeline) return { ...result, errors: planned.reasons, jobs: [] }
  const names = new Set(planned.builds.map(({ name }) => name))
  return { ...result, jobs: result.jobs.filter(({ name }) => names.has(name)) }
}

/** Returns the merged configuration as YAML; null where it cannot be merged. */
export async function mergedYaml({ words }: LintResult): Promise<string | null> {
  return words && writeYaml(words)
}
