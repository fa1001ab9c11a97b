import type { ProjectRecord } from '../../store/models/project.ts'
import { level } from './abilities.ts'

export type FeatureLevel = ProjectRecord['feature_levels'][string]

/** The features of a project that have a flag. */
const flags = {
  issues: 'issues_enabled',
  merge_requests: 'merge_requests_enabled',
  wiki: 'wiki_enabled',
  builds: 'builds_enabled',
  snippets: 'snippets_enabled',
  container_registry: 'container_registry_enabled',
} as const

export type FeatureFlag = (typeof flags)[keyof typeof flags]

/** The feature of each flag. */
export const partOfFlag = Object.fromEntries(
  Object.entries(flags).map(([part, flag]) => [flag, part]),
) as Readonly<Record<FeatureFlag, string>>

/** The lowest access level of members who can use a private feature (`PRIVATE_FEATURES_MIN_ACCESS_LEVEL` of GitLab). */
const membersFrom: Readonly<Record<string, number>> = { merge_requests: level.reporter }

/** Returns the level of a feature of a project, such as `issues`; defaults to that of GitLab. */
export function featureLevel(project: ProjectRecord, part: string): FeatureLevel {
  const flag = featureFlag(part)
  if (flag && !project[flag]) return 'disabled'
  return project.feature_levels[part] ?? defaultLevel(project, part)
}

/** Returns the flag of a feature; undefined where it has none. */
export function featureFlag(part: string): FeatureFlag | undefined {
  return Object.hasOwn(flags, part) ? flags[part as keyof typeof flags] : undefined
}

function defaultLevel({ visibility_level }: ProjectRecord, part: string): FeatureLevel {
  if (part === 'security_and_compliance') return 'private'
  if (part === 'pages') return visibility_level === 0 ? 'private' : 'enabled'
  return 'enabled'
}

/** The part of a viewer that decides whether it is a member. */
interface Member {
  readonly isAdmin: boolean
  projectLevel(project: ProjectRecord): number
}

/** Whether the viewer can use a feature of a visible project: it is enabled, or private and the viewer is a member. */
export function usesPart(viewer: Member, project: ProjectRecord, part: string): boolean {
  switch (featureLevel(project, part)) {
    case 'disabled':
      return false
    case 'private':
      return viewer.isAdmin || viewer.projectLevel(project) >= (membersFrom[part] ?? level.guest)
    case 'enabled':
    case 'public':
      return true
  }
}
