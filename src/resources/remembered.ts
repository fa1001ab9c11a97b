import type { Presentation } from '../domain/context.ts'

/** So many resources of a kind are remembered at once; a crawl of a large world must not hold it twice. */
const mostRemembered = 2000

type Describe<R, T> = (record: R, presentation: Presentation) => T
type DescribeWith<R, T, Extras> = (record: R, presentation: Presentation, extras: Extras) => T

/**
 * Makes a function that describes a record once for as long as nobody writes anything: what a resource
 * shows of other records can change with them. The resource is shared, and not to be changed.
 */
export function remembered<R extends object, T extends object>(
  describe: Describe<R, T>,
): Describe<R, T> {
  const describeAs = rememberedWith<R, T, undefined>(describe, () => '')
  return (record, presentation) => describeAs(record, presentation, undefined)
}

/** The same of a function that takes more; `formOf` says which form of the resource that asks for. */
export function rememberedWith<R extends object, T extends object, Extras>(
  describe: DescribeWith<R, T, Extras>,
  formOf: (extras: Extras) => string,
): DescribeWith<R, T, Extras> {
  const kept = new WeakMap<object, Map<string, Map<R, T>>>()

  function resourcesAt(moment: object, form: string): Map<R, T> {
    const forms = kept.get(moment) ?? new Map<string, Map<R, T>>()
    const resources = forms.get(form) ?? new Map<R, T>()
    if (forms.size === 0) kept.set(moment, forms)
    forms.set(form, resources)
    return resources
  }

  return (record, presentation, extras) => {
    const moment = presentation.moment?.()
    if (!moment) return describe(record, presentation, extras)
    const resources = resourcesAt(moment, formOf(extras))
    const known = resources.get(record)
    if (known) return known
    const resource = describe(record, presentation, extras)
    if (resources.size >= mostRemembered) resources.clear()
    resources.set(record, resource)
    texts.set(resource, undefined)
    return resource
  }
}

/** The JSON of the resources that are remembered, once it was written; it goes with the resource. */
const texts = new WeakMap<object, string | undefined>()

/** JSON that may be kept in parts: those of a list are shared with other lists. */
export interface WrittenJson {
  /** In characters. */
  readonly length: number
  read(): string
}

/** As JSON.stringify, which is spared what was written of remembered resources before. */
export function writeJson(value: unknown): WrittenJson {
  const parts = Array.isArray(value) ? partsOf(value) : undefined
  if (!parts) {
    const text = textOf(value) ?? JSON.stringify(value)
    return { length: text.length, read: () => text }
  }
  const commas = Math.max(0, parts.length - 1)
  const length = parts.reduce((sum, part) => sum + part.length, '[]'.length + commas)
  return { length, read: () => `[${parts.join(',')}]` }
}

/** The texts of a list of remembered resources; undefined where one is none. */
function partsOf(values: readonly unknown[]): string[] | undefined {
  const parts: string[] = []
  for (const value of values) {
    const text = textOf(value)
    if (text === undefined) return undefined
    parts.push(text)
  }
  return parts
}

/** The text of a remembered resource; undefined where it is none. */
function textOf(value: unknown): string | undefined {
  if (typeof value !== 'object' || value === null || !texts.has(value)) return undefined
  const text = texts.get(value) ?? JSON.stringify(value)
  texts.set(value, text)
  return text
}
