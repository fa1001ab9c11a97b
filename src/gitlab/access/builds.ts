import { forbidden } from '../../contract/errors.ts'
import type { ProjectRecord } from '../../store/models/project.ts'
import type { ProjectAbility } from './abilities.ts'
import type { Viewer } from './viewer.ts'

interface BuildsContext {
  readonly viewer: Viewer
  readonly project: ProjectRecord
}

/** Reporters read builds, and with public_builds everyone who sees the project. */
export function mustReadBuilds({ viewer, project }: BuildsContext): void {
  mustHaveBuilds({ viewer, project }, project.public_builds ? 'read_project' : 'read_builds')
}

export function canReadBuilds({ viewer }: Pick<BuildsContext, 'viewer'>, project: ProjectRecord) {
  const ability = project.public_builds ? 'read_project' : 'read_builds'
  return project.builds_enabled && viewer.can(ability, project)
}

export function mustUpdateBuilds(context: BuildsContext): void {
  mustHaveBuilds(context, 'update_builds')
}

/** Without builds a project has no deployments either, not even for administrators. */
export function mustReadDeployments(context: BuildsContext): void {
  mustHaveBuilds(context, 'read_deployments')
}

function mustHaveBuilds({ viewer, project }: BuildsContext, ability: ProjectAbility): void {
  if (!project.builds_enabled) throw forbidden('builds are disabled for this project')
  viewer.must(ability, project)
}
