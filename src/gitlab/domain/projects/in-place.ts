import type { ProjectRecord } from '../../../store/models/project.ts'
import { projectsBelow } from '../../access/group-tree.ts'
import { isSeenProject } from '../../access/member-projects.ts'
import type { Context } from '../context.ts'
import type { Place } from '../place.ts'

/** Returns the projects of a place that the caller may see. */
export function projectsIn(context: Context, place: Place): readonly ProjectRecord[] {
  const { store, viewer } = context
  switch (place.kind) {
    case 'project':
      return [place.project].filter((project) => viewer.sees(project))
    case 'group':
      return projectsBelow(store, place.group).filter((project) => viewer.sees(project))
    case 'instance':
      return store.projects.all().filter(isSeenProject(context))
  }
}
