import { z } from 'zod'
import { day, id, projectPath, time, username, visibility } from './fields.ts'

/** What a project's seed has of issues, milestones, labels, snippets and notes. */
const title = z.string().min(1)

export const seedMilestone = z.strictObject({
  id: id.optional(),
  title,
  description: z.string().optional(),
  state: z.enum(['active', 'closed']).optional(),
  due_date: day.optional(),
  created_at: time.optional(),
  updated_at: time.optional(),
})

export const seedLabel = z.union([
  title,
  z.strictObject({ title, color: z.string().optional(), description: z.string().optional() }),
])

const seedNote = z.strictObject({
  author: username,
  body: z.string().min(1),
  at: time.optional().describe('When it was written; when its parent was made, where not said.'),
  system: z.boolean().optional().describe('Whether the forge wrote it.'),
  discussion: z.string().optional().describe('Notes of one name make one discussion.'),
  resolvable: z.boolean().optional().describe('Whether the discussion waits to be resolved.'),
  resolved_by: username.optional(),
})

const seedAward = z.strictObject({ name: z.string().min(1), by: username })

/** What issues, merge requests and snippets have in common. */
const conversation = {
  notes: z.array(seedNote).optional(),
  awards: z.array(seedAward).optional().describe('Emoji, by name without colons.'),
}

/** What issues and merge requests have in common. */
const attention = {
  subscribers: z.array(username).optional(),
  unsubscribed: z.array(username).optional().describe('Who asked to hear no more of it.'),
  todos: z.array(username).optional().describe('Whom a todo reminds of it.'),
}

export const seedIssue = z.strictObject({
  id: id.optional(),
  iid: id.optional(),
  title,
  description: z.string().optional(),
  author: username,
  assignee: username.optional(),
  labels: z.array(title).optional(),
  milestone: title.optional().describe('The title of a milestone of the project.'),
  state: z.enum(['opened', 'closed']).optional(),
  closed_by: username.optional().describe('The author, where nobody is named.'),
  closed_at: time.optional(),
  confidential: z.boolean().optional(),
  due_date: day.optional(),
  created_at: time.optional(),
  updated_at: time.optional(),
  ...conversation,
  ...attention,
})

export const seedSnippet = z.strictObject({
  id: id.optional(),
  title,
  file_name: z.string(),
  code: z.string(),
  author: username,
  visibility: visibility.optional(),
  created_at: time.optional(),
  updated_at: time.optional(),
  ...conversation,
})

const branch = z.string().min(1)

export const seedMergeRequest = z.strictObject({
  id: id.optional(),
  iid: id.optional(),
  title,
  description: z.string().optional(),
  author: username,
  assignee: username.optional(),
  labels: z.array(title).optional(),
  milestone: title.optional().describe('The title of a milestone of the project.'),
  source_project: projectPath
    .optional()
    .describe('A fork of the project; the project itself where none is named.'),
  source_branch: branch,
  target_branch: branch.optional().describe('The default branch where none is named.'),
  state: z.enum(['opened', 'reopened', 'closed', 'merged']).optional(),
  head: branch
    .optional()
    .describe('What a closed one was to merge (label, branch or SHA), where its branch is gone.'),
  merge_commit: branch
    .optional()
    .describe('The commit that merged it; without one it is merged when the seed is planted.'),
  merged_by: username.optional().describe('The author, where nobody is named.'),
  merged_at: time.optional(),
  closed_by: username.optional().describe('The author, where nobody is named.'),
  closed_at: time.optional(),
  remove_source_branch: z.boolean().optional().describe('Asked for by the author.'),
  scheduled_by: username.optional().describe('Who asked to merge it when its build succeeds.'),
  created_at: time.optional(),
  updated_at: time.optional(),
  ...conversation,
  ...attention,
})

/** What a project's seed holds of these, or an entry of `trackers`. */
export const trackerLists = {
  milestones: z.array(seedMilestone).optional(),
  labels: z.array(seedLabel).optional(),
  issues: z.array(seedIssue).optional(),
  merge_requests: z.array(seedMergeRequest).optional(),
  snippets: z.array(seedSnippet).optional(),
}
const seedTracker = z.strictObject(trackerLists)

export const seedTrackers = z
  .array(seedTracker.extend({ project: projectPath }))
  .optional()
  .describe('Of projects that do not hold theirs themselves, to keep long ones apart.')

export type SeedTracker = z.output<typeof seedTracker>
export type SeedMergeRequest = z.output<typeof seedMergeRequest>
export type SeedMilestone = z.output<typeof seedMilestone>
export type SeedLabel = z.output<typeof seedLabel>
export type SeedIssue = z.output<typeof seedIssue>
export type SeedSnippet = z.output<typeof seedSnippet>
export type SeedNote = z.output<typeof seedNote>
export type SeedAward = z.output<typeof seedAward>
