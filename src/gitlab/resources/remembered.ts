import type { Presentation } from '../domain/context.ts'
import type { Moment } from '../domain/moment.ts'

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
  const makeForms = () => new Map<string, Map<R, T>>()

  function resourcesAt(moment: Moment, form: string): Map<R, T> {
    const forms = moment.keep(makeForms)
    const known = forms.get(form)
    if (known) return known
    const resources = new Map<R, T>()
    forms.set(form, resources)
    return resources
  }

  return (record, presentation, extras) => {
    const moment = presentation.moment?.()
    if (!moment) return describe(record, presentation, extras)
    const resources = resourcesAt(moment, formOf(extras))
    const known = resources.get(record)
    if (known) {
      // Of what is asked for once, as after each write, the text is not kept: to note it costs more than to write it.
      if (!texts.has(known)) texts.set(known, { json: undefined })
      return known
    }
    const resource = describe(record, presentation, extras)
    if (resources.size >= mostRemembered) resources.clear()
    resources.set(record, resource)
    return resource
  }
}

/** The JSON of the resources that were asked for again, once it was written; it goes with the resource. */
const texts = new WeakMap<object, { json: string | undefined }>()

/** JSON that may be kept in parts: those of a list are shared with other lists. */
export interface WrittenJson {
  /** In characters. */
  readonly length: number
  /** In UTF-8, where it is known. */
  readonly byteLength?: number
  /** The same in UTF-8, where it is kept so. */
  readonly bytes?: Uint8Array
  read(): string
}

/** As JSON.stringify, which is spared what was written of remembered resources before. */
export function writeJson(value: unknown): WrittenJson {
  const parts = Array.isArray(value) ? partsOf(value) : undefined
  if (parts) return written(parts)
  return new WrittenText(partOf(value) ?? JSON.stringify(value))
}

/** A class: the journal keeps one of each answer, and a function of its own would cost as much again. */
export class WrittenText implements WrittenJson {
  readonly #text: string

  constructor(text: string) {
    this.#text = text
  }

  get length(): number {
    return this.#text.length
  }

  read(): string {
    return this.#text
  }
}

function written(parts: readonly string[]): WrittenJson {
  const commas = Math.max(0, parts.length - 1)
  return {
    length: parts.reduce((sum, { length }) => sum + length, '[]'.length + commas),
    read: () => `[${parts.join(',')}]`,
  }
}

/** A list of remembered resources; undefined where one is none. */
function partsOf(values: readonly unknown[]): string[] | undefined {
  const parts: string[] = []
  for (const value of values) {
    const part = partOf(value)
    if (part === undefined) return undefined
    parts.push(part)
  }
  return parts
}

/** A remembered resource; undefined where it is none. */
function partOf(value: unknown): string | undefined {
  const kept = typeof value === 'object' && value !== null ? texts.get(value) : undefined
  if (kept) kept.json ??= JSON.stringify(value)
  return kept?.json
}
