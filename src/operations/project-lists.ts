import type { OperationTypes, Project, ProjectSimple } from '../contract/generated/contract.ts'
import { type ProjectExtras, projectResource, projectSimple } from '../resources/project.ts'
import { folded } from '../store/collections.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import type { Context } from './operation.ts'
import { matches } from './search.ts'

/** The parameters that all lists of projects take (document 1, Projects). */
export type ProjectListParameters = OperationTypes['listGroupProjects']['parameters']
type Filters = Pick<
  ProjectListParameters,
  'archived' | 'visibility' | 'order_by' | 'sort' | 'search'
>

const visibilityLevels = { private: 0, internal: 10, public: 20 } as const

/** The projects that the filters let through, in the order asked for; equals by their ids. */
export function filterProjects(
  { store }: Pick<Context, 'store'>,
  projects: readonly ProjectRecord[],
  { archived, visibility, search, order_by, sort }: Filters,
): ProjectRecord[] {
  const level = visibility && visibilityLevels[visibility]
  const namespaceName = ({ namespace_id }: ProjectRecord) =>
    store.namespaces.get(namespace_id)?.name ?? null
  const found = projects.filter(
    (project) =>
      (archived === undefined || project.is_archived === archived) &&
      (level === undefined || project.visibility_level === level) &&
      (!search ||
        matches(search, project.name, project.path, project.description, namespaceName(project))),
  )
  return found.sort(comparison(order_by, sort))
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

function comparison(
  order: Filters['order_by'],
  sort: Filters['sort'],
): (a: ProjectRecord, b: ProjectRecord) => number {
  const sign = sort === 'asc' ? 1 : -1
  if (order === 'id') return (a, b) => sign * (a.id - b.id)
  const isName = order === 'name' || order === 'path'
  const keyOf = (project: ProjectRecord) => (isName ? folded(project[order]) : project[order])
  return (a, b) => {
    const [one, other] = [keyOf(a), keyOf(b)]
    return sign * (one === other ? a.id - b.id : one < other ? -1 : 1)
  }
}
