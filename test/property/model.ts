import { files } from './model-world.ts'

/**
 * A small model of what issues and merge requests of one project must be after any sequence of
 * requests. It knows nothing of git but which lines a branch holds.
 */
export type Files = Readonly<Record<(typeof files)[number], string>>
type IssueState = 'opened' | 'closed' | 'deleted'
type MergeRequestState = 'opened' | 'closed' | 'reopened' | 'merged' | 'deleted'

export interface ModelBranch {
  now: Files
  /** What it held where it last parted from master. */
  base: Files
  /** Whether it has commits that master has not. */
  isAhead: boolean
  head: string
}

export interface ModelMergeRequest {
  readonly iid: number
  readonly source: string
  readonly closes: number | undefined
  state: MergeRequestState
  isDraft: boolean
  isScheduled: boolean
  /** The head that it stopped at when it was closed or merged. */
  last: string | undefined
}

export interface Model {
  readonly issues: Map<number, { readonly iid: number; state: IssueState }>
  readonly mergeRequests: Map<number, ModelMergeRequest>
  readonly branches: Map<string, ModelBranch>
  master: Files
  /** What was last said of a commit on a branch: of `branch sha`. */
  readonly pipelines: Map<string, string>
}

export function newModel(): Model {
  const master: Files = { bow: 'begin', mast: 'begin', stern: 'begin' }
  return {
    issues: new Map(),
    mergeRequests: new Map(),
    branches: new Map(),
    master,
    pipelines: new Map(),
  }
}

export const isOpen = ({ state }: Pick<ModelMergeRequest, 'state'>) =>
  state === 'opened' || state === 'reopened'

export function branchOf(model: Model, { source }: Pick<ModelMergeRequest, 'source'>): ModelBranch {
  const branch = model.branches.get(source)
  if (!branch) throw new Error(`The model has no branch ${source}.`)
  return branch
}

/** Both sides changed a file since they parted, and not to the same. */
function hasConflict({ master }: Model, { now, base }: ModelBranch): boolean {
  return files.some(
    (file) => now[file] !== base[file] && master[file] !== base[file] && now[file] !== master[file],
  )
}

export function mergeStatus(model: Model, mergeRequest: ModelMergeRequest): string {
  if (mergeRequest.state === 'merged') return 'can_be_merged'
  if (mergeRequest.state === 'closed') return 'unchecked'
  const branch = branchOf(model, mergeRequest)
  return branch.isAhead && !hasConflict(model, branch) ? 'can_be_merged' : 'cannot_be_merged'
}

export function pipelineOf(model: Model, mergeRequest: ModelMergeRequest): string | undefined {
  const { head } = branchOf(model, mergeRequest)
  return model.pipelines.get(`${mergeRequest.source} ${head}`)
}

/** The merge row of the table: the status of `PUT …/merge`. */
export function statusOfMerge(
  model: Model,
  mergeRequest: ModelMergeRequest,
  asked: { readonly isPermitted: boolean; readonly isRightHead: boolean },
): 200 | 401 | 405 | 406 | 409 {
  if (!asked.isPermitted) return 401
  if (!isOpen(mergeRequest)) return 406
  if (mergeRequest.isDraft || mergeStatus(model, mergeRequest) !== 'can_be_merged') return 405
  return asked.isRightHead ? 200 : 409
}

/** Master gets what the branch changed; the issue that it closes is closed. */
export function merge(model: Model, mergeRequest: ModelMergeRequest): void {
  const branch = branchOf(model, mergeRequest)
  const merged = { ...model.master }
  for (const file of files) {
    if (branch.now[file] !== branch.base[file]) merged[file] = branch.now[file]
  }
  model.master = merged
  branch.base = branch.now
  branch.isAhead = false
  mergeRequest.state = 'merged'
  mergeRequest.isScheduled = false
  mergeRequest.last = branch.head
  for (const issue of model.issues.values()) {
    if (issue.iid === mergeRequest.closes && issue.state === 'opened') issue.state = 'closed'
  }
}
