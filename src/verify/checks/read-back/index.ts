import type { Story } from '../../story/story.ts'
import { hooks, notifications, settings } from './instance.ts'
import { emails, sshKeys, users } from './people.ts'
import { groups, members, projects } from './places.ts'
import { branches, commitStatuses, commits, files, tags } from './repository.ts'
import { issues, mergeRequests, notes, snippets } from './tracker.ts'

/** What was sent is what is read back: every writable attribute, read by every operation that shows it. */
export const readBack: readonly Story[] = [
  users,
  sshKeys,
  emails,
  groups,
  members,
  projects,
  issues,
  mergeRequests,
  notes,
  snippets,
  branches,
  tags,
  files,
  commits,
  commitStatuses,
  notifications,
  hooks,
  settings,
]
