import { checkOptions, type OptionRules, refuse, wholeNumber } from '../../shared/options.ts'
import type { Snapshot } from '../../store/store.ts'
import { type TableName, tableNames } from '../../store/tables.ts'
import { compareSnapshots } from './compare-snapshots.ts'
import type { ChangesOptions, WorldChanges } from './world-changes.ts'

/** The most records that can be requested at once, since each may be long. */
const MAX_RECORDS = 10_000

const aSnapshot = 'the name of a snapshot, or what `forge.snapshot()` returned'

const rules: OptionRules<ChangesOptions<Snapshot | string>> = {
  until: { mustBe: aSnapshot, accepts: isSnapshot },
  limit: wholeNumber(0, MAX_RECORDS),
  collections: {
    mustBe: 'a list of collections of `forge.db`, such as `issues`',
    accepts: (value) => Array.isArray(value) && value.every(isTableName),
    known: tableNames,
  },
}

/** The snapshots of a forge. */
export interface Snapshots {
  beginning(): Snapshot
  present(): Snapshot
  /** @throws Error where there is no such snapshot. */
  named(name: string): Snapshot
}

/**
 * Compares two snapshots of a forge; see `Forge.changesSince`.
 * @throws TypeError for an unknown option, and for an argument that is neither a name nor a snapshot.
 */
export function changesSince(
  { beginning, present, named }: Snapshots,
  since?: Snapshot | string,
  options: ChangesOptions<Snapshot | string> = {},
): WorldChanges {
  checkOptions('changesSince', options, rules)
  if (since !== undefined && !isSnapshot(since)) refuse('changesSince: since', aSnapshot, since)
  const { until, limit = 1000, collections } = options
  const earlier = since === undefined ? beginning() : snapshotOf(named, since)
  const later = until === undefined ? present() : snapshotOf(named, until)
  return compareSnapshots(earlier, later, { limit, collections })
}

function isSnapshot(value: unknown): boolean {
  return (
    typeof value === 'string' || (typeof value === 'object' && value !== null && 'issues' in value)
  )
}

function snapshotOf(named: Snapshots['named'], given: Snapshot | string): Snapshot {
  return typeof given === 'string' ? named(given) : given
}

function isTableName(value: unknown): value is TableName {
  return tableNames.some((name) => name === value)
}
