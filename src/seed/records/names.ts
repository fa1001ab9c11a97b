import { fullPath } from '../../store/record-keys.ts'
import type { WorldRecords } from '../../store/tables.ts'
import type { Referent } from './collections.ts'

/** The names of records, for the kinds that have one. */
export interface Names {
  /** Returns the name of the record with an id; undefined where there is none. */
  nameOf(referent: Referent | 'merge request' | 'snippet' | 'note', id: number): string | undefined
}

/** Creates the names of the records in a store: `jane`, `tidewater`, `jane/website`, `jane/website#1`. */
export function namesIn(store: WorldRecords): Names {
  const project = (id: number) => {
    const record = store.projects.get(id)
    const namespace = record && store.namespaces.get(record.namespace_id)
    return record && namespace && `${fullPath(namespace)}/${record.path}`
  }
  const within = (
    projectId: number | undefined,
    mark: string,
    name: string | number | undefined,
  ) => {
    const path = projectId === undefined ? undefined : project(projectId)
    return path === undefined || name === undefined ? undefined : `${path}${mark}${name}`
  }
  return {
    nameOf(referent, id) {
      switch (referent) {
        case 'user':
          return store.users.get(id)?.username
        case 'namespace': {
          const namespace = store.namespaces.get(id)
          return namespace && fullPath(namespace)
        }
        case 'project':
          return project(id)
        case 'milestone': {
          const milestone = store.milestones.get(id)
          const group = milestone?.group_id
          return typeof group === 'number'
            ? `${this.nameOf('namespace', group)}%${milestone?.iid}`
            : within(milestone?.project_id ?? undefined, '%', milestone?.iid)
        }
        case 'environment': {
          const environment = store.environments.get(id)
          return within(environment?.project_id, ':', environment?.name)
        }
        case 'issue': {
          const issue = store.issues.get(id)
          return within(issue?.project_id, '#', issue?.iid)
        }
        case 'merge request': {
          const mergeRequest = store.mergeRequests.get(id)
          return within(mergeRequest?.target_project_id, '!', mergeRequest?.iid)
        }
        case 'snippet':
          return within(store.snippets.get(id)?.project_id ?? undefined, '$', id)
        case 'note':
          return store.notes.get(id) && `note ${id}`
      }
    },
  }
}
