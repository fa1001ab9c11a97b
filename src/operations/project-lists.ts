import type { OperationTypes, Project, ProjectSimple } from '../contract/generated/contract.ts'
import { visibilityLevels } from '../contract/visibility-levels.ts'
import type { Context } from '../domain/context.ts'
import { type ProjectExtras, projectResource, projectSimple } from '../resources/project.ts'
import { folded } from '../store/collections.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { type Listing, list, listByCreation } from './answers.ts'
import { matches } from './search.ts'

/** The parameters that all lists of projects take (`schemas/paths/projects.yaml`). */
export type ProjectListParameters = OperationTypes['listGroupProjects']['parameters']
type Filters = Pick<
  ProjectListParameters,
  'archived' | 'visibility' | 'order_by' | 'sort' | 'search'
>

/**
 * The projects that the filters let through, in the order asked for; equals by their ids.
 * `areByCreation` says that they are given in the order of their creation.
 */
export function listMatching<Item>(
  { store }: Pick<Context, 'store'>,
  projects: readonly ProjectRecord[],
  { archived, visibility, search, order_by, sort }: Filters,
  present: (project: ProjectRecord) => Item,
  areByCreation = false,
): Listing<Item> {
  const level = visibility && visibilityLevels[visibility]
  const namespaceName = ({ namespace_id }: ProjectRecord) =>
    store.namespaces.get(namespace_id)?.name ?? null
  const found = projects.filter(
    (project) =>
      project.is_archived === archived &&
      (level === undefined || project.visibility_level === level) &&
      (!search ||
        matches(search, project.name, project.path, project.description, namespaceName(project))),
  )
  return areByCreation && order_by === 'created_at'
    ? listByCreation([found], present, sort)
    : list(found, present, comparison(order_by, sort))
}

/** How a list presents a project: in the simple form, or whole with the extras it has. */
export function presentProject(
  context: Context,
  { simple }: Pick<ProjectListParameters, 'simple'>,
  extras?: ProjectExtras,
): (project: ProjectRecord) => Project | ProjectSimple {
  return simple
    ? (project) => projectSimple(project, context)
    : (project) => projectResource(project, context, extras)
}

const keys = {
  id: ({ id }: ProjectRecord) => id,
  name: ({ name }: ProjectRecord) => folded(name),
  path: ({ path }: ProjectRecord) => folded(path),
  created_at: ({ created_at }: ProjectRecord) => created_at,
  updated_at: ({ updated_at }: ProjectRecord) => updated_at,
  last_activity_at: ({ last_activity_at }: ProjectRecord) => last_activity_at,
} satisfies Record<Filters['order_by'], unknown>

function comparison(
  order: Filters['order_by'],
  sort: Filters['sort'],
): (a: ProjectRecord, b: ProjectRecord) => number {
  const sign = sort === 'asc' ? 1 : -1
  const keyOf: (project: ProjectRecord) => string | number = keys[order]
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    if (one < other) return -sign
    return one > other ? sign : sign * (a.id - b.id)
  }
}
