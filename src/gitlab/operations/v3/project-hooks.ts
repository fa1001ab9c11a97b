import { notFound } from '../../../contract/errors.ts'
import type { ProjectHook } from '../../../contract/generated/v3/contract.ts'
import type { HookRecord } from '../../../store/models/hook.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { ProjectContext } from '../../domain/context.ts'
import {
  changeHook,
  checkHook,
  createHook,
  hookOfProject,
  removeHook,
} from '../../domain/hooks/hooks.ts'
import { projectHookResource } from '../../resources/v3/project-hook.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v3/paths/extensions/project-hooks.yaml. */
export const projectHooks = {
  listProjectHooks({ store, viewer, project }) {
    viewer.must('admin_project', project)
    return list(store.hooks.by('project_id', project.id), (hook) =>
      projectHookResource(hook, project.id),
    )
  },

  getProjectHook: (context, { hook_id }) => shown(context, hookOf(context, hook_id)),

  createProjectHook(context, { id: _, build_events, ...given }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const hook = {
      ...given,
      ...omitUndefined({ job_events: build_events }),
      project_id: project.id,
    }
    checkHook(context, hook)
    return shown(context, createHook(context, hook))
  },

  updateProjectHook(context, { id: _, hook_id, build_events, ...given }) {
    const hook = hookOf(context, hook_id)
    const changes = omitUndefined({ ...given, job_events: build_events })
    checkHook(context, changes, hook)
    return shown(context, changeHook(context, hook, changes))
  },

  deleteProjectHook(context, { hook_id }) {
    const hook = hookOf(context, hook_id, `Error deleting hook ${hook_id}`)
    removeHook(context, hook)
    return shown(context, hook)
  },
} satisfies OperationsOf<'v3', 'Project hooks'>

/** Returns a hook. Callers who may not administer the project get a 403 whether or not the hook exists. */
function hookOf(context: ProjectContext, id: number, missing?: string): HookRecord {
  const { viewer, project } = context
  viewer.must('admin_project', project)
  const hook = hookOfProject(context, project, id)
  if (!hook) throw notFound(missing)
  return hook
}

function shown({ project }: ProjectContext, hook: HookRecord): ProjectHook {
  return projectHookResource(hook, project.id)
}
