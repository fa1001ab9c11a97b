import { isLongerThan } from '../../../contract/text-length.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { Signature } from '../../../git/objects/signature.ts'
import { type Release, worldRelease } from '../release.ts'

/** Formats a time of git, in seconds, as ISO 8601 in UTC. */
export function timeOf({ time }: { readonly time: number }): string {
  return new Date(time * 1000).toISOString()
}

/** ISO 8601 with the offset of who wrote it. */
export function zonedTimeOf({ time, offset }: Signature): string {
  const local = new Date((time + offset * 60) * 1000).toISOString().slice(0, -1)
  const minutes = Math.abs(offset)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${rest}`
}

/** The first line of the message; of a long one the beginning. */
export function titleOf(
  { message }: Pick<GitCommit, 'message'>,
  { commitTitle }: Release = worldRelease,
): string {
  const [line = ''] = message.trimStart().split(/[\r\n]/, 1)
  if (line === '') return commitTitle.none
  return isLongerThan(line, commitTitle.longFrom - 1) ? commitTitle.shorten(line) : line
}
