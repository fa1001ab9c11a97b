import type { ProjectRecord } from '../../store/models/project.ts'
import { level } from './abilities.ts'

export type FeatureLevel = ProjectRecord['feature_levels'][string]

/** The parts of a project that a flag of its own turns off. */
const flags = {
  issues: 'issues_enabled',
  merge_requests: 'merge_requests_enabled',
  wiki: 'wiki_enabled',
  builds: 'builds_enabled',
  snippets: 'snippets_enabled',
  container_registry: 'container_registry_enabled',
} as const

export type FeatureFlag = (typeof flags)[keyof typeof flags]

/** The part that each flag turns off. */
export const partOfFlag = Object.fromEntries(
  Object.entries(flags).map(([part, flag]) => [flag, part]),
) as Readonly<Record<FeatureFlag, string>>

/** From which level on members use a part that is for members (`PRIVATE_FEATURES_MIN_ACCESS_LEVEL` of GitLab). */
const membersFrom: Readonly<Record<string, number>> = { merge_requests: level.reporter }

/** Who uses a part of a project, such as `issues`: as it says itself, or as GitLab has it at first. */
export function featureLevel(project: ProjectRecord, part: string): FeatureLevel {
  const flag = featureFlag(part)
  if (flag && !project[flag]) return 'disabled'
  return project.feature_levels[part] ?? firstLevel(project, part)
}

/** The flag that turns a part off, where it has one. */
export function featureFlag(part: string): FeatureFlag | undefined {
  return Object.hasOwn(flags, part) ? flags[part as keyof typeof flags] : undefined
}

function firstLevel({ visibility_level }: ProjectRecord, part: string): FeatureLevel {
  if (part === 'security_and_compliance') return 'private'
  if (part === 'pages') return visibility_level === 0 ? 'private' : 'enabled'
  return 'enabled'
}

/** Of a viewer, what says whether they are a member. */
interface Member {
  readonly isAdmin: boolean
  projectLevel(project: ProjectRecord): number
}

/** Whether a part of a project that the viewer sees is there for them: it is on, and where it is for members, they are. */
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
