import type { Story } from '../../story/story.ts'
import { emails, sshKeys } from './belongings.ts'
import { commitStatuses, commits } from './commits.ts'
import { files } from './files.ts'
import { hooks, notifications } from './instance.ts'
import { mergeRequests } from './merge-requests.ts'
import { notes } from './notes.ts'
import { groups, members } from './places.ts'
import { projects } from './projects.ts'
import { branches, tags } from './refs.ts'
import { settings } from './settings.ts'
import { issues, snippets } from './tracker.ts'
import { users } from './users.ts'

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
