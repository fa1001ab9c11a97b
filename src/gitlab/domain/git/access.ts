import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { canPush } from '../../access/protection.ts'
import { isReadOnly, type Viewer } from '../../access/viewer.ts'
import { coversProject } from '../builds/deploy-tokens.ts'
import { findMovedProject, findProject } from '../find.ts'
import type { GitCaller } from './caller.ts'
import { accessDenied, gitRefusals } from './refusal.ts'

/** The access to a project that a git request needs. */
export interface GitCall {
  readonly store: Store
  readonly caller: GitCaller
  /** Whether the request presents credentials. */
  readonly isSignedIn: boolean
  /** The full path of the project, or a former one. */
  readonly path: string
  readonly isPush: boolean
  /** The address of the instance, for error messages. */
  readonly base: string
  /** Whether the caller may create the project where it is missing. */
  mayCreate(): boolean
}

/**
 * Returns the project of a git request, with the checks of `Gitlab::GitAccess` in their order. Returns undefined where
 * a push creates the project.
 * @throws GitRefused where access is denied.
 */
export function openedProject(call: GitCall): ProjectRecord | undefined {
  const { store, caller, isSignedIn, path, isPush, base } = call
  const project = findProject(store, path) ?? findMovedProject(store, path)
  // A request without credentials gets a challenge whether or not the project exists.
  if (!isSignedIn && (isPush || !project || !caller.viewer.can('download_code', project))) {
    throw accessDenied(base)
  }
  if (isDisabled(store)) throw gitRefusals.isDisabled()
  if (isPush && !caller.mayPush) throw gitRefusals.mayNotPushAtAll()
  if (!isPush && !caller.mayPull) throw gitRefusals.mayNotPullAtAll()
  if (!project && isPush && call.mayCreate()) return undefined
  if (!project || !isSeen(store, caller, project)) throw gitRefusals.isUnknown()
  if (isPush) mustPush(store, caller, project)
  else if (!mayPull(store, caller, project)) throw gitRefusals.mayNotPull()
  return project
}

/** Whether the instance allows git over SSH only. */
function isDisabled(store: Store): boolean {
  return store.settings.all()[0]?.enabled_git_access_protocol === 'ssh'
}

function isOfToken(store: Store, { deployToken }: GitCaller, project: ProjectRecord): boolean {
  return deployToken !== undefined && coversProject(store, deployToken, project)
}

function isSeen(store: Store, caller: GitCaller, project: ProjectRecord): boolean {
  return isOfToken(store, caller, project) || caller.viewer.sees(project)
}

function mayPull(store: Store, caller: GitCaller, project: ProjectRecord): boolean {
  return isOfToken(store, caller, project) || caller.viewer.can('download_code', project)
}

function mustPush(store: Store, { viewer, job }: GitCaller, project: ProjectRecord): void {
  if (job && job.project_id !== project.id) throw gitRefusals.mayNotPushAtAll()
  if (isReadOnly(project)) throw gitRefusals.mayNotPush()
  if (viewer.can('push_code', project) || sharesBranch(store, viewer, project)) return
  throw gitRefusals.mayNotPush()
}

/** Whether an open merge request allows a caller without push access to push to its source branch. */
function sharesBranch(store: Store, viewer: Viewer, project: ProjectRecord): boolean {
  return store.mergeRequests
    .by('source_project_id', project.id)
    .some(
      ({ allow_collaboration, source_branch }) =>
        allow_collaboration && canPush({ store, viewer }, project, source_branch),
    )
}
