import { notFound } from '../../../contract/errors.ts'
import type { ProjectAbility } from '../../access/abilities.ts'
import { featureLevel } from '../../access/feature-levels.ts'
import type { ProjectContext } from '../../domain/context.ts'

/**
 * Throws 404 where the repository of the project is switched off, for everyone. Branches and commits are refused so
 * (`require_repository_enabled!` in lib/api of GitLab 18), all else of a repository with 403.
 *
 * @example mustHaveRepository(context)
 */
export function mustHaveRepository({ project }: Pick<ProjectContext, 'project'>): void {
  if (featureLevel(project, 'repository') === 'disabled') throw notFound('Repository')
}

/**
 * Throws 404 where the repository of the project is switched off, and else 403 (401 for an anonymous caller) where the
 * caller lacks an ability.
 *
 * @example mustInRepository(context, 'download_code')
 */
export function mustInRepository(context: ProjectContext, ability: ProjectAbility): void {
  mustHaveRepository(context)
  context.viewer.must(ability, context.project)
}
