import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** How far a review has come (listReviewersOfMergeRequest). */
const reviewStates = [
  'unreviewed',
  'review_started',
  'reviewed',
  'requested_changes',
  'approved',
  'unapproved',
] as const

/** What a merge that is to come waits for: a pipeline, or whatever stands against it. */
const autoMergeStrategies = ['merge_when_pipeline_succeeds', 'merge_when_checks_pass'] as const

/** What was asked for when a merge was scheduled; used when the build succeeds. */
const mergeParametersModel = z.object({
  strategy: z._default(z.enum(autoMergeStrategies), 'merge_when_pipeline_succeeds'),
  merge_commit_message: z._default(z.nullable(z.string()), null),
  squash_commit_message: z._default(z.nullable(z.string()), null),
  should_remove_source_branch: z._default(z.nullable(z.boolean()), null),
})

/** Who was asked for a review, and how far it has come. */
const reviewerModel = z.object({
  user_id: z.int(),
  state: z._default(z.enum(reviewStates), 'unreviewed'),
  created_at: z._default(timestamp, epoch),
})

const approvalModel = z.object({ user_id: z.int(), approved_at: z._default(timestamp, epoch) })

/** A request to merge one branch into another (schemas/v3/resources/merge-request.json). */
export const mergeRequestModel = z.object({
  id: z.int(),
  /** Counted within the target project. */
  iid: z.int(),
  /** The target project itself, or a fork of it. */
  source_project_id: z.int(),
  target_project_id: z.int(),
  source_branch: z.string(),
  target_branch: z.string(),
  title: z.string(),
  description: z._default(z.string(), ''),
  state: z._default(z.enum(['opened', 'closed', 'merged', 'reopened']), 'opened'),
  author_id: z.int(),
  assignee_id: z._default(z.nullable(z.int()), null),
  /** Who else is assigned: one alone is by the API, more by a seed. */
  more_assignee_ids: z._default(z.array(z.int()), []),
  reviewers: z._default(z.array(reviewerModel), []),
  approvals: z._default(z.array(approvalModel), []),
  /** The ids of commits that are shown beside those that it is to merge. */
  context_commits: z._default(z.array(z.string()), []),
  milestone_id: z._default(z.nullable(z.int()), null),
  /** Titles of labels of the target project. */
  labels: z._default(z.array(z.string()), []),
  /** Whether members alone may comment; null until somebody says. */
  discussion_locked: z._default(z.nullable(z.boolean()), null),
  /** In seconds. */
  time_estimate: z._default(z.int(), 0),
  total_time_spent: z._default(z.int(), 0),
  /** Whether a merge is scheduled. */
  merge_when_build_succeeds: z._default(z.boolean(), false),
  /** Who merged it or, while a merge is scheduled, in whose name it will be merged. */
  merge_user_id: z._default(z.nullable(z.int()), null),
  /** Null unless a merge is scheduled. */
  merge_parameters: z._default(z.nullable(mergeParametersModel), null),
  merge_commit_sha: z._default(z.nullable(z.string()), null),
  merged_at: z._default(z.nullable(timestamp), null),
  /** Who closed it last; null again once it is reopened. */
  closed_by_id: z._default(z.nullable(z.int()), null),
  closed_at: z._default(z.nullable(timestamp), null),
  /**
   * The source head and its merge base as they last were, recorded once the branches show them no
   * longer: both when it is merged or closed, the head when the source branch is gone, the base when
   * the target branch is. Null while the branches are asked.
   */
  head_sha: z._default(z.nullable(z.string()), null),
  base_sha: z._default(z.nullable(z.string()), null),
  /** Asked for by who merges it; null where they did not say. */
  should_remove_source_branch: z._default(z.nullable(z.boolean()), null),
  /** Asked for by its author, with `remove_source_branch`. */
  force_remove_source_branch: z._default(z.nullable(z.boolean()), null),
  /** Whether its commits are to be merged as one. */
  squash: z._default(z.boolean(), false),
  /** The one commit that they were merged as. */
  squash_commit_sha: z._default(z.nullable(z.string()), null),
  /** Whether members of the target project may push to the source branch of a fork. */
  allow_collaboration: z._default(z.boolean(), false),
  /** It is not merged before then. */
  merge_after: z._default(z.nullable(timestamp), null),
  /** Why the last merge or rebase that was tried came to nothing. */
  merge_error: z._default(z.nullable(z.string()), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
  /** Deletion is soft: a deleted one is kept, its iid never used again, and shown to nobody. */
  deleted_at: z._default(z.nullable(timestamp), null),
})

/** What a merge request says when no merge is scheduled. */
export const unscheduled = {
  merge_when_build_succeeds: false,
  merge_user_id: null,
  merge_parameters: null,
  should_remove_source_branch: null,
} as const

/** A record of `forge.db.mergeRequests`: a merge request; deleted ones are kept, with `deleted_at`. */
export type MergeRequestRecord = z.output<typeof mergeRequestModel>
export type AutoMergeStrategy = (typeof autoMergeStrategies)[number]
