import { z } from '../../shared/zod.ts'
import { issueTypes } from '../../store/models/issue.ts'
import { attention, author, conversation, created, drafts, ids, updated } from './conversations.ts'
import { day, projectPath, text, time, username, visibility } from './fields.ts'

/** The format of issues, merge requests, milestones, labels and snippets. */
export const seedMilestone = z.strictObject({
  id: ids.id,
  iid: ids.iid,
  title: text.check(
    z.describe('The title, by which issues and merge requests refer to the milestone.'),
  ),
  description: z.optional(z.string()).check(z.describe('The description of the milestone.')),
  state: z
    .optional(z.enum(['active', 'closed']))
    .check(z.describe('The state; by default active.')),
  start_date: z.optional(day).check(z.describe('The first day of the milestone.')),
  due_date: z.optional(day).check(z.describe('The due date of the milestone.')),
  created_at: created,
  updated_at: updated,
})

const seedLabelEntry = z.strictObject({
  title: text.check(
    z.describe('The title, by which issues and merge requests refer to the label.'),
  ),
  color: z.optional(z.string()).check(z.describe('The colour, such as #1b4965.')),
  description: z.optional(z.string()).check(z.describe('The description of the label.')),
  priority: z
    .optional(z.int())
    .check(
      z.describe(
        'The priority, of which the lowest number is the highest; only for labels of projects.',
      ),
    ),
})

const seedBoard = z.strictObject({
  id: ids.id,
  name: z.optional(text).check(z.describe('The name of the board; by default Development.')),
  lists: z.optional(z.array(text)).check(z.describe('Titles of labels; missing ones are created.')),
})

const seedLabel = z.union([text, seedLabelEntry])

/** The fields for planning that issues and merge requests share. */
const planning = {
  assignee: z.optional(username).check(z.describe('The assigned user.')),
  labels: z
    .optional(z.array(text))
    .check(
      z.describe(
        'Titles of labels; those that neither the project nor its groups have are created.',
      ),
    ),
  milestone: z
    .optional(text)
    .check(z.describe('The title of a milestone of the project or of its groups.')),
}

const closing = {
  closed_by: z
    .optional(username)
    .check(z.describe('The user who closed it; by default the author.')),
  closed_at: z
    .optional(time)
    .check(z.describe('The time of closing; by default updated_at, else created_at.')),
}

const step = {
  by: username.check(z.describe('The user who did it.')),
  at: time.check(z.describe('The time of the event.')),
}

const issueStep = z.strictObject({
  ...step,
  event: z.enum(['close', 'reopen', 'move']).check(z.describe('The event.')),
  to: z.optional(projectPath).check(z.describe('The project that it was moved to.')),
})

const mergeRequestStep = z.strictObject({
  ...step,
  event: z.enum(['close', 'reopen']).check(z.describe('The event.')),
})

export const seedIssue = z.strictObject({
  ...ids,
  title: text.check(z.describe('The title.')),
  description: z.optional(z.string()).check(z.describe('The description in Markdown.')),
  author,
  ...planning,
  state: z
    .optional(z.enum(['opened', 'closed']))
    .check(
      z.describe(
        'The state; by default closed where a merge request or a commit closes it, else opened.',
      ),
    ),
  ...closing,
  history: z
    .optional(z.array(issueStep))
    .check(z.describe('The state changes, where closed_at alone is not enough.')),
  related: z
    .optional(z.array(z.int().check(z.positive())))
    .check(z.describe('Numbers of related issues of the project.')),
  confidential: z.optional(z.boolean()).check(z.describe('Whether only members can see it.')),
  type: z
    .optional(z.enum(issueTypes))
    .check(z.describe('The type of work item; by default issue.')),
  discussion_locked: z.optional(z.boolean()).check(z.describe('Whether only members can comment.')),
  time_estimate: z.optional(text).check(z.describe('The time estimate, such as 1d 4h.')),
  time_spent: z.optional(text).check(z.describe('The time spent, such as 3h 30m.')),
  due_date: z.optional(day).check(z.describe('The due date.')),
  created_at: created,
  updated_at: updated,
  ...conversation,
  ...attention,
})

export const seedSnippet = z.strictObject({
  id: ids.id,
  title: text.check(z.describe('The title.')),
  description: z.optional(z.string()).check(z.describe('The description.')),
  file_name: z.string().check(z.describe('The file name, such as deploy.sh.')),
  code: z.string().check(z.describe('The content of the snippet.')),
  more_files: z
    .optional(
      z.array(
        z.strictObject({
          path: text.check(z.describe('The path, such as lib/deploy.sh.')),
          content: z.string().check(z.describe('The content of the file.')),
        }),
      ),
    )
    .check(z.describe('Further files after the first one.')),
  author,
  visibility: z.optional(visibility).check(z.describe('The visibility; by default private.')),
  created_at: created,
  updated_at: updated,
  ...conversation,
})

const branch = text

export const seedMergeRequest = z.strictObject({
  ...ids,
  title: text.check(z.describe('The title.')),
  description: z
    .optional(z.string())
    .check(z.describe('The description; "Closes #1" closes issues.')),
  author,
  ...planning,
  assignees: z
    .optional(z.array(username))
    .check(z.describe('The assigned users, instead of a single assignee.')),
  reviewers: z.optional(z.array(username)).check(z.describe('The reviewers.')),
  approved_by: z.optional(z.array(username)).check(z.describe('The users who approved it.')),
  draft: z
    .optional(z.boolean())
    .check(z.describe('Whether it is a draft: `Draft: ` is put before the title.')),
  squash: z
    .optional(z.boolean())
    .check(z.describe('Whether its commits are squashed on merging, in APIs that support it.')),
  source_project: z
    .optional(projectPath)
    .check(z.describe('A fork of the project; by default the project itself.')),
  source_branch: branch.check(z.describe('The source branch.')),
  target_branch: z
    .optional(branch)
    .check(z.describe('The target branch; by default the default branch.')),
  state: z
    .optional(z.enum(['opened', 'reopened', 'closed', 'merged']))
    .check(z.describe('The state; by default opened.')),
  head: z
    .optional(branch)
    .check(
      z.describe(
        'The former head of a closed merge request (label, branch or SHA) whose source branch is gone.',
      ),
    ),
  merge_commit: z
    .optional(branch)
    .check(
      z.describe('The commit that merged it; without one it is merged when the seed is loaded.'),
    ),
  merged_by: z
    .optional(username)
    .check(z.describe('The user who merged it; by default the author.')),
  merged_at: z
    .optional(time)
    .check(z.describe('The time of the merge; by default updated_at, else created_at.')),
  ...closing,
  history: z
    .optional(z.array(mergeRequestStep))
    .check(z.describe('The state changes, where closed_at alone is not enough.')),
  remove_source_branch: z
    .optional(z.boolean())
    .check(z.describe('Whether the author chose to remove the source branch on merging.')),
  scheduled_by: z
    .optional(username)
    .check(z.describe('The user who scheduled the merge for when its pipeline succeeds.')),
  created_at: created,
  updated_at: updated,
  ...conversation,
  drafts,
  ...attention,
})

const planningLists = {
  milestones: z
    .optional(z.array(seedMilestone))
    .check(z.describe('Milestones, with ids in this order.')),
  labels: z
    .optional(z.array(seedLabel))
    .check(z.describe('Labels: titles, or titles with colours.')),
  boards: z.optional(z.array(seedBoard)).check(z.describe('Issue boards, with ids in this order.')),
}

/** The lists for planning in a group. */
export const groupPlanningLists = planningLists

/** The lists of a tracker, in a project or an entry of `trackers`. */
export const trackerLists = {
  ...planningLists,
  issues: z.optional(z.array(seedIssue)).check(z.describe('Issues, with numbers in this order.')),
  merge_requests: z
    .optional(z.array(seedMergeRequest))
    .check(z.describe('Merge requests, with numbers in this order.')),
  snippets: z.optional(z.array(seedSnippet)).check(z.describe('Snippets, with ids in this order.')),
}
const seedTracker = z.strictObject(trackerLists)

export const seedTrackers = z
  .optional(
    z.array(
      z.extend(seedTracker, {
        project: projectPath.check(z.describe('The project of these records.')),
      }),
    ),
  )
  .check(
    z.describe('Records of projects outside of their own entries, which keeps long lists apart.'),
  )

export type SeedTracker = z.output<typeof seedTracker>
export type SeedMergeRequest = z.output<typeof seedMergeRequest>
export type SeedMilestone = z.output<typeof seedMilestone>
export type SeedBoard = z.output<typeof seedBoard>
export type SeedIssue = z.output<typeof seedIssue>
export type SeedSnippet = z.output<typeof seedSnippet>

const ofProject = { project: projectPath.check(z.describe('The project.')) }

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
            .check(z.describe('The project; without one it is a personal snippet of the author.')),
        }),
      ),
    )
    .check(z.describe('Snippets of projects and users.')),
}
