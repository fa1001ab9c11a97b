import { forbidden, invalid, notModified } from '../../../contract/errors.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { byCreation } from '../../../store/record-orders.ts'
import {
  isMemberProject,
  isOwnedProject,
  isSeenProject,
  usersOfProject,
} from '../../access/member-projects.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import { seenEvents } from '../../domain/events.ts'
import { namespaceOf } from '../../domain/lookups.ts'
import { onBehalfOf } from '../../domain/on-behalf.ts'
import { changeProject, checkProjectChanges, setArchived } from '../../domain/projects/change.ts'
import { checkNewProject, createProject } from '../../domain/projects/create.ts'
import { featureChanges, reenabledLevels } from '../../domain/projects/feature-changes.ts'
import { starOf, starProject, unstarProject } from '../../domain/projects/stars.ts'
import { levelOfPublic } from '../../domain/projects/visibility.ts'
import { removeProject } from '../../domain/remove.ts'
import { eventResource } from '../../resources/v3/event.ts'
import { projectResource } from '../../resources/v3/project.ts'
import { userBrief } from '../../resources/v3/user.ts'
import { list, listSelected } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'
import { listProjects, presentProject } from './project-lists.ts'

const withPermissions = true

/** The operations of the tag Projects. */
export const projects = {
  listProjects(context, parameters) {
    const present = presentProject(context, parameters, { withPermissions })
    return listProjects(
      context,
      isMemberProject(context, context.viewer.signedIn()),
      parameters,
      present,
    )
  },

  listVisibleProjects(context, parameters) {
    const present = presentProject(context, parameters, { withPermissions })
    return listProjects(context, isSeenProject(context), parameters, present)
  },

  listOwnedProjects(context, parameters) {
    const extras = { withPermissions, withStatistics: parameters.statistics }
    return listProjects(
      context,
      isOwnedProject(context, context.viewer.signedIn()),
      parameters,
      (project) => projectResource(project, context, extras),
    )
  },

  listStarredProjects(context, parameters) {
    const present = presentProject(context, parameters, { withPermissions })
    return listProjects(context, isStarredProject(context), parameters, present)
  },

  listAllProjects(context, parameters) {
    const extras = { withPermissions, withStatistics: parameters.statistics }
    return listProjects(
      context,
      () => true,
      parameters,
      (project) => projectResource(project, context, extras),
    )
  },

  /** Searches projects, including archived ones. */
  searchProjects(context, { query: search, order_by, sort }) {
    const isSeen = isSeenProject(context)
    return listProjects(context, isSeen, { search, order_by, sort }, (project) =>
      projectResource(project, context),
    )
  },

  getProject(context) {
    return projectResource(context.project, context, { withPermissions, withRunnersToken: true })
  },

  listProjectUsers(context, { search }) {
    const { project } = context
    const users = usersOfProject(context, project, namespaceOf(context, project))
    const found = users.filter((user) => matches(search, user.name, user.username, user.email))
    return list(found, (user) => userBrief(user, context))
  },

  listProjectEvents(context) {
    const { store, project } = context
    const events = seenEvents(context, store.events.by('project_id', project.id, 'created_at'))
    const newestFirst = { lists: [events], order: byCreation, sort: 'desc' } as const
    return listSelected(newestFirst, (event) => eventResource(event, context))
  },

  createProject(context, attributes) {
    const namespace = checkNewProject(context, attributes, forbidden)
    const project = createProject(context, attributes, namespace)
    return projectResource(project, context, { withRunnersToken: true })
  },

  /** Creates a project for another user, whose permissions and limits apply, not those of the administrator. */
  createProjectForUser(context, { user_id: _, ...attributes }) {
    const creator = onBehalfOf(context, context.user)
    const overLimit = (reason: string) => invalid({ limit_reached: [reason] })
    const namespace = checkNewProject(creator, attributes, overLimit)
    const project = createProject(creator, attributes, namespace)
    return projectResource(project, context, { withRunnersToken: true })
  },

  updateProject(context, { id: _, public: isPublic, ...changes }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const visibility_level = changes.visibility_level ?? levelOfPublic(isPublic)
    if (changes.name || visibility_level !== undefined) viewer.must('own_project', project)
    const asked = {
      ...changes,
      ...omitUndefined({ visibility_level }),
      ...featureChanges(reenabledLevels(changes, project.feature_levels), project.feature_levels),
    }
    checkProjectChanges(context, project, asked)
    const changed = changeProject(context, project, asked)
    return projectResource(changed, context, { withRunnersToken: true })
  },

  deleteProject(context) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    removeProject(context, project)
    return true
  },

  archiveProject(context) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    return projectResource(setArchived(context, project, true), context)
  },

  unarchiveProject(context) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    return projectResource(setArchived(context, project, false), context)
  },

  starProject(context) {
    const { project } = context
    if (starOf(context, project)) return notModified()
    starProject(context, project)
    return projectResource(project, context)
  },

  unstarProject(context) {
    const { project } = context
    if (!starOf(context, project)) return notModified()
    unstarProject(context, project)
    return projectResource(project, context)
  },
} satisfies OperationsOf<'v3', 'Projects'>

/** Returns a filter for the caller's starred projects that are still visible. */
function isStarredProject(context: Context) {
  const stars = context.store.stars.by('user_id', context.viewer.signedIn().id)
  const starred = new Set(stars.map(({ project_id }) => project_id))
  const isSeen = isSeenProject(context)
  return (project: ProjectRecord) => starred.has(project.id) && isSeen(project)
}
