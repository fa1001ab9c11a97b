import type { Change } from './record-indexes.ts'
import type { Identified } from './sorted.ts'

/** What records of a collection are searched by. */
export type TextsOf<R> = (record: R) => readonly (string | null)[]

/** The texts of records in lower case, one after the other, so that one look goes through all. */
interface JoinedTexts {
  readonly text: string
  /** Where the texts of each record begin, upwards. */
  readonly starts: readonly number[]
  readonly ids: readonly number[]
}

/** The texts of a snapshot, which whoever goes on from it may use. */
export interface SharedTexts<R> {
  readonly records: readonly R[]
  /** Made by the first search. */
  joined: JoinedTexts | undefined
  /** The ids of which other texts were joined than there are, or none. */
  readonly changed: ReadonlySet<number>
}

/** Between texts: nothing that is searched for goes across. */
const separator = '\u0000'

/** With more changes than so many, and than a quarter of all, the texts are joined anew. */
const fewChanges = 200

const isFew = (changes: number, all: number) => changes <= fewChanges || changes * 4 <= all

/** The texts of no snapshot yet. */
export function textsOver<R>(records: readonly R[]): SharedTexts<R> {
  return { records, joined: undefined, changed: new Set() }
}

/**
 * Searches the texts of a list of records, whatever their case. They are joined by the first search, and shared
 * with snapshots: a write costs no more than to note that texts changed, where they did.
 */
export class RecordTexts<R extends Identified> {
  readonly #textsOf: TextsOf<R>
  readonly #list: { get(id: number): R | undefined; all(): readonly R[] }
  #base: SharedTexts<R> = textsOver([])
  /** Its own, from the first change since the snapshot on. */
  #changed: Set<number> | undefined

  constructor(textsOf: TextsOf<R>, list: { get(id: number): R | undefined; all(): readonly R[] }) {
    this.#textsOf = textsOf
    this.#list = list
  }

  /** The records of which a text holds `wanted`, in no order. */
  find(wanted: string): R[] {
    const folded = wanted.toLowerCase()
    if (folded.includes(separator)) return []
    this.#begin()
    const joined = this.#base.joined ?? joinTexts(this.#base.records, this.#textsOf)
    this.#base.joined = joined
    const changed = this.#changed ?? this.#base.changed
    const found = idsWith(folded, joined).filter((id) => !changed.has(id))
    for (const id of changed) {
      const record = this.#list.get(id)
      if (record && this.#fold(record).includes(folded)) found.push(id)
    }
    return found.flatMap((id) => this.#list.get(id) ?? [])
  }

  change({ previous, next }: Change<R>): void {
    if (previous && next && this.#isSame(previous, next)) return
    const id = next?.id ?? previous?.id
    this.#changed ??= new Set(this.#base.changed)
    if (id !== undefined) this.#changed.add(id)
  }

  /** What is there now, for good; `records` are all records. */
  share(records: readonly R[]): SharedTexts<R> {
    if (this.#changed) {
      const { joined } = this.#base
      const isKept = joined !== undefined && isFew(this.#changed.size, records.length)
      this.#base = isKept ? { records, joined, changed: this.#changed } : textsOver(records)
      this.#changed = undefined
    }
    return this.#base
  }

  /** Goes on from what was shared. */
  adopt(shared: SharedTexts<R>): void {
    this.#base = shared
    this.#changed = undefined
  }

  /** Joins the texts anew where too many of them changed. */
  #begin(): void {
    const { size } = this.#changed ?? this.#base.changed
    if (!isFew(size, this.#base.records.length)) this.adopt(textsOver(this.#list.all().slice()))
  }

  #fold(record: R): string {
    return foldTexts(this.#textsOf(record))
  }

  #isSame(previous: R, next: R): boolean {
    const before = this.#textsOf(previous)
    return this.#textsOf(next).every((text, place) => text === before[place])
  }
}

const foldTexts = (texts: readonly (string | null)[]) => texts.join(separator).toLowerCase()

function joinTexts<R extends Identified>(records: readonly R[], textsOf: TextsOf<R>): JoinedTexts {
  const starts: number[] = []
  let length = 0
  const texts = records.map((record) => {
    const text = foldTexts(textsOf(record))
    starts.push(length)
    length += text.length + separator.length
    return text
  })
  return { text: texts.join(separator), starts, ids: records.map(({ id }) => id) }
}

/** The ids of the records whose texts hold a text that is in lower case. */
function idsWith(wanted: string, { text, starts, ids }: JoinedTexts): number[] {
  const found: number[] = []
  let place = 0
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, starts[place])) {
    place = placeAfter(starts, at, place)
    const id = ids[place - 1]
    if (id !== undefined) found.push(id)
    if (place >= starts.length) break
  }
  return found
}

/** The place of the first start that is behind a position, from a place on, in steps that grow and shrink. */
function placeAfter(starts: readonly number[], position: number, from: number): number {
  let [low, step] = [from, 1]
  while ((starts[low + step] ?? Infinity) <= position) {
    low += step
    step *= 2
  }
  let high = Math.min(low + step, starts.length)
  while (low < high) {
    const middle = (low + high) >>> 1
    if ((starts[middle] ?? Infinity) <= position) low = middle + 1
    else high = middle
  }
  return low
}
