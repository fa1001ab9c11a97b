/** The branch or tag that a pipeline is for. */
export interface PipelineRef {
  readonly name: string
  readonly isTag: boolean
  /** NAMESPACE/PROJECT, for patterns that count in one project only: `master@acme/website`. */
  readonly projectPath: string
}

/** A longer ref matches no regular expression, so that the time for a match stays bounded. */
const longestMatched = 128
const longestPattern = 255
const mostRepetitions = 5

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
  return name.length <= longestMatched && compile(pattern).test(name)
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

/** `\A`, `\z` and `\Z` are the words of that release's regular expressions for both ends. */
function compile(pattern: string): RegExp {
  const source = pattern
    .slice(1, -1)
    .replaceAll('\\A', '^')
    .replace(/\\[zZ]/g, '$')
  return new RegExp(source)
}

/** Why a pattern cannot be used; undefined where it can. */
export function faultOfPattern(written: string): string | undefined {
  const { pattern } = splitProject(written)
  if (!isExpression(pattern)) return undefined
  if (pattern.length > longestPattern) return 'is too long a regular expression'
  if (isCostly(pattern)) return 'is a regular expression that repeats too much'
  try {
    compile(pattern)
    return undefined
  } catch {
    return 'is no regular expression'
  }
}

/**
 * Whether a match could take very long: a repeated group that repeats or chooses itself, back
 * references, or many repetitions in a row.
 */
function isCostly(pattern: string): boolean {
  const plain = pattern.replace(/\\[^\dk]|\[(?:\\.|[^\]\\])*\]/g, 'x')
  if (/\\[\dk]/.test(plain)) return true
  if ((plain.match(/[*+]|\{\d*,/g) ?? []).length > mostRepetitions) return true
  const groups: { hasChoice: boolean }[] = []
  for (const [index, character] of [...plain].entries()) {
    if (character === '(') groups.push({ hasChoice: false })
    else if (/[*+{|?]/.test(character) && plain[index - 1] !== '(') {
      for (const group of groups) group.hasChoice = true
    } else if (character === ')') {
      const isRepeated = /[*+{]/.test(plain[index + 1] ?? '')
      if (isRepeated && groups.at(-1)?.hasChoice) return true
      groups.pop()
    }
  }
  return false
}
