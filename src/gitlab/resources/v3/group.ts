import type {
  Group,
  GroupBrief,
  GroupDetail,
  GroupInList,
  GroupStatistics,
  GroupWithProjects,
} from '../../../contract/generated/v3/contract.ts'
import type { NamespaceRecord } from '../../../store/models/namespace.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { fullPath } from '../../../store/record-keys.ts'
import type { Presentation } from '../../domain/context.ts'
import { fullName } from '../../domain/lookups.ts'
import { projectResource } from './project.ts'
import { projectStatistics } from './project-statistics.ts'

/** Returns the fields that all forms of a group have (`group-brief.json`). */
export function groupBrief({ id, name, path, description }: NamespaceRecord): GroupBrief {
  return { id, name, path, description }
}

export function groupResource(
  group: NamespaceRecord,
  presentation: Presentation,
): Group & { lfs_enabled: boolean } {
  const { addresses } = presentation
  return {
    ...groupBrief(group),
    visibility_level: group.visibility_level,
    lfs_enabled: group.lfs_enabled,
    avatar_url: addresses.avatar(group.avatar_url),
    web_url: addresses.group(group),
    request_access_enabled: group.request_access_enabled,
    full_name: fullName(presentation, group),
    full_path: fullPath(group),
  }
}

/** Returns a group for lists, with the statistics of its projects on request. */
export function groupInList(
  group: NamespaceRecord,
  presentation: Presentation,
  withStatistics: boolean,
): GroupInList {
  const resource = groupResource(group, presentation)
  return withStatistics
    ? { ...resource, statistics: groupStatistics(group, presentation) }
    : resource
}

/** Returns a group after an update, with the projects that the viewer can see. */
export function groupWithProjects(
  group: NamespaceRecord,
  presentation: Presentation,
): GroupWithProjects {
  return {
    ...groupResource(group, presentation),
    projects: seenProjects(projectsOf(group, presentation), presentation),
  }
}

/** Returns a single group, with its projects and those that are shared with it. */
export function groupDetail(group: NamespaceRecord, presentation: Presentation): GroupDetail {
  return {
    ...groupWithProjects(group, presentation),
    shared_projects: seenProjects(projectsSharedWith(group, presentation), presentation),
  }
}

function projectsOf(group: NamespaceRecord, { store }: Presentation) {
  return store.projects.by('namespace_id', group.id)
}

function projectsSharedWith(group: NamespaceRecord, { store }: Presentation) {
  return store.groupLinks
    .by('group_id', group.id)
    .flatMap(({ project_id }) => store.projects.get(project_id) ?? [])
}

function seenProjects(projects: readonly ProjectRecord[], presentation: Presentation) {
  return projects
    .filter((project) => presentation.viewer.sees(project))
    .map((project) => projectResource(project, presentation))
}

function groupStatistics(group: NamespaceRecord, presentation: Presentation): GroupStatistics {
  const sum = { storage_size: 0, repository_size: 0, lfs_objects_size: 0, build_artifacts_size: 0 }
  for (const project of projectsOf(group, presentation)) {
    const statistics = projectStatistics(project, presentation)
    sum.storage_size += statistics.storage_size
    sum.repository_size += statistics.repository_size
    sum.lfs_objects_size += statistics.lfs_objects_size
    sum.build_artifacts_size += statistics.build_artifacts_size
  }
  return sum
}
