import type { ProjectRecord } from '../../../store/models/project.ts'

type FeatureLevel = ProjectRecord['feature_levels'][string]

/** The parts of a project that a flag of its own turns off. */
const flags = {
  issues: 'issues_enabled',
  merge_requests: 'merge_requests_enabled',
  wiki: 'wiki_enabled',
  builds: 'builds_enabled',
  snippets: 'snippets_enabled',
  container_registry: 'container_registry_enabled',
} as const

type Flag = (typeof flags)[keyof typeof flags]

/** Who uses a part of a project, such as `issues`: as it says itself, or as GitLab has it at first. */
export function featureLevel(project: ProjectRecord, part: string): FeatureLevel {
  const flag = flagOf(part)
  if (flag && !project[flag]) return 'disabled'
  return project.feature_levels[part] ?? firstLevel(project, part)
}

function firstLevel({ visibility_level }: ProjectRecord, part: string): FeatureLevel {
  if (part === 'security_and_compliance') return 'private'
  if (part === 'pages') return visibility_level === 20 ? 'enabled' : 'private'
  return 'enabled'
}

function flagOf(part: string): Flag | undefined {
  return Object.entries(flags).find(([name]) => name === part)?.[1]
}

/** Levels of parts as changes to a project: its flags say which parts nobody uses. */
export function featureChanges(
  levels: Readonly<Record<string, FeatureLevel>>,
  before: ProjectRecord['feature_levels'] = {},
): Partial<Pick<ProjectRecord, Flag | 'feature_levels'>> {
  const changes: Partial<Record<Flag, boolean>> = {}
  for (const [part, level] of Object.entries(levels)) {
    const flag = flagOf(part)
    if (flag) changes[flag] = level !== 'disabled'
  }
  return Object.keys(levels).length === 0
    ? {}
    : { ...changes, feature_levels: { ...before, ...levels } }
}
