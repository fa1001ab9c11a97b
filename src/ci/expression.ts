/**
 * A regular expression of a `.gitlab-ci.yml`. Matching takes time proportional to the text and the expression: the
 * engine of JavaScript backtracks, in some cases exponentially, and these expressions come from files that anybody can
 * push. An expression is compiled to a list of steps, and all possible steps are followed simultaneously (Thompson's
 * construction).
 *
 * The syntax that selecting refs needs is supported: classes, escapes, groups, alternatives, repetitions, and anchors.
 * Look-around and back references are not.
 */
export interface Expression {
  readonly program: readonly Step[]
}

type Step =
  | { readonly kind: 'character'; readonly fits: (character: string) => boolean }
  | { readonly kind: 'either'; readonly to: readonly number[] }
  | { readonly kind: 'start' | 'end' | 'found' }

const MAX_STEPS = 300
/** A longer expression exceeds the number of steps in any case, or has a class that no ref needs. */
const MAX_SOURCE_LENGTH = 1000
/** Groups are parsed recursively. */
const MAX_GROUP_DEPTH = 50

/** @throws SyntaxError where the expression is invalid or not supported. */
export function compileExpression(source: string): Expression {
  if (source.length > MAX_SOURCE_LENGTH) throw new SyntaxError('The expression is too large.')
  const program: Step[] = []
  const end = choice(source, 0, program, 0)
  if (end < source.length) throw new SyntaxError('There is a bracket too many.')
  program.push({ kind: 'found' })
  return { program }
}

/** The shared budget of several matches, in steps followed at each character. */
export interface MatchBudget {
  steps: number
}

/**
 * Whether the expression matches anywhere in the text. The cost is charged to the budget, if there is one; where that
 * is exhausted, the search ends without a match.
 */
export function matchesExpression(
  { program }: Expression,
  text: string,
  budget: MatchBudget = { steps: Number.POSITIVE_INFINITY },
): boolean {
  const isAnchored = program[0]?.kind === 'start'
  let states = new Set<number>()
  for (let position = 0; position <= text.length; position += 1) {
    enter(program, 0, position, text.length, states)
    budget.steps -= states.size + 1
    if (states.has(program.length - 1)) return true
    if (budget.steps < 0 || (isAnchored && states.size === 0)) return false
    const next = new Set<number>()
    for (const state of states) {
      const step = program[state]
      const character = text[position]
      if (step?.kind !== 'character' || character === undefined || !step.fits(character)) continue
      enter(program, state + 1, position + 1, text.length, next)
    }
    states = next
  }
  return false
}

/** Adds a step to the current ones, with all steps that are reachable from it without consuming a character. */
function enter(
  program: readonly Step[],
  from: number,
  position: number,
  length: number,
  states: Set<number>,
): void {
  const waiting = [from]
  for (let state = waiting.pop(); state !== undefined; state = waiting.pop()) {
    if (states.has(state)) continue
    const step = program[state]
    if (step?.kind === 'start' && position !== 0) continue
    if (step?.kind === 'end' && position !== length) continue
    states.add(state)
    if (step?.kind === 'either') waiting.push(...step.to)
    else if (step?.kind === 'start' || step?.kind === 'end') waiting.push(state + 1)
  }
}

// The parser: each function appends the parsed steps to the program, and returns the next position in the source. Steps
// refer to each other by their index in the program.

function choice(source: string, from: number, program: Step[], depth: number): number {
  const start = program.length
  let at = sequence(source, from, program, depth)
  while (source[at] === '|') {
    const before = program.splice(start)
    const after: Step[] = Array<Step>(start + before.length + 2).fill({ kind: 'found' })
    at = sequence(source, at + 1, after, depth)
    const other = after.slice(start + before.length + 2)
    add(program, { kind: 'either', to: [start + 1, start + before.length + 2] })
    for (const step of before) add(program, moved(step, 1))
    add(program, { kind: 'either', to: [start + before.length + 2 + other.length] })
    for (const step of other) add(program, step)
  }
  return at
}

function sequence(source: string, from: number, program: Step[], depth: number): number {
  let at = from
  while (at < source.length && source[at] !== '|' && source[at] !== ')') {
    const start = program.length
    at = item(source, at, program, depth)
    at = repetition(source, at, program, start)
  }
  return at
}

function item(source: string, at: number, program: Step[], depth: number): number {
  const character = source[at] ?? ''
  if (character === '(') return group(source, at, program, depth + 1)
  if (/[*+?{]/.test(character)) throw new SyntaxError('There is nothing to repeat.')
  const [text = ''] =
    /^(?:\\[\s\S]|\[\^?(?:\\[\s\S]|[^\\\]])*\]|[\s\S])/.exec(source.slice(at)) ?? []
  if (text === '^' || text === '\\A') add(program, { kind: 'start' })
  else if (text === '$' || text === '\\z' || text === '\\Z') add(program, { kind: 'end' })
  else if (/^\\[a-ce-rt-vx-zBCE-RT-VX-Y0-9]/.test(text)) {
    throw new SyntaxError(`${text} is not known.`)
  } else if (text === '[' || text === '\\') throw new SyntaxError(`A ${text} is not closed.`)
  else {
    const single = new RegExp(`^${text}$`, 's')
    add(program, { kind: 'character', fits: (one) => single.test(one) })
  }
  return at + text.length
}

function group(source: string, at: number, program: Step[], depth: number): number {
  if (depth > MAX_GROUP_DEPTH) throw new SyntaxError('The groups are too deep.')
  const [opening = '('] = /^\((?:\?:)?/.exec(source.slice(at)) ?? []
  if (source[at + opening.length] === '?') throw new SyntaxError('Look-around is not known.')
  const end = choice(source, at + opening.length, program, depth)
  if (source[end] !== ')') throw new SyntaxError('A group is not closed.')
  return end + 1
}

/** Repeats the steps from `start` on as the quantifier after them states. */
function repetition(source: string, at: number, program: Step[], start: number): number {
  const [text, mark, least, comma, most] =
    /^(?:([*+?])|\{(\d{1,3})(,?)(\d{0,3})\})\??/.exec(source.slice(at)) ?? []
  if (text === undefined) {
    if (source[at] === '{') throw new SyntaxError('A { is not closed.')
    return at
  }
  const once = program.splice(start).map((step) => moved(step, -start))
  const required = mark ? Number(mark === '+') : Number(least)
  const isEndless = mark === '*' || mark === '+' || (comma === ',' && most === '')
  const allowed = mark || most === '' ? Math.max(required, Number(mark === '?')) : Number(most)
  for (let count = 0; count < required; count += 1) append(program, once)
  if (isEndless) {
    const loop = program.length
    add(program, { kind: 'either', to: [loop + 1, loop + once.length + 2] })
    append(program, once)
    add(program, { kind: 'either', to: [loop] })
  }
  for (let count = required; !isEndless && count < allowed; count += 1) {
    const here = program.length
    add(program, { kind: 'either', to: [here + 1, here + once.length + 1] })
    append(program, once)
  }
  return at + text.length
}

function append(program: Step[], steps: readonly Step[]): void {
  const start = program.length
  for (const step of steps) add(program, moved(step, start))
}

function moved(step: Step, by: number): Step {
  return step.kind === 'either' ? { kind: 'either', to: step.to.map((to) => to + by) } : step
}

function add(program: Step[], step: Step): void {
  if (program.length >= MAX_STEPS) throw new SyntaxError('The expression is too large.')
  program.push(step)
}
