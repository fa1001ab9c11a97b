import type { IssueRecord } from './models/issue.ts'
import type { MergeRequestRecord } from './models/merge-request.ts'
import type { ProjectRecord } from './models/project.ts'
import type { Order } from './record-index.ts'
import { folded } from './record-keys.ts'

interface Created {
  readonly id: number
  readonly created_at: string
}

/** Compares by creation time, oldest first, then by id. */
export function byCreation(a: Created, b: Created): number {
  return compare(a.created_at, b.created_at) || a.id - b.id
}

/** The ascending orders of lists of issues and merge requests. */
const listed = {
  created_at: byCreation,
  updated_at: (a, b) => compare(a.updated_at, b.updated_at) || a.id - b.id,
  iid: (a, b) => a.iid - b.iid || a.id - b.id,
} satisfies Record<string, Order<IssueRecord | MergeRequestRecord>>

export const mergeRequestOrders = listed

export const issueOrders = {
  ...listed,
  project_id: (a, b) => a.project_id - b.project_id || a.id - b.id,
} satisfies Record<string, Order<IssueRecord>>

/** The ascending orders of lists of projects. */
export const projectOrders = {
  id: (a, b) => a.id - b.id,
  name: (a, b) => compare(folded(a.name), folded(b.name)) || a.id - b.id,
  path: (a, b) => compare(folded(a.path), folded(b.path)) || a.id - b.id,
  created_at: byCreation,
  updated_at: (a, b) => compare(a.updated_at, b.updated_at) || a.id - b.id,
  last_activity_at: (a, b) => compare(a.last_activity_at, b.last_activity_at) || a.id - b.id,
} satisfies Record<string, Order<ProjectRecord>>

function compare(a: string, b: string): number {
  if (a === b) return 0
  return a < b ? -1 : 1
}
