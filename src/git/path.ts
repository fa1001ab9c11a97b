import { GitRefusal, type RefusalKind } from './refusal.ts'

export const MAX_PATH_LENGTH = 4096

/**
 * The maximum number of folders in a path of a commit, since a listing has an entry for each of them with its full
 * path.
 */
const MAX_PATH_DEPTH = 100

/** Characters in names that HFS+ ignores, which git protects against. */
const IGNORED = /[\u200c-\u200f\u202a-\u202e\u206a-\u206f\ufeff]/g

/**
 * A component `.git`, or an equivalent name in some file system; `git fsck` refuses them too. A backslash separates
 * folders where Windows unpacks an archive.
 */
const GIT_FOLDER = /(?:^|[\\/])(?:\.git|git~1)[ .]*(?::[^\\/\r\n\u2028\u2029]*)?(?=[\\/]|$)/i
const CLIMBS = /(?:^|[\\/])\.\.(?=[\\/]|$)/
const DOT = /(?:^|\/)\.(?=\/|$)/
const EMPTY = /\/(?=\/|$)/

/** Returns the reason why a path is invalid in any repository; undefined where it is valid. */
export function pathFaultOf(path: string): readonly [RefusalKind, string] | undefined {
  if (path === '') return ['path-empty', 'A file path must not be empty.']
  const quoted = `The file path '${path.length > 200 ? `${path.slice(0, 200)}…` : path}'`
  if (path.includes('\0')) return ['path-nul', `${quoted} has a NUL byte.`]
  if (/\p{Surrogate}/u.test(path)) return ['path-invalid', `${quoted} is no valid text.`]
  if (path.length > MAX_PATH_LENGTH) return ['path-too-long', `${quoted} is too long.`]
  if (path.startsWith('/')) return ['path-absolute', `${quoted} is absolute.`]
  if (CLIMBS.test(path)) return ['path-climbs', `${quoted} climbs out of its folder.`]
  if (DOT.test(path)) return ['path-dot', `${quoted} has a component '.'.`]
  if (EMPTY.test(path)) return ['path-empty', `${quoted} has an empty component.`]
  if (GIT_FOLDER.test(path.replace(IGNORED, '')))
    return ['path-git', `${quoted} has a component '.git'.`]
  return undefined
}

/** Removes leading and trailing slashes of a path. */
export function trimSlashes(path: string): string {
  let start = 0
  let end = path.length
  while (path[start] === '/') start += 1
  while (end > start && path[end - 1] === '/') end -= 1
  return path.slice(start, end)
}

/** @throws GitRefusal where the path is invalid in any repository, or has more than `MAX_PATH_DEPTH` folders. */
export function checkPath(path: string): void {
  const fault = pathFaultOf(path)
  if (fault !== undefined) throw new GitRefusal(fault[0], fault[1], path)
  if (isTooDeep(path)) {
    const message = `The file path '${path.slice(0, 200)}…' has more than ${MAX_PATH_DEPTH} folders.`
    throw new GitRefusal('path-too-deep', message, path)
  }
}

function isTooDeep(path: string): boolean {
  let folders = 0
  for (let at = path.indexOf('/'); at >= 0 && folders <= MAX_PATH_DEPTH; folders += 1) {
    at = path.indexOf('/', at + 1)
  }
  return folders > MAX_PATH_DEPTH
}
