import { addObjects, createObjectDatabase, type ObjectDatabase } from '../git/objects/database.ts'
import type { TableSnapshot } from './table.ts'
import { createTables, type TableName, type Tables, tableNames } from './tables.ts'

/** The git objects of a snapshot. A symbol, as they are no table. */
const gitObjects = Symbol('git objects')

/**
 * Everything a forge holds at one time, records by table and git objects. It is shared, not copied, so it costs the
 * references, and any forge may go on from it.
 */
export type Snapshot = { readonly [Name in TableName]: TableSnapshot } & {
  readonly [gitObjects]: ObjectDatabase
}

export interface Store extends Tables {
  /** The same tables, and nothing else. */
  readonly tables: Tables
  /**
   * The git objects of all repositories: a layer of the store's own above what it shares with snapshots and with the
   * stores that start from them. Another one after each snapshot and restore, so it is not to be kept. Which of them
   * a repository has is for its refs to say.
   */
  readonly objects: ObjectDatabase
  snapshot(): Snapshot
  /** Goes on from a snapshot of any store; the git objects that came after it are dropped. */
  restore(snapshot: Snapshot): void
  /** Another number after each write, restore and step that is taken back; between two that are the same nothing changed. */
  readonly revision: number
  /**
   * Runs a synchronous step; where it throws, every write it made is taken back. Steps do not interleave, as nothing
   * in one awaits; one within another is taken back with it.
   */
  transaction<T>(step: () => T): T
  /** Asked before each step: whether the world before the last write is kept, for `previous`. It is not by default. */
  keepsPrevious: () => boolean
  /** The world before the last step that wrote something, of those since it is kept. */
  previous(): Snapshot | undefined
  /** Called with the table of each write, be it taken back later or not. */
  onChange: (table: TableName) => void
}

/** One class, and so one shape of object, for the stores of all worlds of a process. */
class WorldStore implements Omit<Store, TableName> {
  readonly tables: Tables
  keepsPrevious = () => false
  onChange: Store['onChange'] = () => {}
  /** The layer of its own, once it was asked for, and the one below. */
  #objects: ObjectDatabase | undefined
  #sharedObjects: ObjectDatabase | undefined
  #undoLog: (() => void)[] | undefined
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

  get objects(): ObjectDatabase {
    this.#objects ??= createObjectDatabase(this.#sharedObjects)
    return this.#objects
  }

  snapshot(): Snapshot {
    const shared = sharedLayer(this.#objects ?? this.#sharedObjects ?? this.objects)
    // A step in the middle of its writes goes on where it began.
    if (!this.#undoLog) {
      this.#objects = undefined
      this.#sharedObjects = shared
    }
    const records = Object.fromEntries(
      tableNames.map((name) => [name, this.tables[name].snapshot()]),
    ) as { [Each in TableName]: TableSnapshot }
    return { ...records, [gitObjects]: shared }
  }

  restore(snapshot: Snapshot): void {
    checkSnapshot(snapshot)
    this.#previous = undefined
    this.#revision++
    this.#objects = undefined
    this.#sharedObjects = snapshot[gitObjects]
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

/** An empty store: the world of a forge. */
export function createStore(): Store {
  const tables = createTables()
  return Object.assign(new WorldStore(tables), tables)
}

/** A store that goes on from a snapshot. */
export function storeFrom(snapshot: Snapshot): Store {
  const store = createStore()
  store.restore(snapshot)
  return store
}

/**
 * The objects of a database as a layer for several to stand on, each with a layer of its own above:
 * nothing is added to it any more. Layers are joined into one as long as the next is not more than
 * twice as large as those before, so however often this is done there are few layers to look
 * through, and an object is copied (its reference, that is) few times.
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
