import type { Context } from '../context.ts'
import { newerSetting } from '../newer-settings.ts'

/**
 * Returns how many files of a merge request are shown at most: the setting `diff_max_files`, as
 * lib/gitlab/git/diff_collection.rb of GitLab 18 reads it.
 *
 * @example maxChangedFiles(context) // 1000
 */
export function maxChangedFiles({ settings }: Pick<Context, 'settings'>): number {
  return newerSetting(settings, 'diff_max_files')
}

/**
 * Returns a number of changed files as text.
 *
 * @example changedFilesCount(1001, context) // '1000+'
 */
export function changedFilesCount(count: number, context: Pick<Context, 'settings'>): string {
  const most = maxChangedFiles(context)
  return count > most ? `${most}+` : String(count)
}
