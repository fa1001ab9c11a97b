import { badRequest } from '../../../contract/errors.ts'
import type {
  Project,
  ProjectBasic,
  ProjectStatistics,
  ProjectWithAccess,
} from '../../../contract/generated/v4/contract.ts'
import { type Visibility, visibilityLevels } from '../../../contract/visibility-levels.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { folded } from '../../../store/record-keys.ts'
import { usesPart } from '../../access/feature-levels.ts'
import { isMemberProject, isSeenProject } from '../../access/member-projects.ts'
import { isArchived } from '../../access/viewer.ts'
import type { Context } from '../../domain/context.ts'
import { pathWithNamespace } from '../../domain/lookups.ts'
import { languagesOf } from '../../domain/repositories/languages.ts'
import { wordTest } from '../../domain/search-words.ts'
import { projectBasic, projectResource, projectWithAccess } from '../../resources/v4/project.ts'
import { projectStatistics } from '../../resources/v4/project-parts.ts'
import { type Listing, list } from '../answers.ts'
import {
  attributeTest,
  type CustomAttributeRequest,
  withAttributes,
} from './custom-attribute-requests.ts'

/** The filters of the lists of projects (`schemas/v4/paths/projects.yaml`); each list supports some of them. */
export interface ProjectFilters extends CustomAttributeRequest {
  readonly archived?: boolean
  readonly active?: boolean
  readonly visibility?: Visibility
  readonly search?: string
  readonly search_namespaces?: boolean
  readonly owned?: boolean
  readonly starred?: boolean
  readonly membership?: boolean
  readonly imported?: boolean
  readonly simple?: boolean
  readonly statistics?: boolean
  readonly with_issues_enabled?: boolean
  readonly with_merge_requests_enabled?: boolean
  readonly with_programming_language?: string
  readonly min_access_level?: number
  readonly id_after?: number
  readonly id_before?: number
  readonly last_activity_after?: string
  readonly last_activity_before?: string
  readonly updated_after?: string
  readonly updated_before?: string
  readonly topic?: readonly string[]
  readonly topic_id?: number
  readonly marked_for_deletion_on?: string
  readonly repository_storage?: string
  readonly order_by: string
  readonly sort: 'asc' | 'desc'
}

type Condition = (project: ProjectRecord) => boolean

/** Lists the visible projects that match the filters, in the requested order. */
export function listProjectsIn(
  context: Context,
  isListed: Condition,
  filters: ProjectFilters,
  withAccess: false,
): Listing<Project | ProjectBasic>
export function listProjectsIn(
  context: Context,
  isListed: Condition,
  filters: ProjectFilters,
  withAccess: true,
): Listing<ProjectWithAccess | ProjectBasic>
export function listProjectsIn(
  context: Context,
  isListed: Condition,
  filters: ProjectFilters,
  withAccess: boolean,
): Listing<ProjectWithAccess | ProjectBasic> {
  checkTimes(filters)
  const { store, viewer } = context
  const conditions = [isSeenProject(context), isListed, ...conditionsOf(context, filters)]
  const found = store.projects.all().filter((project) => conditions.every((is) => is(project)))
  const withStatistics = filters.statistics ?? false
  const present = (project: ProjectRecord) => {
    if (filters.simple || !viewer.user) return projectBasic(project, context)
    return withAccess
      ? projectWithAccess(project, context, { withStatistics })
      : projectResource(project, context)
  }
  return list(found.sort(comparison(context, filters)), (project) =>
    withAttributes(present(project), project, context, filters),
  )
}

function conditionsOf(context: Context, filters: ProjectFilters): Condition[] {
  return [
    ...ofCaller(context, filters),
    ...ofState(context, filters),
    ...ofTimes(filters),
    ...ofSearch(context, filters),
    ...ofLanguage(context, filters),
    attributeTest(context, filters),
  ]
}

/** Returns the conditions on the relation of the caller to a project. */
function ofCaller(context: Context, filters: ProjectFilters): Condition[] {
  const { store, viewer } = context
  const { owned, starred, membership, min_access_level: from } = filters
  if (!viewer.user) return owned || starred || membership ? [() => false] : []
  const stars = store.stars.by('user_id', viewer.user.id)
  const starredIds = new Set(stars.map(({ project_id }) => project_id))
  const { id: userId } = viewer.user
  const isOwned: Condition = (project) =>
    store.namespaces.get(project.namespace_id)?.owner_id === userId ||
    viewer.projectLevel(project) >= 50
  return [
    ...(owned ? [isOwned] : []),
    ...(starred ? [({ id }: ProjectRecord) => starredIds.has(id)] : []),
    ...(membership ? [isMemberProject(context, viewer.user)] : []),
    ...(from === undefined
      ? []
      : [(project: ProjectRecord) => viewer.projectLevel(project) >= from]),
  ]
}

/** Returns the conditions on the project itself. */
function ofState({ store, viewer }: Context, filters: ProjectFilters): Condition[] {
  const { archived, active, visibility, imported, topic = [], marked_for_deletion_on } = filters
  const { topic_id: topicId, repository_storage } = filters
  // No topic has an empty name, so an unknown id matches no project.
  const named = topicId === undefined ? [] : [store.topics.get(topicId)?.name ?? '']
  const topics = [...new Set([...topic, ...named].map(folded))]
  const level = visibility && visibilityLevels[visibility]
  const isImportedByCaller: Condition = ({ import_url, creator_id }) =>
    import_url !== null && creator_id === viewer.user?.id
  const isActive: Condition = (one) => !isArchived(one) && one.marked_for_deletion_on === null
  return [
    ...(archived === undefined ? [] : [(one: ProjectRecord) => isArchived(one) === archived]),
    ...(active === undefined ? [] : [(one: ProjectRecord) => isActive(one) === active]),
    ...(level === undefined ? [] : [(one: ProjectRecord) => one.visibility_level === level]),
    ...(imported ? [isImportedByCaller] : []),
    ...(filters.with_issues_enabled
      ? [(one: ProjectRecord) => usesPart(viewer, one, 'issues')]
      : []),
    ...(filters.with_merge_requests_enabled
      ? [(one: ProjectRecord) => usesPart(viewer, one, 'merge_requests')]
      : []),
    ...(topics.length > 0
      ? [({ tag_list }: ProjectRecord) => hasAll(tag_list.map(folded), topics)]
      : []),
    ...(viewer.isAdmin && repository_storage !== undefined
      ? [(one: ProjectRecord) => one.repository_storage === repository_storage]
      : []),
    ...(marked_for_deletion_on
      ? [(one: ProjectRecord) => one.marked_for_deletion_on === marked_for_deletion_on]
      : []),
  ]
}

const hasAll = (texts: readonly string[], wanted: readonly string[]) =>
  wanted.every((text) => texts.includes(text))

/** Throws 400 for filters by update times with another order than theirs. */
function checkTimes({ updated_after, updated_before, order_by }: ProjectFilters): void {
  const isPaired = order_by === 'updated_at' || order_by === 'created_at'
  if (isPaired || (updated_after ?? updated_before) === undefined) return
  throw badRequest('`updated_at` filter and `updated_at` sorting must be paired')
}

function ofTimes(filters: ProjectFilters): Condition[] {
  const { id_after, id_before, order_by } = filters
  const isByUpdate = order_by === 'updated_at'
  return [
    ...(id_after === undefined ? [] : [({ id }: ProjectRecord) => id > id_after]),
    ...(id_before === undefined ? [] : [({ id }: ProjectRecord) => id < id_before]),
    ...within('last_activity_at', filters.last_activity_after, filters.last_activity_before),
    ...(isByUpdate ? within('updated_at', filters.updated_after, filters.updated_before) : []),
  ]
}

function within(
  field: 'last_activity_at' | 'updated_at',
  after: string | undefined,
  before: string | undefined,
): Condition[] {
  return [
    ...(after === undefined ? [] : [(one: ProjectRecord) => one[field] > after]),
    ...(before === undefined ? [] : [(one: ProjectRecord) => one[field] < before]),
  ]
}

/**
 * Returns the condition of a search: each word must occur in the name, path or description, or in the full path where
 * that is requested.
 */
function ofSearch(context: Context, { search, search_namespaces }: ProjectFilters): Condition[] {
  const hasWords = wordTest(search)
  if (!hasWords) return []
  return [
    (project) => {
      const { name, path, description } = project
      const place = search_namespaces ? pathWithNamespace(context, project) : null
      return hasWords([name, path, description, place])
    },
  ]
}

function ofLanguage(
  context: Context,
  { with_programming_language: language }: ProjectFilters,
): Condition[] {
  if (language === undefined) return []
  const isAsked = (one: string) => folded(one) === folded(language)
  return [(project) => Object.keys(languagesOf(context, project)).some(isAsked)]
}

function comparison(context: Context, { order_by, sort }: ProjectFilters) {
  const { store, viewer } = context
  const sign = sort === 'asc' ? 1 : -1
  const counted = new Map<number, ProjectStatistics>()
  const statisticsOf = (project: ProjectRecord) => {
    const found = counted.get(project.id) ?? projectStatistics(project, context)
    counted.set(project.id, found)
    return found
  }
  const keyOf = (project: ProjectRecord): string | number => {
    switch (order_by) {
      case 'name':
      case 'path':
        return folded(project[order_by])
      case 'created_at':
      case 'updated_at':
      case 'last_activity_at':
        return project[order_by]
      case 'star_count':
        return store.stars.by('project_id', project.id).length
      case 'storage_size':
      case 'repository_size':
      case 'wiki_size':
      case 'packages_size':
        // For other users than administrators the order is the default one (lib/api/projects.rb).
        return viewer.isAdmin ? statisticsOf(project)[order_by] : project.created_at
      default:
        return project.id
    }
  }
  return (one: ProjectRecord, other: ProjectRecord) => {
    const [key, otherKey] = [keyOf(one), keyOf(other)]
    return sign * (key === otherKey ? one.id - other.id : key < otherKey ? -1 : 1)
  }
}
