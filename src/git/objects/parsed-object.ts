import type { GitObject } from './objects.ts'

/** A body that is no object at all: what it lacks, in the words of `git fsck`. */
export class UnreadableObject extends Error {
  override name = 'UnreadableObject'
}

/** What another program wrote may be read, and yet have a fault for which a server takes no such object. */
export interface ParsedObject {
  readonly object: GitObject
  /** Why `git fsck --strict` complains of it, in its words; undefined where it does not. */
  readonly fault: string | undefined
}
