import { conflict, forbidden, notFound, unauthorized } from '../../../contract/errors.ts'
import { findProject } from '../../domain/find.ts'
import { comesFrom, markAsFork } from '../../domain/projects/fork.ts'
import { languagesOf } from '../../domain/repositories/languages.ts'
import { repositoryOf } from '../../domain/repositories/repositories.ts'
import { snapshotOf } from '../../domain/repositories/snapshot.ts'
import { projectResource } from '../../resources/v4/project.ts'
import { projectStorage } from '../../resources/v4/project-storage.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/project-maintenance.yaml. */
export const projectMaintenance = {
  addForkRelation(context, { forked_from_id }) {
    const { store, viewer, project } = context
    viewer.must('own_project', project)
    const origin = findProject(store, forked_from_id)
    if (!origin || !viewer.sees(origin)) throw notFound('Project')
    if (!viewer.can('download_code', origin)) throw forbidden()
    if (project.forked_from_project_id !== null || comesFrom(store, origin, project)) {
      throw conflict('Project already forked')
    }
    markAsFork(context, project, origin)
    return projectResource(store.projects.get(project.id) ?? project, context)
  },

  getLanguages(context) {
    const { viewer, project } = context
    viewer.must('download_code', project)
    return languagesOf(context, project)
  },

  startHousekeeping({ viewer, project }) {
    viewer.must('admin_project', project)
    return null
  },

  updateRepositorySize({ viewer, project }) {
    viewer.must('admin_project', project)
    return null
  },

  getRepositorySnapshot({ store, viewer, project }, { wiki }) {
    if (!viewer.isAdmin) throw unauthorized()
    const repository = wiki ? { head: 'main', refs: new Map() } : repositoryOf(store, project)
    return { body: snapshotOf(store, repository), type: 'application/x-tar' }
  },

  getFetchStatistics({ viewer, project }) {
    viewer.must('admin_project', project)
    return { fetches: { total: 0, days: [] } }
  },

  getProjectStorage: ({ project }) => projectStorage(project),
} satisfies OperationsOf<'v4', 'Project maintenance'>
