import type { Answer } from '../../client/answer.ts'
import type { Call } from '../../client/client.ts'
import { type History, type Step, sessionOf } from '../../reproduction/history.ts'
import { at, isObject } from '../../story/bodies.ts'
import { isDistinctId } from './distinct-ids.ts'

/** The responses of earlier steps, by the values that later steps send. */
export interface Sources {
  /** Adds a step with its response in the recording. */
  add(step: Step, call: Call, answer: Answer): void
  /** Returns the placeholder of an id or SHA; undefined where no response contained it. */
  value(value: number | string): string | undefined
  /** Returns the placeholder of the iid of an issue or a merge request, preferably of one in that project. */
  number(iid: string, kind: NumberedKind, project: unknown): string | undefined
  /** Returns the placeholder of a public key. */
  key(key: string): string
  /** Whether a text begins a known SHA. */
  isShort(text: string): boolean
  /** Returns the symbol of the user with a private token, whose session is kept from then on. */
  ownerOf(token: string): string | undefined
  /** Returns all added steps, with the names by which later ones refer to them. */
  history(): History
}

/** Issues and merge requests of a project are numbered each on their own. */
export type NumberedKind = 'issue' | 'merge request'

/** The object of a response with a value, and the field of that value. */
interface Source {
  readonly entry: Entry
  /** The place of the object in the body. */
  readonly path: string
  readonly field: string
  /** The kind of the object, where it is not that of the entry. */
  readonly kind?: 'commit'
}

interface Entry {
  readonly step: Step
  readonly isRead: boolean
  readonly kind: string
  /** The name of each referenced object, by its place in the body. */
  readonly made: Map<string, string>
}

/** The fields of responses with values that later requests can contain. */
const sent = /(?:^|_)(?:id|sha|iid)$/

/** Generated names have lower numbers. */
const FIRST_NUMBER = 1001

export function createSources(): Sources {
  const entries: Entry[] = []
  const values = new Map<string, Source[]>()
  const numbers = new Map<string, Source>()
  const tokens = new Map<string, { readonly entry: Entry; readonly user: string | undefined }>()
  const keys = new Map<string, string>()
  const symbols = new Set<string>()

  function symbolOf({ entry, path, kind }: Source): string | undefined {
    const known = entry.made.get(path)
    if (known !== undefined) return known
    // A write is not repeated to name a second object of its response.
    if (!entry.isRead && entry.made.size > 0) return undefined
    const { username, path: named } = entry.step.parameters
    const [, own] = /^<([a-zA-Z]+\d+)\.name>$/.exec(String(username ?? named)) ?? []
    const isFree = path === '' && !entry.isRead && own !== undefined && !symbols.has(own)
    const symbol = isFree ? own : `${kind ?? entry.kind}${FIRST_NUMBER + symbols.size}`
    symbols.add(symbol)
    entry.made.set(path, symbol)
    return symbol
  }

  function placeholderOf(source: Source): string | undefined {
    const symbol = symbolOf(source)
    if (symbol === undefined) return undefined
    return source.field === 'id' ? `<${symbol}>` : `<${symbol}.${source.field}>`
  }

  const firstOf = (found: readonly Source[]) => {
    for (const source of found) {
      const placeholder = placeholderOf(source)
      if (placeholder !== undefined) return placeholder
    }
    return undefined
  }

  function collect(entry: Entry, value: unknown, path: string): void {
    const below = (name: string | number) => (path === '' ? String(name) : `${path}.${name}`)
    if (Array.isArray(value)) {
      for (const [item, place] of placesOf(value)) collect(entry, item, below(place))
    } else if (isObject(value)) {
      for (const [field, one] of Object.entries(value)) {
        const isCommit = typeof one === 'string' && field === 'id'
        const source: Source = { entry, path, field, ...(isCommit ? { kind: 'commit' } : {}) }
        if (isDistinctId(one) || (typeof one === 'string' && sent.test(field))) {
          values.set(String(one), [...(values.get(String(one)) ?? []), source])
        } else if (field === 'iid') {
          const kind = numberedKindOf(value)
          // The response to the creation, which is certain to show it.
          const key = `${kind} ${value.project_id} ${one}`
          if (!numbers.has(key)) numbers.set(key, source)
          numbers.set(`${kind} undefined ${one}`, source)
        } else if (typeof one === 'object') collect(entry, one, below(field))
      }
    }
  }

  return {
    add(step, { operation }, { status, body }) {
      const isRead = operation.method === 'GET'
      const entry = { step, isRead, kind: kindOf(operation.id), made: new Map<string, string>() }
      entries.push(entry)
      if (status >= 300) return
      if (operation.id === 'createUser' || operation.id === 'createGroup')
        symbolOf({ entry, path: '', field: 'id' })
      collect(entry, body, '')
      if (isObject(body) && typeof body.private_token === 'string') {
        const user = firstOf(values.get(String(body.id)) ?? [])
        tokens.set(body.private_token, { entry, user: user?.replace(/^<(\w+)>$/, '$1') })
      }
    },
    value: (value) => firstOf(values.get(String(value)) ?? []),
    number(iid, kind, project) {
      const source =
        numbers.get(`${kind} ${project} ${iid}`) ?? numbers.get(`${kind} undefined ${iid}`)
      return source && placeholderOf(source)
    },
    key(key) {
      const symbol = keys.get(key) ?? `key${keys.size + 1}`
      keys.set(key, symbol)
      return `<${symbol}.key>`
    },
    isShort: (text) => [...values.keys()].some((known) => known.startsWith(text)),
    ownerOf(token) {
      const { entry, user } = tokens.get(token) ?? {}
      if (!entry || user === undefined) return undefined
      const session = entry.made.get('') ?? sessionOf(user)
      if (session !== sessionOf(user)) return undefined
      entry.made.set('', session)
      return user
    },
    history: () => entries.flatMap(stepsOf),
  }
}

function numberedKindOf(value: Readonly<Record<string, unknown>>): NumberedKind | 'milestone' {
  if ('source_branch' in value) return 'merge request'
  return 'labels' in value ? 'issue' : 'milestone'
}

/** The fields by which the items of a list are found, whatever their order. */
const namingFields = ['name', 'path', 'tag_name', 'file_path'] as const

/** Returns the items of a list that can be found in a list in another order, with their places. */
function placesOf(list: readonly unknown[]): (readonly [item: unknown, place: string])[] {
  if (list.length === 1) return [[list[0], '0']]
  return list.flatMap((item) => {
    const field = namingFields.find((name) => {
      const value = at(item, name)
      const isAlone = list.filter((other) => at(other, name) === value).length === 1
      return typeof value === 'string' && !value.includes('forgery-') && isAlone
    })
    return field === undefined ? [] : [[item, `[${field}=${at(item, field)}]`] as const]
  })
}

/** Returns a step with the name of its response; a read that has several is repeated. */
function stepsOf({ step, made }: Entry): Step[] {
  if (made.size === 0) return [step]
  return [...made].map(([path, makes]) => ({
    ...step,
    makes,
    ...(path === '' ? {} : { from: path }),
  }))
}

/** Returns the kind of record that an operation creates or shows: `createIssue` and `listIssues` are about an `issue`. */
function kindOf(operation: string): string {
  const [, words = ''] = /^[a-z]+([A-Z].*)$/.exec(operation) ?? []
  return words === '' ? 'record' : words.replace(/^./, (letter) => letter.toLowerCase())
}
