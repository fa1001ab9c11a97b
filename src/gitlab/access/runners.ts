import { forbidden } from '../../contract/errors.ts'
import type { RunnerRecord } from '../../store/models/runner.ts'
import type { Store } from '../../store/store.ts'
import type { Viewer } from './viewer.ts'

interface RunnerContext {
  readonly store: Store
  readonly viewer: Viewer
}

/**
 * Whether the viewer manages a runner: owners of its group, maintainers of one of its projects, administrators those of
 * the instance.
 */
export function looksAfter({ store, viewer }: RunnerContext, runner: RunnerRecord): boolean {
  if (viewer.isAdmin) return true
  const group = store.namespaces.get(runner.group_id ?? 0)
  if (group) return viewer.canInGroup('admin_group', group)
  return isMaintainer({ store, viewer }, runner)
}

function isMaintainer({ store, viewer }: RunnerContext, { id }: RunnerRecord): boolean {
  return store.runnerProjects.by('runner_id', id).some(({ project_id }) => {
    const project = store.projects.get(project_id)
    return project !== undefined && viewer.can('admin_project', project)
  })
}

/**
 * Throws 403 where the viewer may not see a runner: those of the instance are open to all signed-in users, others to
 * the maintainers of their groups and projects.
 */
export function mustReadRunner(context: RunnerContext, runner: RunnerRecord): void {
  if (runner.runner_type === 'instance_type') return
  const group = context.store.namespaces.get(runner.group_id ?? 0)
  if (group && context.viewer.canInGroup('read_runners', group)) return
  if (!looksAfter(context, runner)) throw forbidden('No access granted')
}

/** Throws 403 unless the viewer manages a runner; `ofInstance` is the message for a runner of the instance. */
export function mustLookAfter(
  context: RunnerContext,
  runner: RunnerRecord,
  ofInstance = 'No access granted',
): void {
  if (looksAfter(context, runner)) return
  const isOfInstance = runner.runner_type === 'instance_type'
  throw forbidden(isOfInstance ? ofInstance : 'No access granted')
}

/** Throws 403 for a runner that cannot be assigned to projects, or that the viewer does not manage. */
export function mustAssign(context: RunnerContext, runner: RunnerRecord, ofInstance: string): void {
  if (runner.runner_type === 'instance_type') throw forbidden(ofInstance)
  if (runner.runner_type === 'group_type') throw forbidden('Runner is a group runner')
  if (runner.is_locked) throw forbidden('Runner is locked')
  mustLookAfter(context, runner)
}
