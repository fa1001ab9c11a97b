import fc from 'fast-check'
import { createGitFolder, type GitFolder } from './git-program.ts'
import { type History, histories, runs } from './histories.ts'

/**
 * Gives each random history to a check, together with the same repository as the git program sees it.
 * The histories are the same in every run unless FORGERY_GIT_SEED says otherwise; FORGERY_GIT_RUNS
 * multiplies them. FORGERY_GIT_SHRINK looks for the smallest history on which the two disagree, which
 * takes a minute.
 */
export function agree(
  count: number,
  shape: Parameters<typeof histories>[0],
  check: (history: History, git: GitFolder) => void,
): void {
  const property = fc.property(histories(shape), (history) => {
    const git = createGitFolder(history.objects, history.repository)
    try {
      check(history, git)
    } finally {
      git.remove()
    }
  })
  const seed = Number(process.env.FORGERY_GIT_SEED ?? 20_161_222)
  const endOnFailure = process.env.FORGERY_GIT_SHRINK === undefined
  fc.assert(property, { numRuns: runs(count), seed, endOnFailure })
}
