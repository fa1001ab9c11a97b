import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** The states of a review (listReviewersOfMergeRequest). */
const reviewStates = [
  'unreviewed',
  'review_started',
  'reviewed',
  'requested_changes',
  'approved',
  'unapproved',
] as const

/** The condition of an automatic merge: the pipeline, or all merge checks. */
const autoMergeStrategies = ['merge_when_pipeline_succeeds', 'merge_when_checks_pass'] as const

/** The parameters of a scheduled merge, which are used when the pipeline succeeds. */
const mergeParametersModel = z.object({
  strategy: z._default(z.enum(autoMergeStrategies), 'merge_when_pipeline_succeeds'),
  merge_commit_message: z._default(z.nullable(z.string()), null),
  squash_commit_message: z._default(z.nullable(z.string()), null),
  should_remove_source_branch: z._default(z.nullable(z.boolean()), null),
})

/** A requested reviewer, with the state of the review. */
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
  description: z._default(z.nullable(z.string()), null),
  state: z._default(z.enum(['opened', 'closed', 'merged', 'reopened']), 'opened'),
  author_id: z.int(),
  assignee_id: z._default(z.nullable(z.int()), null),
  /** The assignees beside the first one. The API sets a single assignee, a seed can set several. */
  more_assignee_ids: z._default(z.array(z.int()), []),
  reviewers: z._default(z.array(reviewerModel), []),
  approvals: z._default(z.array(approvalModel), []),
  /** The ids of commits that are shown as context of the merged commits. */
  context_commits: z._default(z.array(z.string()), []),
  milestone_id: z._default(z.nullable(z.int()), null),
  /** Titles of labels of the target project. */
  labels: z._default(z.array(z.string()), []),
  /** Whether only members can comment; null until it is set. */
  discussion_locked: z._default(z.nullable(z.boolean()), null),
  /** In seconds. */
  time_estimate: z._default(z.int(), 0),
  total_time_spent: z._default(z.int(), 0),
  /** Whether a merge is scheduled. */
  merge_when_build_succeeds: z._default(z.boolean(), false),
  /** The user who merged it or, while a merge is scheduled, the user who scheduled it. */
  merge_user_id: z._default(z.nullable(z.int()), null),
  /** Null unless a merge is scheduled. */
  merge_parameters: z._default(z.nullable(mergeParametersModel), null),
  merge_commit_sha: z._default(z.nullable(z.string()), null),
  merged_at: z._default(z.nullable(timestamp), null),
  /** The user who closed it last; null after it is reopened. */
  closed_by_id: z._default(z.nullable(z.int()), null),
  closed_at: z._default(z.nullable(timestamp), null),
  /**
   * The last head of the source branch and its merge base, recorded once the branches no longer provide them: both on
   * merging or closing, the head on deletion of the source branch, the base on deletion of the target branch. Null
   * while the branches provide them.
   */
  head_sha: z._default(z.nullable(z.string()), null),
  base_sha: z._default(z.nullable(z.string()), null),
  /** Chosen by the user who merges it; null where the choice was left open. */
  should_remove_source_branch: z._default(z.nullable(z.boolean()), null),
  /** Chosen by its author, with `remove_source_branch`. */
  force_remove_source_branch: z._default(z.nullable(z.boolean()), null),
  /** Whether its commits are squashed into one on merging. */
  squash: z._default(z.boolean(), false),
  /** The squash commit. */
  squash_commit_sha: z._default(z.nullable(z.string()), null),
  /** Whether members of the target project can push to the source branch in a fork. */
  allow_collaboration: z._default(z.boolean(), false),
  /** The earliest time of merging. */
  merge_after: z._default(z.nullable(timestamp), null),
  /** Why the last attempt to merge or rebase failed. */
  merge_error: z._default(z.nullable(z.string()), null),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
  /** Set by a soft delete: the record is kept so that its iid is not reused, but it is hidden from everybody. */
  deleted_at: z._default(z.nullable(timestamp), null),
})

/** The fields of a merge request without a scheduled merge. */
export const unscheduled = {
  merge_when_build_succeeds: false,
  merge_user_id: null,
  merge_parameters: null,
  should_remove_source_branch: null,
} as const

/** A record of `forge.db.mergeRequests`: a merge request; deleted ones are kept, with `deleted_at`. */
export type MergeRequestRecord = z.output<typeof mergeRequestModel>
export type AutoMergeStrategy = (typeof autoMergeStrategies)[number]
