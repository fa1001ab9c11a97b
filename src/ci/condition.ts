import {
  compileExpression,
  type Expression,
  type MatchBudget,
  matchesExpression,
} from './expression.ts'
import type { Variables } from './variables.ts'

/** A condition on the variables of a job in `rules:if` or `only:variables`, in GitLab's CI/CD expression syntax. */
export type Condition =
  | { readonly kind: 'value'; readonly text: string | null }
  | { readonly kind: 'variable'; readonly name: string }
  | { readonly kind: 'pattern'; readonly pattern: Pattern }
  | {
      readonly kind: '==' | '!=' | '=~' | '!~' | '&&' | '||'
      readonly left: Condition
      readonly right: Condition
    }

interface Pattern {
  readonly expression: Expression
  readonly ignoresCase: boolean
}

const FIRST_TOKEN =
  /^\s*(?:\$(?<variable>\w+)|"(?<double>[^"]*)"|'(?<single>[^']*)'|(?<pattern>\/(?:\\.|[^/\\])+\/i?)|(?<none>null\b)|(?<mark>==|!=|=~|!~|&&|\|\||[()]))/
/** Brackets are parsed recursively, which the depth limits. */
const MAX_LENGTH = 2000
const MAX_DEPTH = 50
/** What compiling a character of an expression costs, compared with a step of a match. */
const STEPS_OF_COMPILING = 10

type Token = Readonly<Record<string, string | undefined>>

/** @throws SyntaxError where the expression is invalid. */
export function readCondition(text: string): Condition {
  if (text.length > MAX_LENGTH) throw new SyntaxError('The expression is too large.')
  const tokens = tokensOf(text.trimEnd())
  let at = 0
  const condition = either(0)
  if (at < tokens.length) throw new SyntaxError('There is something behind the expression.')
  return condition

  function either(depth: number): Condition {
    let left = both(depth)
    while (take('||')) left = { kind: '||', left, right: both(depth) }
    return left
  }

  function both(depth: number): Condition {
    let left = comparison(depth)
    while (take('&&')) left = { kind: '&&', left, right: comparison(depth) }
    return left
  }

  function comparison(depth: number): Condition {
    const left = operand(depth)
    for (const kind of ['==', '!=', '=~', '!~'] as const) {
      if (take(kind)) return { kind, left, right: operand(depth) }
    }
    return left
  }

  function operand(depth: number): Condition {
    if (depth > MAX_DEPTH) throw new SyntaxError('The brackets are too deep.')
    if (take('(')) {
      const inner = either(depth + 1)
      if (!take(')')) throw new SyntaxError('A bracket is not closed.')
      return inner
    }
    const token = tokens[at]
    at += 1
    if (token?.variable !== undefined) return { kind: 'variable', name: token.variable }
    if (token?.pattern !== undefined)
      return { kind: 'pattern', pattern: readPattern(token.pattern) }
    if (token?.none !== undefined) return { kind: 'value', text: null }
    const value = token?.double ?? token?.single
    if (value === undefined) throw new SyntaxError('A value is missing.')
    return { kind: 'value', text: value }
  }

  function take(mark: string): boolean {
    if (tokens[at]?.mark !== mark) return false
    at += 1
    return true
  }
}

function tokensOf(text: string): Token[] {
  const tokens: Token[] = []
  for (let rest = text; rest !== ''; ) {
    const found = FIRST_TOKEN.exec(rest)
    if (!found?.groups) throw new SyntaxError(`It is not clear what ${rest.slice(0, 20)} is.`)
    tokens.push(found.groups)
    rest = rest.slice(found[0].length)
  }
  return tokens
}

/** Parses `/text/`, or `/text/i` to ignore case. */
function readPattern(written: string): Pattern {
  const ignoresCase = written.endsWith('i')
  const source = written.slice(1, written.lastIndexOf('/'))
  return {
    ignoresCase,
    expression: compileExpression(
      ignoresCase
        ? source.replace(/\\.|[A-Z]/g, (one) => (one[0] === '\\' ? one : lower(one)))
        : source,
    ),
  }
}

const lower = (text: string) => text.toLowerCase()

/** Evaluates a condition: a variable alone is true where it exists and is not empty. */
export function holds(condition: Condition, variables: Variables, budget?: MatchBudget): boolean {
  switch (condition.kind) {
    case '&&':
      return holds(condition.left, variables, budget) && holds(condition.right, variables, budget)
    case '||':
      return holds(condition.left, variables, budget) || holds(condition.right, variables, budget)
    case '==':
      return (
        textOf(condition.left, variables, budget) === textOf(condition.right, variables, budget)
      )
    case '!=':
      return (
        textOf(condition.left, variables, budget) !== textOf(condition.right, variables, budget)
      )
    case '=~':
      return isLike(condition.left, condition.right, variables, budget)
    case '!~':
      return !isLike(condition.left, condition.right, variables, budget)
    case 'variable':
    case 'value':
      return Boolean(textOf(condition, variables, budget))
    case 'pattern':
      return true
  }
}

function textOf(
  condition: Condition,
  variables: Variables,
  budget?: MatchBudget,
): string | boolean | null {
  switch (condition.kind) {
    case 'value':
      return condition.text
    case 'variable':
      return variables.get(condition.name) ?? null
    default:
      return holds(condition, variables, budget)
  }
}

/** Matches a pattern, which a variable can contain; an invalid pattern matches nothing. */
function isLike(
  left: Condition,
  right: Condition,
  variables: Variables,
  budget?: MatchBudget,
): boolean {
  const text = textOf(left, variables, budget)
  const pattern = patternOf(right, variables, budget)
  if (typeof text !== 'string' || !pattern) return false
  return matchesExpression(pattern.expression, pattern.ignoresCase ? lower(text) : text, budget)
}

function patternOf(
  condition: Condition,
  variables: Variables,
  budget?: MatchBudget,
): Pattern | undefined {
  if (condition.kind === 'pattern') return condition.pattern
  const held = textOf(condition, variables, budget)
  if (typeof held !== 'string' || !/^\/.+\/i?$/s.test(held)) return undefined
  if (budget) budget.steps -= held.length * STEPS_OF_COMPILING
  try {
    return readPattern(held)
  } catch {
    return undefined
  }
}
