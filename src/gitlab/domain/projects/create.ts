import { type ApiError, invalid } from '../../../contract/errors.ts'
import type { OperationTypes } from '../../../contract/generated/v3/contract.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { UserRecord } from '../../../store/models/user.ts'
import type { Store } from '../../../store/store.ts'
import { level } from '../../access/abilities.ts'
import { ancestorsOf } from '../../access/group-tree.ts'
import type { Context, SystemContext } from '../context.ts'
import { recordEvent } from '../events.ts'
import { isArchivedGroup } from '../groups/archiving.ts'
import { mayHoldProjects } from '../groups/project-creation.ts'
import { systemHookMessages } from '../hooks/system-messages.ts'
import { personalProjectsLeft } from '../lookups.ts'
import { joinProject } from '../members/membership.ts'
import { newerSetting } from '../newer-settings.ts'
import { secret } from '../secret.ts'
import { checkNoErrors } from '../validation.ts'
import { restrictionErrors } from './restricted-visibility.ts'
import { ensureTopics } from './topics.ts'
import { checkProject } from './validation.ts'
import { visibilityOfNew } from './visibility.ts'

/** The attributes in a request to create a project. */
export type NewProject = OperationTypes['createProject']['parameters'] &
  Partial<Pick<ProjectRecord, 'default_branch' | 'tag_list' | 'feature_levels'>> & {
    readonly settings?: Partial<ProjectRecord['settings']>
  }

/**
 * Returns the namespace of a new project. Errors are checked in the order of GitLab 8.15: visibility, namespace,
 * limit, then all attributes together.
 * @param overLimit makes the error for a creator who has reached the limit of personal projects
 */
export function checkNewProject(
  context: Context,
  attributes: NewProject,
  overLimit: (reason: string) => ApiError,
): NamespaceRecord {
  const creator = context.viewer.signedIn()
  const candidate = candidateFrom(context, attributes)
  checkNoErrors({ visibility_level: restrictionErrors(context, candidate.visibility_level) })
  const namespace = namespaceFor(context, creator, attributes.namespace_id)
  if (namespace.kind === 'user' && personalProjectsLeft(creator, context) <= 0) {
    throw overLimit(limitReason(creator))
  }
  checkProject(context, candidate, namespace)
  return namespace
}

/**
 * Creates a project of the caller in a namespace. In a personal namespace the creator becomes master; in a group the
 * members have access already.
 */
export function createProject(
  context: Context,
  attributes: NewProject,
  namespace: NamespaceRecord,
): ProjectRecord {
  const creator = context.viewer.signedIn()
  const { settings, ...candidate } = candidateFrom(context, attributes)
  const added = addProject(context, {
    ...candidate,
    namespace_id: namespace.id,
    creator_id: creator.id,
    runners_token: secret(context),
    repository_storage: storageFor(context),
  })
  const project = settings
    ? context.store.projects.replace(added, { settings: { ...added.settings, ...settings } })
    : added
  recordEvent(context, 'created', project)
  if (namespace.kind === 'user') {
    joinProject(context, project, creator, { access_level: level.master })
  }
  return project
}

/** Adds a project without members. */
export function addProject(
  context: SystemContext,
  values: Parameters<Store['projects']['insert']>[0],
): ProjectRecord {
  const { store, settings, now, release } = context
  const chosen = newerSetting(settings, 'default_branch_name')
  const group = store.namespaces.get(values.namespace_id)
  const ofGroup =
    group && (group.default_branch || ancestorsOf(store, group).at(-1)?.default_branch)
  const times = { created_at: now, updated_at: now, last_activity_at: now }
  const project = store.projects.insert({
    ...values,
    default_branch: values.default_branch ?? (ofGroup || chosen || release.defaultBranch),
    snippets_enabled: values.snippets_enabled ?? release.newProjectsHaveSnippets,
    archived_with_group: group?.kind === 'group' && isArchivedGroup({ store }, group),
    ...times,
  })
  ensureTopics(context, project.tag_list)
  context.fire(systemHookMessages.projectCreated(project, context))
  return project
}

/** Returns the attributes of a new project with a default path and visibility, and with null for empty values. */
function candidateFrom(context: Context, attributes: NewProject) {
  const { namespace_id: _namespace, public: _public, import_url, ...plain } = attributes
  return {
    ...plain,
    path: plain.path ?? pathOfName(plain.name),
    description: plain.description ?? null,
    import_url: import_url || null,
    visibility_level: visibilityOfNew(context, attributes),
    request_access_enabled: plain.request_access_enabled ?? context.release.newPlacesTakeRequests,
  }
}

/**
 * Returns the given namespace, or that of the creator. Throws 400 where it is unknown or the creator may not use it.
 */
function namespaceFor(
  context: Context,
  creator: UserRecord,
  id: number | undefined,
): NamespaceRecord {
  const { namespaces } = context.store
  const namespace = id === undefined ? namespaces.one('owner_id', creator.id) : namespaces.get(id)
  if (!namespace || !mayHoldProjects(context, namespace)) {
    throw invalid({ namespace: ['is not valid'] })
  }
  return namespace
}

/** Derives a path from a name: lower case without accents, with hyphens in place of other characters. */
function pathOfName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/-{2,}/g, '-')
    .replace(/^-|-$/g, '')
}

function limitReason({ projects_limit }: UserRecord): string {
  return projects_limit === 0
    ? 'Personal project creation is not allowed. Please contact your administrator with questions'
    : `Your project limit is ${projects_limit} projects! Please contact your administrator to increase it`
}

/** Returns one of the enabled storages, picked at random (`schemas/v3/resources/application-settings.json`). */
function storageFor({ settings, random }: Context): string | undefined {
  const storages = settings.repository_storages
  return storages[Math.floor(random() * storages.length)]
}
