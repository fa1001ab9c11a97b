import { z } from 'zod'
import { day, id, time, username, visibility } from './fields.ts'

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
export const conversation = {
  notes: z.array(seedNote).optional(),
  awards: z.array(seedAward).optional().describe('Emoji, by name without colons.'),
}

/** What issues and merge requests have in common. */
export const attention = {
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

export type SeedMilestone = z.output<typeof seedMilestone>
export type SeedLabel = z.output<typeof seedLabel>
export type SeedIssue = z.output<typeof seedIssue>
export type SeedSnippet = z.output<typeof seedSnippet>
export type SeedNote = z.output<typeof seedNote>
export type SeedAward = z.output<typeof seedAward>
