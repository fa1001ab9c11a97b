import { checkReferenceName } from '../../../git/reference-name.ts'
import type { Context } from '../context.ts'

/**
 * Whether a request cannot mean a branch or a tag by a name: it is none by the rules of git, or, in GitLab 18, it
 * begins as full names of refs do (lib/gitlab/git_ref_validator.rb). `git push` may make such branches.
 *
 * @example isInvalidName(context, 'refs/heads/main') // true
 */
export function isInvalidName({ release }: Pick<Context, 'release'>, name: string): boolean {
  if (checkReferenceName(name) !== undefined) return true
  return release.refusesFullNames && /^refs\/(heads\/|remotes\/|tags)/.test(name)
}
