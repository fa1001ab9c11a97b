import { compileExpression, type Expression, matchesExpression } from './expression.ts'

/** The branch or tag of a pipeline. */
export interface PipelineRef {
  readonly name: string
  readonly isTag: boolean
  /** NAMESPACE/PROJECT, for patterns that apply to one project only: `master@acme/website`. */
  readonly projectPath: string
  /** The source of the pipeline; a merge request pipeline has no branch. */
  readonly source?: string | undefined
}

/** A pattern of `only` or `except`, parsed once for all refs. */
export interface RefPattern {
  /** `branches`, `tags`, `pushes`, a name, or a regular expression. */
  readonly target: string | Expression
  /** The only project that the pattern applies to; undefined for all. */
  readonly project: string | undefined
}

/** Whether a job with these patterns (its `only` and `except`) runs for the ref. */
export function isForRef(
  {
    only,
    except,
  }: { readonly only?: readonly RefPattern[]; readonly except?: readonly RefPattern[] },
  ref: PipelineRef,
): boolean {
  if (only && !only.some((pattern) => matchesRef(pattern, ref))) return false
  return !except?.some((pattern) => matchesRef(pattern, ref))
}

function matchesRef(
  { target, project }: RefPattern,
  { name, isTag, projectPath, source = 'push' }: PipelineRef,
): boolean {
  if (project !== undefined && project !== projectPath) return false
  if (typeof target === 'string' && sourceOfWord.get(target) === source) return true
  if (source === 'merge_request_event') return false
  if (typeof target !== 'string') return matchesExpression(target, name)
  if (target === 'tags') return isTag
  if (target === 'branches') return !isTag
  return target === name
}

/** The keywords for the sources of pipelines. */
const sourceOfWord: ReadonlyMap<string, string> = new Map([
  ['pushes', 'push'],
  ['schedules', 'schedule'],
  ['triggers', 'trigger'],
  ['pipelines', 'pipeline'],
  ['api', 'api'],
  ['web', 'web'],
  ['merge_requests', 'merge_request_event'],
])

/**
 * Parses `branches`, `tags`, `pushes`, a name, or `/a regular expression/`, optionally followed by `@` and a project.
 * Returns the reason, to be appended to the pattern, where it is invalid.
 */
export function readRefPattern(written: string): RefPattern | string {
  if (!isExpression(written)) {
    const at = written.lastIndexOf('@')
    const text = at < 0 ? written : written.slice(0, at)
    return withExpression(text, at < 0 ? undefined : written.slice(at + 1))
  }
  return withExpression(written, undefined)
}

function withExpression(text: string, project: string | undefined): RefPattern | string {
  if (!isExpression(text)) return { target: text, project }
  try {
    return { target: compileExpression(text.slice(1, -1)), project }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return `is no regular expression: ${error.message}`
  }
}

/** Returns the cost of the pattern for each character of a ref. */
export function sizeOfPattern({ target }: RefPattern): number {
  return typeof target === 'string' ? 0 : target.program.length
}

function isExpression(pattern: string): boolean {
  return pattern.length > 1 && pattern.startsWith('/') && pattern.endsWith('/')
}
