import { badRequest, notFound } from '../../../contract/errors.ts'
import { mustAdminBuilds } from '../../access/builds.ts'
import {
  admitJobs,
  admittedGroups,
  admittedProjects,
  checkAdmission,
  dismissJobs,
} from '../../domain/builds/job-token-scope.ts'
import { projectBasic } from '../../resources/v4/project.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Job token scope. */
export const jobTokenScope = {
  getJobTokenScope(context) {
    mustAdminBuilds(context)
    return { inbound_enabled: true, outbound_enabled: false }
  },

  updateJobTokenScope(context, { enabled }) {
    mustAdminBuilds(context)
    if (enabled) return undefined
    throw badRequest('The instance enforces the allowlist of job tokens')
  },

  listAdmittedProjects(context) {
    const { store, project } = context
    mustAdminBuilds(context)
    return list(admittedProjects(store, project), (one) => projectBasic(one, context))
  },

  admitProject(context, { target_project_id }) {
    const { store, viewer, project } = context
    mustAdminBuilds(context)
    const target = store.projects.get(target_project_id)
    if (!target || !viewer.sees(target)) throw notFound('target_project_id')
    checkAdmission(context, { target_project_id })
    admitJobs(context, { target_project_id })
    return { source_project_id: project.id, target_project_id }
  },

  dismissProject(context, { target_project_id }) {
    mustAdminBuilds(context)
    dismissJobs(context, { target_project_id })
    return undefined
  },

  listAdmittedGroups(context) {
    const { store, project } = context
    mustAdminBuilds(context)
    return list(admittedGroups(store, project), (group) => ({
      id: group.id,
      web_url: context.addresses.group(group),
      name: group.name,
    }))
  },

  admitGroup(context, { target_group_id }) {
    const { store, viewer, project } = context
    mustAdminBuilds(context)
    const target = store.namespaces.get(target_group_id)
    if (target?.kind !== 'group' || !viewer.seesGroup(target)) throw notFound('target_group_id')
    checkAdmission(context, { target_group_id })
    admitJobs(context, { target_group_id })
    return { source_project_id: project.id, target_group_id }
  },

  dismissGroup(context, { target_group_id }) {
    mustAdminBuilds(context)
    dismissJobs(context, { target_group_id })
    return undefined
  },
} satisfies OperationsOf<'v4', 'Job token scope'>
