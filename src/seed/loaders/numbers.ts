import {
  nextIssueIid,
  nextMergeRequestIid,
  reserveIssueIids,
} from '../../gitlab/domain/tracker/iids.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { Store } from '../../store/store.ts'

interface Numbered {
  readonly id?: number | undefined
  readonly iid?: number | undefined
}

/** Records a problem where a value is taken already. Returns whether it is. */
type NoteTwice = (taken: object | undefined, value: number, path: string) => boolean

type Kind = 'issues' | 'mergeRequests'

/** Assigns ids and iids to the entries of a seed before their records are created in the order of time. */
export interface Numbers {
  /** Assigns the given id and iid of an entry, or the next ones; undefined where one is taken. */
  take(kind: Kind, project: ProjectRecord, seed: Numbered, path: string): TakenNumbers | undefined
  /** Announces that an issue will be moved into a project. It gets an iid after those that are taken. */
  keepFree(project: ProjectRecord): void
  /** Reserves iids in the projects that issues are moved into. Returns a function that ends the reservation. */
  reserve(): () => void
}

interface TakenNumbers {
  readonly id: number
  readonly iid: number
}

export function createNumbers(store: Store, ids: Ids, isTwice: NoteTwice): Numbers {
  const entered = new Set<number>()
  const iids: Record<Kind, Map<number, Set<number>>> = {
    issues: new Map(),
    mergeRequests: new Map(),
  }
  const next: Record<Kind, Map<number, number>> = { issues: new Map(), mergeRequests: new Map() }
  const firstFree = { issues: nextIssueIid, mergeRequests: nextMergeRequestIid }
  return {
    take(kind, project, seed, path) {
      const taken = iids[kind].get(project.id) ?? iidsOf(kind, project)
      iids[kind].set(project.id, taken)
      const isIid = seed.iid !== undefined && taken.has(seed.iid)
      if (isTwice(isIid ? {} : undefined, seed.iid ?? 0, `${path}.iid`)) return undefined
      const id = ids.take(store[kind], seed.id, path)
      if (id === undefined) return undefined
      const free = next[kind].get(project.id) ?? firstFree[kind](store, project)
      const iid = seed.iid ?? free
      next[kind].set(project.id, Math.max(free, iid + 1))
      taken.add(iid)
      return { id, iid }
    },
    keepFree: ({ id }) => entered.add(id),
    reserve() {
      const projects = [...entered].flatMap((id) => store.projects.get(id) ?? [])
      const releases = projects.map((project) => {
        const last = (next.issues.get(project.id) ?? 1) - 1
        return reserveIssueIids({ store }, project, last)
      })
      return () => {
        for (const release of releases) release()
      }
    },
  }

  function iidsOf(kind: Kind, { id }: ProjectRecord): Set<number> {
    const records =
      kind === 'issues'
        ? store.issues.by('project_id', id)
        : store.mergeRequests.by('target_project_id', id)
    return new Set(records.map(({ iid }) => iid))
  }
}

interface IdSource {
  readonly nextId: number
  get(id: number): object | undefined
  reserveIds(next: number): void
}

/** Assigns ids to records while the seed is read, before they are created. */
export interface Ids {
  /**
   * Returns the id for a new record: the given one, else the next, so that records keep the order of the file.
   * Undefined where it is taken, which is recorded as a problem.
   */
  take(records: IdSource, given: number | undefined, path: string): number | undefined
}

export function createIds(
  isTwice: (record: object | undefined, value: number, path: string) => boolean,
): Ids {
  const taken = new Map<IdSource, Set<number>>()
  return {
    take(records, given, path) {
      const ids = taken.get(records) ?? new Set<number>()
      taken.set(records, ids)
      const id = given ?? records.nextId
      const isTaken = given !== undefined && (ids.has(id) || records.get(id) !== undefined)
      if (isTwice(isTaken ? {} : undefined, id, `${path}.id`)) return undefined
      records.reserveIds(id + 1)
      ids.add(id)
      return id
    },
  }
}
