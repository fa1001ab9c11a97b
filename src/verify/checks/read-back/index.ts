import type { Story } from '../../story/story.ts'
import { emails, sshKeys } from './belongings.ts'
import { groups, members } from './places.ts'
import { issues, snippets } from './tracker.ts'
import { users } from './users.ts'

/** What was sent is what is read back: every writable attribute, read by every operation that shows it. */
export const readBack: readonly Story[] = [
  users,
  sshKeys,
  emails,
  groups,
  members,
  issues,
  snippets,
]
