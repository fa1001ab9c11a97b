import type { ProjectSelection, ProjectsInOrder } from '../access/member-projects.ts'
import type { OperationTypes, Project, ProjectSimple } from '../contract/generated/contract.ts'
import { visibilityLevels } from '../contract/visibility-levels.ts'
import type { Context } from '../domain/context.ts'
import { type ProjectExtras, projectResource, projectSimple } from '../resources/project.ts'
import type { ProjectRecord } from '../store/models/project.ts'
import { projectOrders } from '../store/record-orders.ts'
import { isAmong, type Order } from '../store/sorted.ts'
import type { Store } from '../store/store.ts'
import { type Listing, listInOrder } from './answers.ts'
import { rememberedLists } from './remembered-lists.ts'

/** The parameters that all lists of projects take (`schemas/paths/projects.yaml`). */
export type ProjectListParameters = OperationTypes['listGroupProjects']['parameters']
type Filters = Pick<
  ProjectListParameters,
  'archived' | 'visibility' | 'order_by' | 'sort' | 'search'
>

const allLevels = Object.values(visibilityLevels)

/** Where projects are listed. */
export interface ProjectSource {
  /** Tells it from other sources. */
  readonly name: string
  /** Gives those of a selection, each on one of the lists. */
  find(selection: ProjectSelection): ProjectsInOrder[]
}

const ofSearch = rememberedLists<ProjectRecord>()

/** The projects of a source that the filters let through, in the order asked for; equals by their ids. */
export function listProjects<Item>(
  context: Pick<Context, 'store' | 'moment'>,
  source: ProjectSource,
  { archived, visibility, search, order_by, sort }: Filters,
  present: (project: ProjectRecord) => Item,
): Listing<Item> {
  const levels = visibility ? [visibilityLevels[visibility]] : allLevels
  const selection: ProjectSelection = { archived, levels, order: order_by }
  const order = projectOrders[order_by]
  const searched = (text: string) => () =>
    foundOn(source.find(selection), context.store, text, order)
  const lists = search
    ? ofSearch(context, JSON.stringify([source.name, selection, search]), searched(search))
    : source.find(selection)
  return listInOrder({ lists, order, sort }, present)
}

/** The same of projects in no order, such as those with a star. */
export function listMatching<Item>(
  context: Pick<Context, 'store' | 'moment'>,
  name: string,
  projects: readonly ProjectRecord[],
  filters: Filters,
  present: (project: ProjectRecord) => Item,
): Listing<Item> {
  const find: ProjectSource['find'] = ({ levels, archived, order }) => [
    projects
      .filter((one) => one.is_archived === archived && levels.includes(one.visibility_level))
      .sort(projectOrders[order]),
  ]
  return listProjects(context, { name, find }, filters, present)
}

/**
 * What a search finds on lists of projects in an order: by their names, paths and descriptions, and by the
 * names of their namespaces.
 */
function foundOn(
  lists: readonly ProjectsInOrder[],
  { projects, namespaces }: Store,
  search: string,
  order: Order<ProjectRecord>,
): ProjectsInOrder[] {
  const within = namespaces.search(search).flatMap(({ id }) => projects.by('namespace_id', id))
  const found = new Set([...projects.search(search), ...within])
  return lists.map((list) =>
    found.size < list.length / mostLooks
      ? [...found].filter((project) => isAmong(list, project, order)).sort(order)
      : list.filter((project) => found.has(project)),
  )
}

/** To find one in a list in order takes as many looks, in a list of a million. */
const mostLooks = 20

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
