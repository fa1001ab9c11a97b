import { suggestion } from '../shared/suggestion.ts'
import { placeOf, reasonOf, type z } from '../shared/zod.ts'
import type { SeedProblem } from './problems.ts'
import { type ReadSeed, seedSchema } from './schema.ts'

type Issue = z.core.$ZodIssue

/** A seed that matches the schema, with the problems of the given one and the parts left out because of them. */
export interface CheckedSeed {
  readonly seed: ReadSeed
  readonly problems: readonly SeedProblem[]
  readonly leftOut: LeftOut
}

interface LeftOut {
  /**
   * All texts in the parts that were left out, in lower case. A reference to one of them is not reported as a second
   * problem.
   */
  readonly texts: Set<string>
  /** The removed list items, in the order of removal. Each removal moved the later items up. */
  readonly items: { readonly list: string; readonly index: number }[]
}

/** Maps a path of the checked seed to the path in the seed as it was given. */
export function placeAsGiven(path: string, { items }: LeftOut): string {
  return items.reduceRight((place, { list, index }) => {
    const [step = '', digits] = place.startsWith(list)
      ? (/^\[(\d+)\]/.exec(place.slice(list.length)) ?? [])
      : []
    if (digits === undefined || Number(digits) < index) return place
    return `${list}[${Number(digits) + 1}]${place.slice(list.length + step.length)}`
  }, path)
}

/**
 * Validates a seed against the schema. Invalid parts are reported and left out, so that the names in the rest can be
 * resolved in the same run.
 */
export function checkSeed(given: unknown): CheckedSeed {
  let problems: readonly SeedProblem[] = []
  const leftOut: LeftOut = { texts: new Set(), items: [] }
  const tooDeep = findTooDeep(given)
  if (tooDeep) return { seed: seedSchema.parse({}), problems: [tooDeep], leftOut }
  let seed = given
  for (let round = 0; ; round++) {
    const parsed = seedSchema.safeParse(seed)
    if (parsed.success) return { seed: parsed.data, problems, leftOut }
    const issues = parsed.error.issues.map(deepest)
    if (round === 0) {
      seed = structuredClone(given)
      problems = issues.flatMap(problemsOf)
    }
    const paths = issues.flatMap(({ path, ...issue }) =>
      issue.code === 'unrecognized_keys' ? issue.keys.map((key) => [...path, key]) : [path],
    )
    // Removes from the end, so that the remaining paths stay valid.
    for (const path of paths.reverse()) seed = without(seed, path, leftOut) ?? {}
  }
}

/** The maximum nesting. A seed has ten levels; the functions that read it recurse for each. */
export const MAX_SEED_DEPTH = 100

/** Finds the first value that is nested too deep or contains itself, before any recursive reader meets it. */
function findTooDeep(
  value: unknown,
  path: string[] = [],
  around: object[] = [],
): SeedProblem | undefined {
  if (typeof value !== 'object' || value === null || ArrayBuffer.isView(value)) return undefined
  if (around.includes(value)) return { path: placeIn(path), reason: 'refers to what it is in' }
  if (around.length >= MAX_SEED_DEPTH) {
    const reason = `is nested more than ${MAX_SEED_DEPTH} levels deep`
    return { path: placeIn(path.slice(0, 3)), reason }
  }
  around.push(value)
  for (const key of Object.keys(value)) {
    path.push(key)
    const found = findTooDeep(Reflect.get(value, key), path, around)
    if (found) return found
    path.pop()
  }
  around.pop()
  return undefined
}

/** Formats a path whose steps are all strings. */
function placeIn(path: readonly string[]): string {
  return placeOf(path.map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
}

/** Replaces the issue of a union by that of the alternative which matched furthest. */
function deepest(issue: Issue): Issue {
  if (issue.code === 'invalid_key') return { ...issue, message: issue.issues[0]?.message ?? '' }
  if (issue.code !== 'invalid_union' || issue.message !== 'Invalid input') return issue
  const found = issue.errors
    .flatMap(([first]) => (first ? [deepest(first)] : []))
    .sort((one, other) => other.path.length - one.path.length)[0]
  return found ? { ...found, path: [...issue.path, ...found.path] } : issue
}

function problemsOf(issue: Issue): SeedProblem[] {
  const path = placeOf(issue.path)
  if (issue.code !== 'unrecognized_keys') return [{ path, reason: reasonOf(issue) }]
  return issue.keys.map((key) => {
    const reason = `there is no field "${key}" here${suggestion(key, fieldsAt(issue.path))}`
    return { path, reason }
  })
}

/** Returns the names of the fields that the schema has at a path. */
function fieldsAt(path: readonly PropertyKey[]): string[] {
  const found = path.reduce<readonly Schema[]>(
    (schemas, step) => schemas.flatMap((schema) => stepInto(schema, step)),
    [seedSchema],
  )
  return found.flatMap(alternativesOf).flatMap((schema) => Object.keys(fieldsOf(schema)))
}

type Schema = z.core.$ZodType
type Definition = z.core.$ZodTypes['_zod']['def']

const definitionOf = (schema: Schema) => schema._zod.def as Definition

/** Unwraps a schema; returns all alternatives of a union. */
function alternativesOf(schema: Schema): Schema[] {
  const definition = definitionOf(schema)
  switch (definition.type) {
    case 'optional':
      return alternativesOf(definition.innerType)
    case 'union':
      return definition.options.flatMap(alternativesOf)
    case 'pipe':
      return alternativesOf(definition.in)
    default:
      return [schema]
  }
}

function stepInto(schema: Schema, step: PropertyKey): Schema[] {
  return alternativesOf(schema).flatMap((one) => {
    const definition = definitionOf(one)
    if (definition.type === 'array') return [definition.element]
    if (definition.type === 'record') return [definition.valueType]
    return fieldsOf(one)[String(step)] ?? []
  })
}

function fieldsOf(schema: Schema): Readonly<Record<string, Schema>> {
  const definition = definitionOf(schema)
  return definition.type === 'object' ? definition.shape : {}
}

/** Removes the value at a path from a seed. Where the value is missing, removes the entry that lacks it. */
function without(seed: unknown, path: readonly PropertyKey[], left: LeftOut, place = ''): unknown {
  const [step, ...rest] = path
  if (step === undefined || typeof seed !== 'object' || seed === null) return undefined
  const value: unknown = Reflect.get(seed, step)
  if (value === undefined && rest.length === 0) return undefined
  const inner = `${place}${placeOf([...(place === '' ? [] : ['']), step])}`
  const next = rest.length === 0 ? undefined : without(value, rest, left, inner)
  if (next !== undefined) return seed
  collectTexts(value, left.texts)
  if (Array.isArray(seed)) left.items.push({ list: place, index: Number(step) })
  if (Array.isArray(seed)) seed.splice(Number(step), 1)
  else Reflect.deleteProperty(seed, step)
  return seed
}

function collectTexts(value: unknown, texts: Set<string>): void {
  if (typeof value === 'string') texts.add(value.toLowerCase())
  else if (typeof value === 'object' && value !== null) {
    for (const one of Object.values(value)) collectTexts(one, texts)
  }
}
