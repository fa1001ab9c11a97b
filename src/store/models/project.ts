import { z } from '../../shared/zod.ts'
import { epoch, timestamp, visibilityLevel } from './fields.ts'

/** How much a project takes up; sizes in bytes. */
const statisticsModel = z.object({
  commit_count: z._default(z.int(), 0),
  repository_size: z._default(z.int(), 0),
  lfs_objects_size: z._default(z.int(), 0),
  build_artifacts_size: z._default(z.int(), 0),
})

export const projectModel = z.object({
  id: z.int(),
  namespace_id: z.int(),
  creator_id: z.int(),
  name: z.string(),
  path: z.string(),
  description: z._default(z.nullable(z.string()), null),
  visibility_level: z._default(visibilityLevel, 0),
  default_branch: z._default(z.string(), 'master'),
  is_archived: z._default(z.boolean(), false),
  tag_list: z._default(z.array(z.string()), []),
  issues_enabled: z._default(z.boolean(), true),
  merge_requests_enabled: z._default(z.boolean(), true),
  builds_enabled: z._default(z.boolean(), true),
  wiki_enabled: z._default(z.boolean(), true),
  snippets_enabled: z._default(z.boolean(), false),
  container_registry_enabled: z._default(z.boolean(), true),
  shared_runners_enabled: z._default(z.boolean(), true),
  lfs_enabled: z._default(z.boolean(), true),
  public_builds: z._default(z.boolean(), true),
  only_allow_merge_if_build_succeeds: z._default(z.boolean(), false),
  only_allow_merge_if_all_discussions_are_resolved: z._default(z.boolean(), false),
  request_access_enabled: z._default(z.boolean(), false),
  avatar_url: z._default(z.nullable(z.string()), null),
  import_url: z._default(z.nullable(z.string()), null),
  runners_token: z._default(z.string(), ''),
  repository_storage: z._default(z.string(), 'default'),
  statistics: z.prefault(statisticsModel, {}),
  forked_from_project_id: z._default(z.nullable(z.int()), null),
  /** Another tracker than the built-in one: closed issues are its keys, not records here. */
  external_issue_tracker: z._default(z.boolean(), false),
  /** The greatest iids that went with the users who wrote them: no iid is used again. */
  gone_issue_iid: z._default(z.int(), 0),
  gone_merge_request_iid: z._default(z.int(), 0),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
  last_activity_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.projects`: a project; its branches and tags are in `forge.db.repositories`. */
export type ProjectRecord = z.output<typeof projectModel>
