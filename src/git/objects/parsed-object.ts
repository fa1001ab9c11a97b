import type { GitObject } from './objects.ts'

/** The error for a malformed body, with a message in the words of `git fsck`. */
export class UnreadableObject extends Error {
  override name = 'UnreadableObject'
}

/** A parsed object. Objects of other programs can be readable, but have a fault for which servers reject them. */
export interface ParsedObject {
  readonly object: GitObject
  /** The complaint of `git fsck --strict`; undefined where there is none. */
  readonly fault: string | undefined
}
