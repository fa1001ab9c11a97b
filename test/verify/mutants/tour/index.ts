import { builds, comments, commits, deployments, statuses } from './commits.ts'
import type { Chapter } from './explorer.ts'
import { events, groups, members, projectLists, projects } from './groups-and-projects.ts'
import { applicationSettings, conventions, notificationSettings, systemHooks } from './instance.ts'
import { mergeRequestLists, merging } from './merging.ts'
import { emails, sshKeys, users } from './people.ts'
import { branches, content, files, tags } from './repository.ts'
import {
  issueLists,
  issueNotes,
  issues,
  mergeRequestNotes,
  snippetNotes,
  snippets,
} from './tracker.ts'

export { type Chapter, explore, type Step } from './explorer.ts'

/** A tour of the demo world that looks at every operation, and so shows that a fault is one. */
export const chapters: readonly Chapter[] = [
  users,
  emails,
  sshKeys,
  groups,
  members,
  projectLists,
  projects,
  events,
  applicationSettings,
  notificationSettings,
  systemHooks,
  conventions,
  issueLists,
  issues,
  issueNotes,
  snippetNotes,
  mergeRequestNotes,
  snippets,
  mergeRequestLists,
  merging,
  branches,
  tags,
  content,
  files,
  commits,
  comments,
  statuses,
  builds,
  deployments,
]
