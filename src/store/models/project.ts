import { z } from 'zod'
import { epoch, timestamp, visibilityLevel } from './fields.ts'

/** How much a project takes up; sizes in bytes. */
const statisticsModel = z.object({
  commit_count: z.int().default(0),
  repository_size: z.int().default(0),
  lfs_objects_size: z.int().default(0),
  build_artifacts_size: z.int().default(0),
})

export const projectModel = z.object({
  id: z.int(),
  namespace_id: z.int(),
  creator_id: z.int(),
  name: z.string(),
  path: z.string(),
  description: z.string().nullable().default(null),
  visibility_level: visibilityLevel.default(0),
  default_branch: z.string().default('master'),
  is_archived: z.boolean().default(false),
  tag_list: z.array(z.string()).default([]),
  issues_enabled: z.boolean().default(true),
  merge_requests_enabled: z.boolean().default(true),
  builds_enabled: z.boolean().default(true),
  wiki_enabled: z.boolean().default(true),
  snippets_enabled: z.boolean().default(false),
  container_registry_enabled: z.boolean().default(true),
  shared_runners_enabled: z.boolean().default(true),
  lfs_enabled: z.boolean().default(true),
  public_builds: z.boolean().default(true),
  only_allow_merge_if_build_succeeds: z.boolean().default(false),
  only_allow_merge_if_all_discussions_are_resolved: z.boolean().default(false),
  request_access_enabled: z.boolean().default(false),
  avatar_url: z.string().nullable().default(null),
  import_url: z.string().nullable().default(null),
  runners_token: z.string().default(''),
  repository_storage: z.string().default('default'),
  statistics: statisticsModel.prefault({}),
  forked_from_project_id: z.int().nullable().default(null),
  /** Another tracker than the built-in one: closed issues are its keys, not records here. */
  external_issue_tracker: z.boolean().default(false),
  /** The greatest iids that went with the users who wrote them: no iid is used again. */
  gone_issue_iid: z.int().default(0),
  gone_merge_request_iid: z.int().default(0),
  created_at: timestamp.default(epoch),
  updated_at: timestamp.default(epoch),
  last_activity_at: timestamp.default(epoch),
})

/** A record of `forge.db.projects`: a project; its branches and tags are in `forge.db.repositories`. */
export type ProjectRecord = z.output<typeof projectModel>
