/** What a path says that git asks for. */
export interface GitRoute {
  /** What stands before the address of the repository, `/group/project`, still percent-encoded. */
  readonly repository: string
  /** Below it: `info/refs`, `git-upload-pack`, `git-receive-pack` and others, which are not served. */
  readonly file: string
}

/** What is asked for first, by an address with `.git` or without. */
export const references = '/info/refs'

/**
 * Reads a path as one of git; undefined for any other. An address without `.git` is one for the first request alone.
 */
export function gitRoute(pathname: string): (GitRoute & { readonly isBare: boolean }) | undefined {
  const end = pathname.indexOf('.git/')
  if (end > 0) {
    const repository = pathname.slice(0, end)
    return { repository, file: pathname.slice(end + '.git/'.length), isBare: true }
  }
  const repository = pathname.slice(0, -references.length)
  // A project lies in a namespace, so what has one part alone is something else.
  if (!pathname.endsWith(references) || repository.lastIndexOf('/') < 1) return undefined
  return { repository, file: references.slice(1), isBare: false }
}
