import { addObjects, createObjectDatabase, type ObjectDatabase } from '../git/objects/database.ts'
import { ActivityDays, type NotedActivity } from './activity-days.ts'
import type { UserRecord } from './models/user.ts'
import type { TableSnapshot } from './table.ts'
import { createTables, type TableName, type Tables, tableNames } from './tables.ts'

/** The key of a snapshot's git objects: a symbol, since they are not a table. */
const gitObjects = Symbol('git objects')
/** The key of the days on which users were active, which are not a table either. */
const activityDays = Symbol('activity days')

/**
 * Everything that a forge holds at one time: the records of each table, and git objects. All of it is shared by
 * reference, so a snapshot is cheap, and any forge can be restored to it.
 */
export type Snapshot = { readonly [Name in TableName]: TableSnapshot } & {
  readonly [gitObjects]: ObjectDatabase
  readonly [activityDays]: ReadonlyMap<number, NotedActivity>
}

export interface Store extends Tables {
  /** The tables, without the rest of the store. */
  readonly tables: Tables
  /**
   * The git objects of all repositories: a layer of the store's own above the layers that it shares with snapshots and
   * forks. Snapshots and restores replace it, so callers must not keep it. The refs of a repository decide which
   * objects belong to it.
   */
  readonly objects: ObjectDatabase
  snapshot(): Snapshot
  /** Returns to a snapshot of any store, and drops the git objects that were added since. */
  restore(snapshot: Snapshot): void
  /** A number that changes with each write, restore and rollback: while it is the same, nothing has changed. */
  readonly revision: number
  /** Returns the last day on which a user was active: that of `noteActivity`, or of the record. */
  lastActivityOf(user: UserRecord): string | null
  /** Notes a day on which a user was active. This changes no record, is not rolled back, and calls no listener. */
  noteActivity(user: UserRecord, day: string): void
  /**
   * Runs a synchronous step as a transaction: where it throws, its writes are rolled back. Transactions do not
   * interleave, since nothing in them awaits; a nested one is rolled back with the outer one.
   */
  transaction<T>(step: () => T): T
  /** Asked before each transaction: whether to keep the world before it for `previous`. False by default. */
  keepsPrevious: () => boolean
  /** The world before the last transaction that wrote something, where it was kept. */
  previous(): Snapshot | undefined
  /** Called with the table of each write, even if it is rolled back later. */
  onChange: (table: TableName) => void
}

/** A class, so that the stores of all worlds share one hidden class in V8. */
class WorldStore implements Omit<Store, TableName> {
  readonly tables: Tables
  keepsPrevious = () => false
  onChange: Store['onChange'] = () => {}
  /** Its own layer, made on first use, and the shared layer below. */
  #objects: ObjectDatabase | undefined
  #sharedObjects: ObjectDatabase | undefined
  #undoLog: (() => void)[] | undefined
  readonly #activity = new ActivityDays()
  #revision = 0
  #previous: Snapshot | undefined

  constructor(tables: Tables) {
    this.tables = tables
    for (const name of tableNames) {
      tables[name].onWrite = (undo) => {
        this.#undoLog?.push(undo)
        this.#revision++
        this.onChange(name)
      }
    }
  }

  get revision(): number {
    return this.#revision
  }

  lastActivityOf(user: UserRecord): string | null {
    return this.#activity.lastOf(user)
  }

  noteActivity(user: UserRecord, day: string): void {
    this.#activity.note(user, day)
    this.#revision++
  }

  get objects(): ObjectDatabase {
    this.#objects ??= createObjectDatabase(this.#sharedObjects)
    return this.#objects
  }

  snapshot(): Snapshot {
    const shared = sharedLayer(this.#objects ?? this.#sharedObjects ?? this.objects)
    // Within a transaction the store keeps its own layer, to which a rollback returns.
    if (!this.#undoLog) {
      this.#objects = undefined
      this.#sharedObjects = shared
    }
    const records = Object.fromEntries(
      tableNames.map((name) => [name, this.tables[name].snapshot()]),
    ) as { [Each in TableName]: TableSnapshot }
    return { ...records, [gitObjects]: shared, [activityDays]: this.#activity.share() }
  }

  restore(snapshot: Snapshot): void {
    checkSnapshot(snapshot)
    this.#previous = undefined
    this.#revision++
    this.#objects = undefined
    this.#sharedObjects = snapshot[gitObjects]
    this.#activity.restore(snapshot[activityDays])
    for (const name of tableNames) {
      this.tables[name].restore(snapshot[name])
      this.onChange(name)
    }
  }

  previous(): Snapshot | undefined {
    return this.#previous
  }

  transaction<T>(step: () => T): T {
    const outer = this.#undoLog
    const log: (() => void)[] = []
    this.#undoLog = log
    const before = outer ? undefined : this.#snapshotToKeep()
    try {
      const result = step()
      if (outer) for (const undo of log) outer.push(undo)
      if (before && log.length > 0) this.#previous = before
      return result
    } catch (error) {
      for (const undo of log.reverse()) undo()
      this.#revision++
      throw error
    } finally {
      this.#undoLog = outer
    }
  }

  #snapshotToKeep(): Snapshot | undefined {
    if (this.keepsPrevious()) return this.snapshot()
    this.#previous = undefined
    return undefined
  }
}

/** Makes an empty store. */
export function createStore(): Store {
  const tables = createTables()
  return Object.assign(new WorldStore(tables), tables)
}

/** Makes a store from a snapshot. */
export function storeFrom(snapshot: Snapshot): Store {
  const store = createStore()
  store.restore(snapshot)
  return store
}

/**
 * Makes the objects of a database a shared, read-only layer: each store adds its own layer on top. Layers are merged
 * as long as the next one below is at most twice as large as those above it. So there are few layers to search,
 * however often this is done, and the reference to an object is copied few times.
 */
export function sharedLayer(objects: ObjectDatabase): ObjectDatabase {
  const joined: ObjectDatabase[] = []
  let count = 0
  let below: ObjectDatabase | undefined = objects
  while (below && (joined.length === 0 || below.byId.size <= 2 * count)) {
    joined.push(below)
    count += below.byId.size
    below = below.base
  }
  const isEmpty = joined.every(({ byId, sources }) => byId.size + sources.length === 0)
  if (isEmpty && below) return below
  const layer = createObjectDatabase(below)
  for (const each of joined.reverse()) addObjects(layer, each)
  return layer
}

function checkSnapshot(snapshot: unknown): asserts snapshot is Snapshot {
  if (typeof snapshot === 'object' && snapshot !== null && gitObjects in snapshot) return
  throw new Error(
    'restore: the snapshot must be an object that snapshot() returned, and not a copy through JSON or structuredClone',
  )
}
