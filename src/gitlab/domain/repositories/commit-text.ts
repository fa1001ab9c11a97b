import { beginningOf, isLongerThan } from '../../../contract/text-length.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'

const MAX_TITLE_LENGTH = 100
const LENGTH_OF_CUT_TITLE = 80

/** ISO 8601 in UTC of the seconds that git counts in. */
export function timeOf({ time }: { readonly time: number }): string {
  return new Date(time * 1000).toISOString()
}

/** The first line of the message; of a long one the beginning, as GitLab 8.15 showed it. */
export function titleOf({ message }: Pick<GitCommit, 'message'>): string {
  const [line = ''] = message.trimStart().split(/\r?\n/, 1)
  if (line === '') return '--no commit message'
  return isLongerThan(line, MAX_TITLE_LENGTH) ? `${beginningOf(line, LENGTH_OF_CUT_TITLE)}…` : line
}
