import type { ProjectRecord } from '../../../store/models/project.ts'
import type { Store } from '../../../store/store.ts'
import { canPush } from '../../access/protection.ts'
import { isReadOnly, type Viewer } from '../../access/viewer.ts'
import { reaches } from '../builds/deploy-tokens.ts'
import { findMovedProject, findProject } from '../find.ts'
import type { GitCaller } from './caller.ts'
import { accessDenied, gitRefusals } from './refusal.ts'

/** What a call of git asks of a project. */
export interface GitCall {
  readonly store: Store
  readonly caller: GitCaller
  /** Whether the call presents credentials. */
  readonly isSignedIn: boolean
  /** The full path of the project, which it may have had before. */
  readonly path: string
  readonly isPush: boolean
  /** The address of the instance, which refusals name. */
  readonly base: string
  /** Whether the caller may make a project where there is none. */
  mayCreate(): boolean
}

/**
 * The project that a call of git is let into, by the order of checks of `Gitlab::GitAccess`; undefined where a push is to
 * make it.
 * @throws GitRefused where it is not let in.
 */
export function openedProject(call: GitCall): ProjectRecord | undefined {
  const { store, caller, isSignedIn, path, isPush, base } = call
  const project = findProject(store, path) ?? findMovedProject(store, path)
  // Whoever presents nothing is asked who they are, whether there is such a project or not.
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

/** Whether the instance takes SSH alone. */
function isDisabled(store: Store): boolean {
  return store.settings.all()[0]?.enabled_git_access_protocol === 'ssh'
}

function isOfToken(store: Store, { deployToken }: GitCaller, project: ProjectRecord): boolean {
  return deployToken !== undefined && reaches(store, deployToken, project)
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

/** Whether an open merge request lets the caller push to its branch, who may push to no other. */
function sharesBranch(store: Store, viewer: Viewer, project: ProjectRecord): boolean {
  return store.mergeRequests
    .by('source_project_id', project.id)
    .some(
      ({ allow_collaboration, source_branch }) =>
        allow_collaboration && canPush({ store, viewer }, project, source_branch),
    )
}
