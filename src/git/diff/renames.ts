import { type ObjectDatabase, readBlob } from '../objects/database.ts'
import type { ObjectId } from '../objects/objects.ts'
import {
  areSizesTooFarApart,
  createFingerprints,
  type Fingerprint,
  FULL_SCORE,
} from './similarity.ts'
import type { FileChange } from './tree-difference.ts'
import { createWorkBudget, type WorkBudget } from './work-budget.ts'

const LEAST_SCORE = FULL_SCORE / 2
/** The score from which git pairs files with the same, unique base name without comparing others. */
const LEAST_SCORE_OF_NAMESAKE = LEAST_SCORE + (FULL_SCORE - LEAST_SCORE) / 2
/** With more pairs, or for larger files, only exact renames are detected. */
const MAX_PAIRS = 10_000
const MAX_FILE_BYTES = 1_000_000
const CANDIDATES_OF_A_FILE = 4
/** The cost of splitting a file into chunks per byte, in steps of the search for changes. */
const STEPS_OF_A_BYTE = 4

type FileState = NonNullable<FileChange['before']>

export interface Rename {
  readonly source: FileState
  readonly destination: FileState
  /** From half of FULL_SCORE to FULL_SCORE. */
  readonly score: number
}

/** Whether a file has lines that can be compared. */
const isPlain = ({ mode }: FileState) => mode === '100644' || mode === '100755'
const isOfOneKind = (left: FileState, right: FileState) =>
  left.mode === right.mode || (isPlain(left) && isPlain(right))
const baseName = (file: FileState) => file.path.slice(file.path.lastIndexOf('/') + 1)

/** The unpaired files, and the pairs found so far. A source is used once. */
interface Search {
  readonly sources: Set<FileState>
  readonly destinations: Set<FileState>
  readonly found: Rename[]
}

function pair(search: Search, source: FileState, destination: FileState, score: number): void {
  search.sources.delete(source)
  search.destinations.delete(destination)
  search.found.push({ source, destination, score })
}

function grouped<Key, Item>(items: Iterable<Item>, keyOf: (item: Item) => Key): Map<Key, Item[]> {
  const groups = new Map<Key, Item[]>()
  for (const item of items) {
    const group = groups.get(keyOf(item))
    if (group === undefined) groups.set(keyOf(item), [item])
    else group.push(item)
  }
  return groups
}

/** Pairs files with the same content; a source with the same base name is preferred, then the first one. */
function pairExact(search: Search): void {
  const byId = grouped(search.sources, (file) => file.id)
  for (const destination of [...search.destinations]) {
    const fitting = (byId.get(destination.id) ?? []).filter(
      (source) => search.sources.has(source) && isOfOneKind(source, destination),
    )
    const namesake = fitting.find((source) => baseName(source) === baseName(destination))
    const source = namesake ?? fitting[0]
    if (source !== undefined) pair(search, source, destination, FULL_SCORE)
  }
}

type Score = (source: FileState, destination: FileState) => number

/**
 * Makes a function that scores pairs; each file is fingerprinted at most once. A file that exceeds the budget is
 * similar to no other.
 */
function createScore(objects: ObjectDatabase, budget: WorkBudget): Score {
  const known = new Map<ObjectId, Fingerprint>()
  const { fingerprintOf, similarity } = createFingerprints()
  const measure = (id: ObjectId, bytes: Uint8Array): Fingerprint | undefined => {
    const before = known.get(id)
    const steps = bytes.length * STEPS_OF_A_BYTE
    if (before !== undefined || steps > budget.steps) return before
    const measured = fingerprintOf(bytes)
    known.set(id, measured)
    budget.steps -= steps
    return measured
  }
  return (source, destination) => {
    if (!isPlain(source) || !isPlain(destination) || budget.steps <= 0) return 0
    const old = readBlob(objects, source.id).bytes
    const now = readBlob(objects, destination.id).bytes
    if (Math.max(old.length, now.length) > MAX_FILE_BYTES) return 0
    if (areSizesTooFarApart(old.length, now.length, LEAST_SCORE)) return 0
    const left = measure(source.id, old)
    const right = left && measure(destination.id, now)
    if (left === undefined || right === undefined) return 0
    budget.steps -= right.chunks.length
    return similarity(left, right)
  }
}

/** Pairs files whose base name is unique on both sides. */
function pairNamesakes(search: Search, score: Score): void {
  const destinations = grouped(search.destinations, baseName)
  for (const [name, [source, anotherSource]] of grouped(search.sources, baseName)) {
    const [destination, anotherDestination] = destinations.get(name) ?? []
    if (source === undefined || destination === undefined) continue
    if (anotherSource !== undefined || anotherDestination !== undefined) continue
    const likeness = score(source, destination)
    if (likeness >= LEAST_SCORE_OF_NAMESAKE) pair(search, source, destination, likeness)
  }
}

const nameScore = (rename: Rename) =>
  baseName(rename.source) === baseName(rename.destination) ? 1 : 0

const byScore = (left: Rename, right: Rename) =>
  right.score - left.score || nameScore(right) - nameScore(left)

/** Pairs the remaining files by descending similarity, each once. */
function pairSimilar(search: Search, score: Score): void {
  const { sources, destinations } = search
  if (sources.size * destinations.size > MAX_PAIRS) return
  // Grouped by source, so that its fingerprint is looked up once.
  const similar = [...sources].flatMap((source) =>
    [...destinations]
      .map((destination) => ({ source, destination, score: score(source, destination) }))
      .filter((rename) => rename.score >= LEAST_SCORE),
  )
  const byDestination = grouped(similar, (rename) => rename.destination)
  const candidates = [...destinations].flatMap((destination) =>
    (byDestination.get(destination) ?? []).sort(byScore).slice(0, CANDIDATES_OF_A_FILE),
  )
  for (const { source, destination, score } of candidates.sort(byScore)) {
    if (sources.has(source) && destinations.has(destination)) {
      pair(search, source, destination, score)
    }
  }
}

/**
 * Detects which added files are renamed deleted files, in the steps of git: equal content first, then the same base
 * name, then at least half of the content. The work is bounded.
 */
export function findRenames(
  objects: ObjectDatabase,
  changes: readonly FileChange[],
  budget: WorkBudget = createWorkBudget(),
): Rename[] {
  const sources = changes.flatMap(({ before, after }) => (before && !after ? [before] : []))
  const destinations = changes.flatMap(({ before, after }) => (after && !before ? [after] : []))
  const found: Rename[] = []
  const search = { sources: new Set(sources), destinations: new Set(destinations), found }
  pairExact(search)
  if (search.sources.size === 0 || search.destinations.size === 0) return found
  const score = createScore(objects, budget)
  pairNamesakes(search, score)
  pairSimilar(search, score)
  return found
}
