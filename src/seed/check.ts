import { suggestion } from '../shared/suggestion.ts'
import { placeOf, reasonOf, type z } from '../shared/zod.ts'
import type { SeedProblem } from './problems.ts'
import { type ReadSeed, seedSchema } from './schema.ts'

type Issue = z.core.$ZodIssue

/** A seed that has the shape of one, and what had to be left out of it for that. */
export interface CheckedSeed {
  readonly seed: ReadSeed
  readonly problems: readonly SeedProblem[]
  readonly leftOut: LeftOut
}

interface LeftOut {
  /** All texts in what was left out, in lower case: what refers to one of them is no second problem. */
  readonly texts: Set<string>
  /** The items of lists, in the order in which they were left out: those behind moved up. */
  readonly items: { readonly list: string; readonly index: number }[]
}

/** The place that a path of a checked seed has in the seed as it was given. */
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
 * Holds a seed to its schema. What does not fit is reported, and left out, so that the names in the rest
 * can be looked up in the same round.
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
    // From the end, so that the places before stay what they are.
    for (const path of paths.reverse()) seed = without(seed, path, leftOut) ?? {}
  }
}

/** A seed has ten levels; what reads it calls itself for each. */
export const MAX_SEED_DEPTH = 100

/** The first place that is nested too deep or in itself, found before anything reads the seed. */
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

/** The place of a path whose steps are all texts. */
function placeIn(path: readonly string[]): string {
  return placeOf(path.map((step) => (/^\d+$/.test(step) ? Number(step) : step)))
}

/** Of a value that fits none of several shapes, what is wrong with the one that it comes nearest to. */
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

/** The names of the fields that the schema knows at a path. */
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

/** A schema without what is wrapped around it, each of a union by itself. */
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

/** Takes what is at a path out of a seed; where there is nothing, the entry that lacks it. */
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
