import { applyConsequences, type ProjectContext } from '../context.ts'
import { branchOf, type Push, pushedCommits } from '../repositories/pushes.ts'

/** Of more commits than these only the newest are read (`PROCESS_COMMIT_LIMIT` of GitLab 18). */
const MAX_READ_COMMITS = 100

/** Lets follow what the messages of the pushed commits say, the oldest first. */
export function followPushedCommits(context: ProjectContext, pushes: readonly Push[]): void {
  const { store, consequences } = context
  for (const push of pushes) {
    const branch = branchOf(push)
    if (branch === undefined) continue
    const { project } = push
    for (const commit of pushedCommits(store, push).slice(0, MAX_READ_COMMITS).reverse()) {
      applyConsequences(consequences.committed, context, { project, branch, commit })
    }
  }
}
