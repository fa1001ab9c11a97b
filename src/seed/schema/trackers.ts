import { z } from '../../shared/zod.ts'
import { issueTypes } from '../../store/models/issue.ts'
import { attention, author, conversation, created, drafts, ids, updated } from './conversations.ts'
import { day, projectPath, text, time, username, visibility } from './fields.ts'

/** The format of issues, merge requests, milestones, labels and snippets. */
export const seedMilestone = z.strictObject({
  id: ids.id,
  iid: ids.iid,
  title: text.check(z.describe('What issues and merge requests name it by.')),
  description: z.optional(z.string()).check(z.describe('What it is about.')),
  state: z.optional(z.enum(['active', 'closed'])).check(z.describe('active where not said.')),
  start_date: z.optional(day).check(z.describe('When work on it begins.')),
  due_date: z.optional(day).check(z.describe('When it is to be reached.')),
  created_at: created,
  updated_at: updated,
})

const seedLabelEntry = z.strictObject({
  title: text.check(z.describe('What issues and merge requests name it by.')),
  color: z.optional(z.string()).check(z.describe('Such as #1b4965.')),
  description: z.optional(z.string()).check(z.describe('What it means.')),
  priority: z
    .optional(z.int())
    .check(z.describe('The lowest comes first; labels of projects alone have one.')),
})

const seedBoard = z.strictObject({
  id: ids.id,
  name: z.optional(text).check(z.describe('Development where not said.')),
  lists: z
    .optional(z.array(text))
    .check(z.describe('Titles of labels; those that are new come into being.')),
})

const seedLabel = z.union([text, seedLabelEntry])

/** The fields for planning that issues and merge requests share. */
const planning = {
  assignee: z.optional(username).check(z.describe('Who is to see to it.')),
  labels: z
    .optional(z.array(text))
    .check(
      z.describe('Titles; those that neither the project nor its groups have come into being.'),
    ),
  milestone: z
    .optional(text)
    .check(z.describe('The title of a milestone of the project or of its groups.')),
}

const closing = {
  closed_by: z.optional(username).check(z.describe('The author, where nobody is named.')),
  closed_at: z
    .optional(time)
    .check(z.describe('When it was closed; updated_at, else created_at, where not said.')),
}

const step = {
  by: username.check(z.describe('Who did it.')),
  at: time.check(z.describe('When it was done.')),
}

const issueStep = z.strictObject({
  ...step,
  event: z.enum(['close', 'reopen', 'move']).check(z.describe('What was done.')),
  to: z.optional(projectPath).check(z.describe('The project that it was moved to.')),
})

const mergeRequestStep = z.strictObject({
  ...step,
  event: z.enum(['close', 'reopen']).check(z.describe('What was done.')),
})

export const seedIssue = z.strictObject({
  ...ids,
  title: text.check(z.describe('What it is called.')),
  description: z.optional(z.string()).check(z.describe('What it is about, in Markdown.')),
  author,
  ...planning,
  state: z
    .optional(z.enum(['opened', 'closed']))
    .check(
      z.describe(
        'Where not said, closed by the merge requests and commits that say so, else opened.',
      ),
    ),
  ...closing,
  history: z
    .optional(z.array(issueStep))
    .check(z.describe('What became of it, where closed_at does not say it all.')),
  related: z
    .optional(z.array(z.int().check(z.positive())))
    .check(z.describe('Numbers of issues of the project that it has to do with.')),
  confidential: z.optional(z.boolean()).check(z.describe('Whether only members see it.')),
  type: z
    .optional(z.enum(issueTypes))
    .check(z.describe('What kind of work it is; issue where not said.')),
  discussion_locked: z
    .optional(z.boolean())
    .check(z.describe('Whether members alone may comment.')),
  time_estimate: z.optional(text).check(z.describe('How long it is to take, such as 1d 4h.')),
  time_spent: z.optional(text).check(z.describe('What time was spent on it, such as 3h 30m.')),
  due_date: z.optional(day).check(z.describe('When it is to be done.')),
  created_at: created,
  updated_at: updated,
  ...conversation,
  ...attention,
})

export const seedSnippet = z.strictObject({
  id: ids.id,
  title: text.check(z.describe('What it is called.')),
  description: z.optional(z.string()).check(z.describe('What it is for.')),
  file_name: z.string().check(z.describe('Such as deploy.sh.')),
  code: z.string().check(z.describe('The text of it.')),
  more_files: z
    .optional(
      z.array(
        z.strictObject({
          path: text.check(z.describe('Such as lib/deploy.sh.')),
          content: z.string().check(z.describe('The text of the file.')),
        }),
      ),
    )
    .check(z.describe('Files beside the first one.')),
  author,
  visibility: z.optional(visibility).check(z.describe('Who sees it; private where not said.')),
  created_at: created,
  updated_at: updated,
  ...conversation,
})

const branch = text

export const seedMergeRequest = z.strictObject({
  ...ids,
  title: text.check(z.describe('What it is called.')),
  description: z
    .optional(z.string())
    .check(z.describe('What it is about; "Closes #1" closes issues.')),
  author,
  ...planning,
  assignees: z
    .optional(z.array(username))
    .check(z.describe('Several who are to see to it, instead of assignee.')),
  reviewers: z.optional(z.array(username)).check(z.describe('Who is to review it.')),
  approved_by: z.optional(z.array(username)).check(z.describe('Who approved it.')),
  draft: z
    .optional(z.boolean())
    .check(z.describe('Whether the work is not done: `Draft: ` is put before the title.')),
  squash: z
    .optional(z.boolean())
    .check(z.describe('Whether its commits are merged as one, by an API that knows that.')),
  source_project: z
    .optional(projectPath)
    .check(z.describe('A fork of the project; the project itself where none is named.')),
  source_branch: branch.check(z.describe('The branch with the changes.')),
  target_branch: z.optional(branch).check(z.describe('The default branch where none is named.')),
  state: z
    .optional(z.enum(['opened', 'reopened', 'closed', 'merged']))
    .check(z.describe('opened where not said.')),
  head: z
    .optional(branch)
    .check(
      z.describe(
        'What a closed one was to merge (label, branch or SHA), where its branch is gone.',
      ),
    ),
  merge_commit: z
    .optional(branch)
    .check(
      z.describe('The commit that merged it; without one it is merged when the seed is loaded.'),
    ),
  merged_by: z.optional(username).check(z.describe('The author, where nobody is named.')),
  merged_at: z
    .optional(time)
    .check(z.describe('When it was merged; updated_at, else created_at, where not said.')),
  ...closing,
  history: z
    .optional(z.array(mergeRequestStep))
    .check(z.describe('What became of it, where closed_at does not say it all.')),
  remove_source_branch: z.optional(z.boolean()).check(z.describe('Asked for by the author.')),
  scheduled_by: z
    .optional(username)
    .check(z.describe('Who asked to merge it when its build succeeds.')),
  created_at: created,
  updated_at: updated,
  ...conversation,
  drafts,
  ...attention,
})

const planningLists = {
  milestones: z
    .optional(z.array(seedMilestone))
    .check(z.describe('Milestones; ids follow this order.')),
  labels: z
    .optional(z.array(seedLabel))
    .check(z.describe('Labels: titles, or titles with colours.')),
  boards: z
    .optional(z.array(seedBoard))
    .check(z.describe('Boards of issues; ids follow this order.')),
}

/** The lists for planning in a group. */
export const groupPlanningLists = planningLists

/** The lists of a tracker, in a project or an entry of `trackers`. */
export const trackerLists = {
  ...planningLists,
  issues: z.optional(z.array(seedIssue)).check(z.describe('Issues; numbers follow this order.')),
  merge_requests: z
    .optional(z.array(seedMergeRequest))
    .check(z.describe('Merge requests; numbers follow this order.')),
  snippets: z.optional(z.array(seedSnippet)).check(z.describe('Snippets; ids follow this order.')),
}
const seedTracker = z.strictObject(trackerLists)

export const seedTrackers = z
  .optional(
    z.array(
      z.extend(seedTracker, {
        project: projectPath.check(z.describe('Whose issues and so on they are.')),
      }),
    ),
  )
  .check(z.describe('Of projects that do not hold theirs themselves, to keep long ones apart.'))

export type SeedTracker = z.output<typeof seedTracker>
export type SeedMergeRequest = z.output<typeof seedMergeRequest>
export type SeedMilestone = z.output<typeof seedMilestone>
export type SeedBoard = z.output<typeof seedBoard>
export type SeedIssue = z.output<typeof seedIssue>
export type SeedSnippet = z.output<typeof seedSnippet>

const ofProject = { project: projectPath.check(z.describe('The project that it is in.')) }

/** The same lists at the top level of a seed, where each entry names its project. */
export const topLevelLists = {
  milestones: z
    .optional(z.array(z.extend(seedMilestone, ofProject)))
    .check(z.describe('Milestones.')),
  labels: z
    .optional(z.array(z.extend(seedLabelEntry, ofProject)))
    .check(z.describe('Labels, each with its project.')),
  issues: z.optional(z.array(z.extend(seedIssue, ofProject))).check(z.describe('Issues.')),
  merge_requests: z
    .optional(z.array(z.extend(seedMergeRequest, ofProject)))
    .check(z.describe('Merge requests.')),
  snippets: z
    .optional(
      z.array(
        z.extend(seedSnippet, {
          project: z
            .optional(projectPath)
            .check(z.describe('The project that it is in; the author’s own where not said.')),
        }),
      ),
    )
    .check(z.describe('Snippets, of projects and of users.')),
}
