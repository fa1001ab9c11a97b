import {
  conflict,
  invalid,
  notFound,
  notModified,
  projectLimitReached,
  refused,
  takenNames,
} from '../../../contract/errors.ts'
import type { UploadedFile } from '../../../contract/uploaded-file.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import { folded } from '../../../store/record-keys.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import { usersOfProject } from '../../access/member-projects.ts'
import { omitUndefined } from '../../domain/changes.ts'
import type { Context } from '../../domain/context.ts'
import { deleteProject, restoreProject } from '../../domain/deletion.ts'
import { mayHoldProjects } from '../../domain/groups/project-creation.ts'
import { existingUser, namespaceOf } from '../../domain/lookups.ts'
import { onBehalfOf } from '../../domain/on-behalf.ts'
import {
  changeProject,
  checkArchiving,
  checkProjectChanges,
  checkUnarchiving,
  setArchived,
} from '../../domain/projects/change.ts'
import { checkNewProject, createProject } from '../../domain/projects/create.ts'
import {
  createFork,
  forkVisibility,
  hasBranch,
  takenBy,
  unmarkAsFork,
} from '../../domain/projects/fork.ts'
import { linkTo, shareProject, unshareProject } from '../../domain/projects/group-links.ts'
import { starOf, starProject, unstarProject } from '../../domain/projects/stars.ts'
import { commitToBranch } from '../../domain/repositories/commit.ts'
import { checkAvatar, setAvatar } from '../../domain/uploads.ts'
import { groupBasic } from '../../resources/v4/namespace.ts'
import {
  projectForAnonymous,
  projectLicense,
  projectResource,
  projectWithAccess,
} from '../../resources/v4/project.ts'
import { userBasic } from '../../resources/v4/user.ts'
import { list } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { matches } from '../search.ts'
import { mustBeUnmodified } from '../unmodified.ts'
import { withAttributes } from './custom-attribute-requests.ts'
import { attributesOf, type ProjectRequest } from './project-attributes.ts'
import { listProjectsIn } from './project-lists.ts'

/** The operations of schemas/v4/paths/projects.yaml. */
export const projects = {
  listProjects: (context, filters) => listProjectsIn(context, () => true, filters, true),

  createProject: (context, request) => create(context, request, projectLimitReached),

  /** Creates a project for another user, whose permissions and limits apply, not those of the administrator. */
  createProjectForUser(context, { user_id: _, ...request }) {
    const overLimit = (reason: string) => invalid({ limit_reached: [reason] })
    return create(onBehalfOf(context, context.user), request, overLimit)
  },

  getProject(context, { statistics, license, ...asked }) {
    const { viewer, project } = context
    const resource = viewer.user
      ? projectWithAccess(project, context, { withStatistics: statistics })
      : projectForAnonymous(project, context)
    if (license) Object.assign(resource, projectLicense(project, context))
    return withAttributes(resource, project, context, asked)
  },

  updateProject(context, { id: _, avatar, ...request }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const changes = attributesOf(request, project)
    checkProjectChanges(context, project, changes)
    checkDefaultBranch(context, project, request.default_branch)
    checkAvatar(context, avatar)
    const changed = changeProject(context, project, changes)
    setAvatar(context, { kind: 'project', record: changed }, avatar)
    return projectResource(store.projects.get(project.id) ?? changed, context)
  },

  deleteProject(context, removal) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    mustBeUnmodified(context, project.updated_at)
    deleteProject(context, project, removal)
    return { message: '202 Accepted' }
  },

  restoreProject(context) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    return projectResource(restoreProject(context, project), context)
  },

  archiveProject(context) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    checkArchiving(project)
    return projectResource(setArchived(context, project, true), context)
  },

  unarchiveProject(context) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    checkUnarchiving(project)
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

  listStarrers(context, { search }) {
    const { store, project } = context
    const found = store.stars.by('project_id', project.id).filter(({ user_id }) => {
      const { name, username } = existingUser(context, user_id)
      return matches(search, name, username)
    })
    return list(found, ({ created_at, user_id }) => ({
      starred_since: created_at,
      user: userBasic(existingUser(context, user_id), context),
    }))
  },

  forkProject(context, request) {
    const { viewer, project } = context
    if (!viewer.can('download_code', project)) throw notFound()
    const namespace = forkNamespace(context, request)
    const { name = project.name, path = project.path, description } = request
    const { visibility, mr_default_target_self } = request
    const branch = request.branches || undefined
    if (branch !== undefined && !hasBranch(context, project, branch)) {
      throw notFound('Source Branch')
    }
    const attributes = {
      ...attributesOf(omitUndefined({ visibility, mr_default_target_self })),
      name,
      path,
      description: description ?? project.description,
      namespace_id: namespace.id,
      ...(visibility ? {} : { visibility_level: forkVisibility(project, namespace) }),
    }
    const taken = takenBy(context, namespace, { name, path })
    if (taken.length > 0) throw takenNames(taken.flatMap((what) => takenSentences[what]))
    const place = checkNewProject(context, attributes, projectLimitReached)
    return projectResource(createFork(context, project, attributes, place, branch), context)
  },

  removeForkRelation(context) {
    const { viewer, project } = context
    viewer.must('own_project', project)
    if (project.forked_from_project_id === null) return notModified()
    unmarkAsFork(context, project)
    return undefined
  },

  listForks(context, filters) {
    const isFork = ({ forked_from_project_id }: ProjectRecord) =>
      forked_from_project_id === context.project.id
    return listProjectsIn(context, isFork, filters, true)
  },

  shareProject(context, { group_id, group_access, expires_at }) {
    const { store, viewer, project } = context
    viewer.must('admin_project', project)
    const namespace = namespaceOf(context, project)
    if (namespace.share_with_group_lock) throw refused('The project sharing with group is disabled')
    const group = store.namespaces.get(group_id)
    if (group?.kind !== 'group' || !viewer.seesGroup(group)) throw notFound()
    if (linkTo(context, project, group_id)) {
      throw conflict('Group already shared with this group')
    }
    if ([namespace, ...ancestorsOf(store, namespace)].includes(group)) throw conflict(OWN_GROUP)
    return shareProject(context, project, group, group_access, expires_at)
  },

  unshareProject(context, { group_id }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const link = linkTo(context, project, group_id)
    if (!link) throw notFound('Group Link')
    unshareProject(context, link)
    return undefined
  },

  listProjectUsers(context, { search, skip_users = [] }) {
    const { project } = context
    const users = usersOfProject(context, project, namespaceOf(context, project))
    const found = users.filter(
      ({ id, name, username }) => !skip_users.includes(id) && matches(search, name, username),
    )
    return list(found, (user) => userBasic(user, context))
  },

  listProjectGroups(context, filters) {
    const { store, viewer, project } = context
    const { search, skip_groups = [], with_shared, shared_min_access_level = 0 } = filters
    const namespace = namespaceOf(context, project)
    const around = namespace.kind === 'group' ? [namespace, ...ancestorsOf(store, namespace)] : []
    const links = with_shared ? store.groupLinks.by('project_id', project.id) : []
    const shared = links
      .filter(({ group_access }) => group_access >= shared_min_access_level)
      .flatMap(({ group_id }) => store.namespaces.get(group_id) ?? [])
      .filter((group) => !filters.shared_visible_only || viewer.seesGroup(group))
    const found = [...around, ...shared].filter(
      ({ id, name, path }) => !skip_groups.includes(id) && matches(search, name, path),
    )
    return list(found, (group) => groupBasic(group, context))
  },

  listUserProjects(context, { id, ...filters }) {
    const user = userNamed(context, id)
    const namespace = context.store.namespaces.one('owner_id', user.id)
    const isTheirs = ({ namespace_id }: ProjectRecord) => namespace_id === namespace?.id
    return listProjectsIn(context, isTheirs, filters, true)
  },

  listUserStarredProjects(context, { id, ...filters }) {
    const user = userNamed(context, id)
    const stars = context.store.stars.by('user_id', user.id)
    const ids = new Set(stars.map(({ project_id }) => project_id))
    return listProjectsIn(context, (project) => ids.has(project.id), filters, true)
  },

  listContributedProjects(context, { id, ...filters }) {
    const user = userNamed(context, id)
    const since = new Date(context.now)
    since.setUTCFullYear(since.getUTCFullYear() - 1)
    const year = since.toISOString()
    const events = context.store.events.by('author_id', user.id)
    const ids = new Set(
      events.flatMap(({ created_at, project_id }) => (created_at >= year ? [project_id] : [])),
    )
    return listProjectsIn(context, (project) => ids.has(project.id), filters, true)
  },

  listProjectsSharedWithGroup(context, { id: _, ...filters }) {
    const links = context.store.groupLinks.by('group_id', context.group.id)
    const ids = new Set(links.map(({ project_id }) => project_id))
    return listProjectsIn(context, (project) => ids.has(project.id), filters, false)
  },
} satisfies OperationsOf<'v4', 'Projects'>

/** The error for `different_group` of app/models/project_group_link.rb. */
const OWN_GROUP = 'Project cannot be shared with the group it is in or one of its ancestors.'

interface CreationRequest extends ProjectRequest {
  readonly namespace_id?: number
  readonly initialize_with_readme?: boolean
  readonly import_url?: string
  readonly avatar?: UploadedFile | null
}

/** Creates a project. The path defaults to one derived from the name, the name to the path. */
function create(
  context: Context,
  request: CreationRequest,
  overLimit: Parameters<typeof checkNewProject>[2],
) {
  const { name, path, namespace_id, import_url } = request
  const attributes = {
    ...attributesOf(request),
    ...omitUndefined({ namespace_id, import_url }),
    name: name ?? path ?? '',
  }
  const namespace = checkNewProject(context, attributes, overLimit)
  checkAvatar(context, request.avatar)
  const project = createProject(context, attributes, namespace)
  setAvatar(context, { kind: 'project', record: project }, request.avatar)
  const made = context.store.projects.get(project.id) ?? project
  if (request.initialize_with_readme) addReadme(context, made)
  return projectResource(context.store.projects.get(project.id) ?? project, context)
}

/** Throws 400 for a default branch that does not exist in a repository with branches. */
function checkDefaultBranch(context: Context, project: ProjectRecord, branch?: string): void {
  if (branch === undefined || branch === project.default_branch) return
  const isEmpty = (context.store.repositories.get(project.id)?.refs.size ?? 0) === 0
  if (isEmpty || hasBranch(context, project, branch)) return
  throw invalid({ base: [`Could not change HEAD: branch '${branch}' does not exist`] })
}

/** The errors of a fork whose name or path is taken in the namespace. */
const takenSentences = {
  name: ['Project namespace name has already been taken', 'Name has already been taken'],
  path: ['Path has already been taken'],
}

function addReadme(context: Context, project: ProjectRecord): void {
  const commit = { branch_name: project.default_branch, commit_message: 'Initial commit' }
  const content = new TextEncoder().encode(`# ${project.name}\n\n${project.description ?? ''}\n`)
  commitToBranch(context, project, commit, [{ action: 'create', path: 'README.md', content }])
}

interface ForkRequest {
  readonly namespace_id?: number
  readonly namespace_path?: string
  readonly namespace?: number | string
}

/** Returns the namespace of a fork; defaults to that of the caller. */
function forkNamespace(context: Context, request: ForkRequest): NamespaceRecord {
  const { store, viewer } = context
  const named = request.namespace_id ?? request.namespace_path ?? request.namespace
  if (named === undefined) {
    const own = store.namespaces.one('owner_id', viewer.signedIn().id)
    if (!own) throw notFound('Namespace')
    return own
  }
  const namespace = /^\d+$/.test(String(named))
    ? store.namespaces.get(Number(named))
    : store.namespaces.one('full_path', folded(String(named)))
  if (!namespace || !mayHoldProjects(context, namespace)) throw notFound('Target Namespace')
  return namespace
}

function userNamed({ store }: Context, idOrUsername: number | string): UserRecord {
  const user = /^\d+$/.test(String(idOrUsername))
    ? store.users.get(Number(idOrUsername))
    : store.users.one('username', folded(String(idOrUsername)))
  if (!user) throw notFound('User')
  return user
}
