import type { ParameterContract } from '../../../contract/operation-contract.ts'
import { givenParameters, type Operation } from '../../contract/operation.ts'
import type { TestContext } from '../../story/test-context.ts'

/** Free text, which a server must not escape, whatever is in it. */
const prose = new Set(['description', 'bio', 'location', 'organization'])

/** Two distinct values of a parameter, neither of which is the default. */
export type Pair = readonly [unknown, unknown]

/**
 * Returns two values for each parameter of an operation: from the schema, unless a table overrides them; null in the
 * table omits a parameter.
 */
export function pairsOf(
  t: TestContext,
  operation: Operation,
  known: Readonly<Record<string, Pair | null>> = {},
): Readonly<Record<string, Pair>> {
  const pairs = givenParameters(operation).flatMap((parameter): [string, Pair][] => {
    const { name, required, isExtension } = parameter
    const given = known[name]
    if (given === null || (given === undefined && (required || isExtension))) return []
    const pair = given ?? pairOf(t, parameter)
    return pair ? [[name, pair]] : []
  })
  return Object.fromEntries(pairs)
}

function pairOf(t: TestContext, { name, schema }: ParameterContract): Pair | undefined {
  const known = byName(t, name)
  if (known) return known
  const types = [schema.type ?? []].flat()
  if (schema.enum) {
    const [first, ...others] = schema.enum.filter((value) => value !== null && value !== '')
    return others.length === 0 ? undefined : [others.at(-1), first]
  }
  if (types.includes('boolean')) return [true, false]
  if (types.includes('integer')) return [17, 23]
  if (!types.includes('string')) return undefined
  const mark = prose.has(name) ? ' <b>"ü" & more</b>' : ''
  return [`One ${t.name(name)}${mark}`, `Other ${t.name(name)}${mark}`]
}

function byName(t: TestContext, name: string): Pair | undefined {
  const twice = (make: () => unknown): Pair => [make(), make()]
  switch (name) {
    case 'path':
    case 'username':
      return twice(() => t.name(name))
    case 'email':
      return twice(() => t.email('mail'))
    case 'projects_limit':
      // None at all is a limit, too.
      return [17, 0]
    case 'website_url':
      return twice(() => `http://${t.name('site')}.example.com/home`)
    case 'labels':
      return ['roof,one', 'door']
    case 'due_date':
      return [t.instance.day(7), t.instance.day(9)]
    case 'expires_at':
      return [t.instance.day(30), t.instance.day(60)]
    case 'visibility_level': {
      const levels = t.instance.allowedLevels
      return levels.length > 1 ? [levels.at(-1), levels[0]] : undefined
    }
    default:
      return undefined
  }
}
