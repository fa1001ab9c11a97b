import { compileExpression, matchesExpression } from './expression.ts'

/** The branch or tag that a pipeline is for. */
export interface PipelineRef {
  readonly name: string
  readonly isTag: boolean
  /** NAMESPACE/PROJECT, for patterns that count in one project only: `master@acme/website`. */
  readonly projectPath: string
}

/** Whether a job with these patterns is for the ref (`only` and `except` of a job). */
export function isForRef(
  { only, except }: { readonly only?: readonly string[]; readonly except?: readonly string[] },
  ref: PipelineRef,
): boolean {
  if (only && !only.some((pattern) => matchesRef(pattern, ref))) return false
  return !except?.some((pattern) => matchesRef(pattern, ref))
}

/** `branches`, `tags`, `pushes`, a name, or `/a regular expression/`; `@` and a project may follow. */
function matchesRef(written: string, { name, isTag, projectPath }: PipelineRef): boolean {
  const { pattern, project } = splitProject(written)
  if (project !== undefined && project !== projectPath) return false
  if (pattern === 'tags') return isTag
  if (pattern === 'branches') return !isTag
  if (pattern === 'pushes') return true
  if (!isExpression(pattern)) return pattern === name
  return matchesExpression(compileExpression(pattern.slice(1, -1)), name)
}

function splitProject(written: string): { pattern: string; project: string | undefined } {
  const at = written.lastIndexOf('@')
  const isWithin = at < 0 || isExpression(written)
  if (isWithin) return { pattern: written, project: undefined }
  return { pattern: written.slice(0, at), project: written.slice(at + 1) }
}

function isExpression(pattern: string): boolean {
  return pattern.length > 1 && pattern.startsWith('/') && pattern.endsWith('/')
}

/** Why a pattern cannot be used; undefined where it can. */
export function faultOfPattern(written: string): string | undefined {
  const { pattern } = splitProject(written)
  if (!isExpression(pattern)) return undefined
  try {
    compileExpression(pattern.slice(1, -1))
    return undefined
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    return `is no regular expression: ${error.message}`
  }
}
