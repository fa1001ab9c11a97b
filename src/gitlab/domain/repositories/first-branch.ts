import { hasBranches } from '../../../git/repository.ts'
import type { ProjectContext } from '../context.ts'
import { commitToBranch } from './commit.ts'
import { repositoryOf } from './repositories.ts'

/**
 * Creates the default branch of an empty repository, with an empty README.md (`create_default_branch` of GitLab 18).
 */
export function createFirstBranch(context: ProjectContext): void {
  const { store, project } = context
  const repository = repositoryOf(store, project)
  if (hasBranches(repository)) return
  commitToBranch(
    context,
    project,
    { branch_name: repository.head, commit_message: 'Add README.md' },
    [{ action: 'create', path: 'README.md', content: new Uint8Array() }],
  )
}
