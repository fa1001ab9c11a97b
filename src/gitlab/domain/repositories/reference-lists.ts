import { compileExpression, matchesExpression } from '../../../ci/expression.ts'
import { refused } from '../../../contract/errors.ts'
import { readCommit } from '../../../git/objects/database.ts'
import type { Reference } from '../../../git/repository.ts'
import { peelToCommit } from '../../../git/revision.ts'
import type { Store } from '../../../store/store.ts'

/** The filter and the order of a list of branches or tags. */
export interface ReferenceSelection {
  /** A part of the name, ignoring case. A leading `^` and a trailing `$` anchor it. */
  readonly search?: string | undefined
  readonly regex?: string | undefined
  readonly orderBy: 'name' | 'updated' | 'version'
  readonly isDescending: boolean
}

/** Selects from branches or tags that are sorted by name. Throws 400 for an invalid regex. */
export function selectReferences(
  store: Store,
  references: readonly Reference[],
  { search, regex, orderBy, isDescending }: ReferenceSelection,
): Reference[] {
  const isWanted = regex ? nameTest(regex) : () => true
  const found = references.filter(({ name }) => isWanted(name) && contains(name, search ?? ''))
  const sorted = inOrder(store, found, orderBy)
  return isDescending ? sorted.reverse() : sorted
}

/**
 * The maximum number of regex steps for all names together. Ten thousand branches have one or two hundred thousand
 * characters.
 */
const MAX_STEPS = 2_000_000

function nameTest(regex: string): (name: string) => boolean {
  try {
    const expression = compileExpression(regex)
    const budget = { steps: MAX_STEPS }
    return (name) => {
      if (budget.steps < 0) throw refused('Regex is too costly for that many names')
      return matchesExpression(expression, name, budget)
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error
    throw refused('Regex is invalid')
  }
}

function contains(name: string, search: string): boolean {
  const isStart = search.startsWith('^')
  const isEnd = search.length > 1 && search.endsWith('$')
  const text = search.slice(isStart ? 1 : 0, isEnd ? -1 : undefined).toLowerCase()
  const place = name.toLowerCase()
  if (isStart && isEnd) return place === text
  if (isStart) return place.startsWith(text)
  return isEnd ? place.endsWith(text) : place.includes(text)
}

function inOrder(
  store: Store,
  references: readonly Reference[],
  orderBy: ReferenceSelection['orderBy'],
): Reference[] {
  switch (orderBy) {
    case 'name':
      return [...references]
    case 'updated': {
      const times = new Map(references.map((one) => [one, timeOfTip(store, one)]))
      return references.toSorted((a, b) => (times.get(a) ?? 0) - (times.get(b) ?? 0))
    }
    case 'version': {
      const versions = new Map(references.map((one) => [one, versionOf(one)]))
      return references.toSorted((a, b) =>
        compareVersions(versions.get(a) ?? NO_VERSION, versions.get(b) ?? NO_VERSION),
      )
    }
  }
}

/** Returns the commit time of a branch or a tag, in seconds. */
function timeOfTip({ objects }: Store, { id }: Reference): number {
  const commit = peelToCommit(objects, id)
  return commit === undefined ? 0 : readCommit(objects, commit).committer.time
}

/** A version by Semantic Versioning 2.0.0: three numbers, and the identifiers of a pre-release. */
interface Version {
  readonly numbers: readonly number[]
  readonly preRelease: readonly string[]
}

const NO_VERSION: Version = { numbers: [0, 0, 0], preRelease: [] }

function versionOf({ name }: Reference): Version {
  const parts = /^v?(\d+)\.(\d+)\.(\d+)(?:-([\dA-Za-z.-]+))?(?:\+[\dA-Za-z.-]+)?$/.exec(name)
  if (!parts) return NO_VERSION
  const [, major, minor, patch, preRelease] = parts
  return {
    numbers: [major, minor, patch].map(Number),
    preRelease: preRelease === undefined ? [] : preRelease.split('.'),
  }
}

/**
 * Compares by rule 11: a pre-release precedes its version, numbers precede letters, and fewer identifiers come first.
 */
function compareVersions(one: Version, other: Version): number {
  for (const [index, number] of one.numbers.entries()) {
    const difference = number - (other.numbers[index] ?? 0)
    if (difference !== 0) return difference
  }
  const [left, right] = [one.preRelease, other.preRelease]
  if (left.length === 0 || right.length === 0) return right.length - left.length
  for (const [index, identifier] of left.entries()) {
    const difference = compareIdentifiers(identifier, right[index])
    if (difference !== 0) return difference
  }
  return left.length - right.length
}

function compareIdentifiers(one: string, other: string | undefined): number {
  if (other === undefined) return 1
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)]
  if (isNumber && isOtherNumber) return Number(one) - Number(other)
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1
  return one < other ? -1 : Number(one > other)
}
