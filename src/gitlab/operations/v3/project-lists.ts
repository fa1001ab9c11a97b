import type {
  OperationTypes,
  Project,
  ProjectSimple,
} from '../../../contract/generated/v3/contract.ts'
import { visibilityLevels } from '../../../contract/visibility-levels.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { projectOrders } from '../../../store/record-orders.ts'
import { isArchived } from '../../access/viewer.ts'
import type { Context } from '../../domain/context.ts'
import { type ProjectExtras, projectResource, projectSimple } from '../../resources/v3/project.ts'
import { type Listing, listSelected } from '../answers.ts'
import { matches } from '../search.ts'

/** The parameters that all lists of projects take (`schemas/v3/paths/projects.yaml`). */
export type ProjectListParameters = OperationTypes['listGroupProjects']['parameters']
type Filters = Pick<ProjectListParameters, 'visibility' | 'order_by' | 'sort' | 'search'> & {
  /** Whether to list archived or active projects; both by default. */
  readonly archived?: boolean
}

/** Lists projects that match the filters, in the requested order, and those with equal keys by id. */
export function listProjects<Item>(
  { store }: Pick<Context, 'store'>,
  isListed: (project: ProjectRecord) => boolean,
  { archived, visibility, search, order_by, sort }: Filters,
  present: (project: ProjectRecord) => Item,
): Listing<Item> {
  const level = visibility && visibilityLevels[visibility]
  const where = (project: ProjectRecord) =>
    (archived === undefined || isArchived(project) === archived) &&
    (level === undefined || project.visibility_level === level) &&
    isListed(project) &&
    (!search || isFound(project, search))
  /** Whether the name, path, description or namespace name of a project matches. */
  const isFound = ({ name, path, description, namespace_id }: ProjectRecord, text: string) =>
    matches(text, name, path, description, store.namespaces.get(namespace_id)?.name ?? null)
  const lists = [store.projects.inOrder(order_by)]
  return listSelected({ lists, where, order: projectOrders[order_by], sort }, present)
}

/** Returns the function that presents a project in a list, in the simple or the full form. */
export function presentProject(
  context: Context,
  { simple }: Pick<ProjectListParameters, 'simple'>,
  extras?: ProjectExtras,
): (project: ProjectRecord) => Project | ProjectSimple {
  return simple
    ? (project) => projectSimple(project, context)
    : (project) => projectResource(project, context, extras)
}
