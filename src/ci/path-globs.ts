import {
  compileExpression,
  type Expression,
  type MatchBudget,
  matchesExpression,
} from './expression.ts'

/** A pattern of `rules:changes` or `rules:exists`, compiled once for all paths. */
export type PathGlob = Expression

/**
 * Compiles `src/*.ts`, `docs/**` or `*.{yml,yaml}`.
 * @throws SyntaxError for a pattern that is too large.
 */
export function readPathGlob(text: string): PathGlob {
  const source = text.replace(/\*\*\/|\*+|\?|\{|\}|,|[\\^$.()|+[\]]/g, (mark) => {
    if (mark === '**/') return '(?:.*/)?'
    if (mark.startsWith('*')) return '[^/]*'
    if (mark === '?') return '[^/]'
    if (mark === '{') return '(?:'
    if (mark === '}') return ')'
    return mark === ',' ? '|' : `\\${mark}`
  })
  return compileExpression(`^(?:${source})$`)
}

/** Compiles a pattern of `include`: `*` matches no slash, `**` does. */
export function readIncludeGlob(text: string): PathGlob {
  const source = text.replace(/\*\*|[\\^$.*+?()[\]{}|]/g, (mark) => {
    if (mark === '**') return '.*'
    return mark === '*' ? '[^/]*' : `\\${mark}`
  })
  return compileExpression(`^(?:${source})$`)
}

export function matchesPath(
  globs: readonly PathGlob[],
  path: string,
  budget?: MatchBudget,
): boolean {
  return globs.some((glob) => matchesExpression(glob, path, budget))
}
