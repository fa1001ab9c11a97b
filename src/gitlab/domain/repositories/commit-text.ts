import { isLongerThan } from '../../../contract/text-length.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import type { Signature } from '../../../git/objects/signature.ts'
import { type Release, worldRelease } from '../release.ts'

/** Formats a time of git, in seconds, as ISO 8601 in UTC. */
export function timeOf({ time }: { readonly time: number }): string {
  return new Date(time * 1000).toISOString()
}

/** Returns a time in ISO 8601 with the offset of its author. */
export function zonedTimeOf({ time, offset }: Signature): string {
  const local = new Date((time + offset * 60) * 1000).toISOString().slice(0, -1)
  const minutes = Math.abs(offset)
  const [hours, rest] = [Math.floor(minutes / 60), minutes % 60].map((part) =>
    String(part).padStart(2, '0'),
  )
  return `${local}${offset < 0 ? '-' : '+'}${hours}:${rest}`
}

/** Returns the first line of the message, shortened where it is long. */
export function titleOf(
  { message }: Pick<GitCommit, 'message'>,
  { commitTitle }: Release = worldRelease,
): string {
  const [line = ''] = message.trimStart().split(/[\r\n]/, 1)
  if (line === '') return commitTitle.none
  return isLongerThan(line, commitTitle.longFrom - 1) ? commitTitle.shorten(line) : line
}
