import { type Configuration, type Job, readWholeConfiguration } from '../../../ci/configuration.ts'
import {
  type ConfigurationFiles,
  isWords,
  mergeConfiguration,
  type Words,
} from '../../../ci/merged-configuration.ts'
import { ConfigurationError, configurationPath } from '../../../ci/pipeline-file.ts'
import { writeYaml } from '../../../ci/write-yaml.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { ProjectContext, SystemContext } from '../context.ts'
import { filesOf } from './described-builds.ts'
import { planPipelineOfRef, RefusedPipeline } from './pipeline-of-ref.ts'

/** The result of linting a configuration. */
export interface LintResult {
  readonly errors: readonly string[]
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
const nothing = { words: null, included: [], jobs: [] }

/** Lints a text. Returns its errors and its jobs. */
export function lintText(text: string, files = noFiles): LintResult {
  try {
    const { words, included } = mergeConfiguration(text, files)
    const merged = { words, included }
    try {
      const { jobs } = readWholeConfiguration(text, files)
      return { ...merged, errors: [], jobs: jobs.map((job) => withRefs(job, words[job.writtenAs])) }
    } catch (error) {
      return { ...merged, errors: errorsOf(error), jobs: [] }
    }
  } catch (error) {
    return { ...nothing, errors: errorsOf(error) }
  }
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

/** Lints the configuration of a commit. */
export function lintCommit(context: Pick<SystemContext, 'store'>, commit: GitCommit): LintResult {
  const files = filesOf(context, commit)
  const text = files.read(configurationPath)
  if (text === undefined) {
    return { ...nothing, errors: ['Please provide content of .gitlab-ci.yml'] }
  }
  return lintText(text, files)
}

/** Returns the merged configuration as YAML; null where it cannot be merged. */
export async function mergedYaml({ words }: LintResult): Promise<string | null> {
  return words && writeYaml(words)
}

/** Simulates a pipeline of a branch or a tag. Returns the lint result with the errors and the jobs of that pipeline. */
export function tryPipeline(
  context: ProjectContext,
  result: LintResult,
  ref: string,
  content: string | undefined,
): LintResult {
  if (result.errors.length > 0) return result
  const request = { ref, source: 'push' as const, variables: [], content }
  const planned = planPipelineOfRef(context, context.project, request)
  if (planned instanceof RefusedPipeline) return { ...result, errors: planned.reasons, jobs: [] }
  const names = new Set(planned.builds.map(({ name }) => name))
  return { ...result, jobs: result.jobs.filter(({ name }) => names.has(name)) }
}
