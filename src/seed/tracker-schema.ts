import { z } from 'zod'
import { day, id, projectPath, text, time, username, visibility } from './fields.ts'

/** How a seed writes issues, merge requests, milestones, labels, snippets and notes. */
const author = username.optional().describe("The project's owner where nobody is named.")
const ids = {
  id: id.optional().describe('The next free id where not said.'),
  iid: id.optional().describe('The next number in the project where not said.'),
}
const created = time.optional().describe('When it was made; when the project was, where not said.')
const updated = time.optional().describe('When it last changed, whatever else is said of it.')

export const seedMilestone = z.strictObject({
  id: ids.id,
  iid: ids.iid,
  title: text.describe('What issues and merge requests name it by.'),
  description: z.string().optional().describe('What it is about.'),
  state: z.enum(['active', 'closed']).optional().describe('active where not said.'),
  due_date: day.optional().describe('When it is to be reached.'),
  created_at: created,
  updated_at: updated,
})

export const seedLabelEntry = z.strictObject({
  title: text.describe('What issues and merge requests name it by.'),
  color: z.string().optional().describe('Such as #1b4965.'),
  description: z.string().optional().describe('What it means.'),
})

export const seedLabel = z.union([text, seedLabelEntry])

const seedNote = z.strictObject({
  id: ids.id,
  author,
  body: text.describe('What was written.'),
  at: time.optional().describe('When it was written; when its parent was made, where not said.'),
  system: z.boolean().optional().describe('Whether the forge wrote it.'),
  discussion: z.string().optional().describe('Notes of one name make one discussion.'),
  resolvable: z.boolean().optional().describe('Whether the discussion waits to be resolved.'),
  resolved_by: username.optional().describe('Who resolved the discussion.'),
})

const seedAward = z.strictObject({
  name: text.describe('The emoji, by name without colons.'),
  by: username.describe('Who awarded it.'),
})

/** What issues, merge requests and snippets have in common. */
const conversation = {
  notes: z.array(seedNote).optional().describe('What was written about it.'),
  awards: z.array(seedAward).optional().describe('Emoji that were awarded to it.'),
}

/** What issues and merge requests have in common. */
const attention = {
  subscribers: z.array(username).optional().describe('Who asked to hear of it.'),
  unsubscribed: z.array(username).optional().describe('Who asked to hear no more of it.'),
  todos: z.array(username).optional().describe('Whom a todo reminds of it.'),
}

/** What issues and merge requests are planned with. */
const planning = {
  assignee: username.optional().describe('Who is to see to it.'),
  labels: z.array(text).optional().describe('Titles; those the project has not come into being.'),
  milestone: text.optional().describe('The title of a milestone of the project.'),
}

const closing = {
  closed_by: username.optional().describe('The author, where nobody is named.'),
  closed_at: time
    .optional()
    .describe('When it was closed; updated_at, else created_at, where not said.'),
}

const step = {
  by: username.describe('Who did it.'),
  at: time.describe('When it was done.'),
}

const issueStep = z.strictObject({
  ...step,
  event: z.enum(['close', 'reopen', 'move']).describe('What was done.'),
  to: projectPath.optional().describe('The project that it was moved to.'),
})

const mergeRequestStep = z.strictObject({
  ...step,
  event: z.enum(['close', 'reopen']).describe('What was done.'),
})

export const seedIssue = z.strictObject({
  ...ids,
  title: text.describe('What it is called.'),
  description: z.string().optional().describe('What it is about, in Markdown.'),
  author,
  ...planning,
  state: z
    .enum(['opened', 'closed'])
    .optional()
    .describe('Where not said, closed by the merge requests and commits that say so, else opened.'),
  ...closing,
  history: z
    .array(issueStep)
    .optional()
    .describe('What became of it, where closed_at does not say it all.'),
  confidential: z.boolean().optional().describe('Whether only members see it.'),
  due_date: day.optional().describe('When it is to be done.'),
  created_at: created,
  updated_at: updated,
  ...conversation,
  ...attention,
})

export const seedSnippet = z.strictObject({
  id: ids.id,
  title: text.describe('What it is called.'),
  file_name: z.string().describe('Such as deploy.sh.'),
  code: z.string().describe('The text of it.'),
  author,
  visibility: visibility.optional().describe('Who sees it; private where not said.'),
  created_at: created,
  updated_at: updated,
  ...conversation,
})

const branch = text

export const seedMergeRequest = z.strictObject({
  ...ids,
  title: text.describe('What it is called.'),
  description: z.string().optional().describe('What it is about; "Closes #1" closes issues.'),
  author,
  ...planning,
  source_project: projectPath
    .optional()
    .describe('A fork of the project; the project itself where none is named.'),
  source_branch: branch.describe('The branch with the changes.'),
  target_branch: branch.optional().describe('The default branch where none is named.'),
  state: z
    .enum(['opened', 'reopened', 'closed', 'merged'])
    .optional()
    .describe('opened where not said.'),
  head: branch
    .optional()
    .describe('What a closed one was to merge (label, branch or SHA), where its branch is gone.'),
  merge_commit: branch
    .optional()
    .describe('The commit that merged it; without one it is merged when the seed is loaded.'),
  merged_by: username.optional().describe('The author, where nobody is named.'),
  merged_at: time
    .optional()
    .describe('When it was merged; updated_at, else created_at, where not said.'),
  ...closing,
  history: z
    .array(mergeRequestStep)
    .optional()
    .describe('What became of it, where closed_at does not say it all.'),
  remove_source_branch: z.boolean().optional().describe('Asked for by the author.'),
  scheduled_by: username.optional().describe('Who asked to merge it when its build succeeds.'),
  created_at: created,
  updated_at: updated,
  ...conversation,
  ...attention,
})

/** What a project's seed holds of these, or an entry of `trackers`. */
export const trackerLists = {
  milestones: z.array(seedMilestone).optional().describe('Milestones; ids follow this order.'),
  labels: z.array(seedLabel).optional().describe('Labels: titles, or titles with colours.'),
  issues: z.array(seedIssue).optional().describe('Issues; numbers follow this order.'),
  merge_requests: z
    .array(seedMergeRequest)
    .optional()
    .describe('Merge requests; numbers follow this order.'),
  snippets: z.array(seedSnippet).optional().describe('Snippets; ids follow this order.'),
}
const seedTracker = z.strictObject(trackerLists)

export const seedTrackers = z
  .array(seedTracker.extend({ project: projectPath.describe('Whose issues and so on they are.') }))
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
