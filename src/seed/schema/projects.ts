import { z } from '../../shared/zod.ts'
import {
  avatarAddress,
  groupPath,
  id,
  memberships,
  projectPath,
  sharedLevel,
  time,
  username,
  visibility,
} from './fields.ts'
import { seedRepository } from './repositories.ts'
import { trackerLists } from './trackers.ts'

const flag = z.optional(z.boolean())

/** The format of a project and its contents. */
export const seedProject = z.strictObject({
  id: z.optional(id).check(z.describe('The id; by default the next free one.')),
  path: projectPath.check(
    z.describe(
      'NAMESPACE/PROJECT; the namespace is a user, a group or a subgroup (a/b) of the seed.',
    ),
  ),
  name: z
    .optional(z.string())
    .check(z.describe('The display name; by default the last part of the path.')),
  description: z.optional(z.string()).check(z.describe('The description of the project.')),
  visibility: z.optional(visibility).check(z.describe('The visibility; by default private.')),
  created_by: z
    .optional(username)
    .check(
      z.describe('The creator; by default the owner of the namespace, else the first master.'),
    ),
  created_at: z.optional(time).check(z.describe('The time of creation.')),
  default_branch: z
    .optional(z.string())
    .check(z.describe('The default branch; by default the branch of the first commit.')),
  archived: flag.check(z.describe('Whether the project is archived, which makes it read-only.')),
  tags: z.optional(z.array(z.string())).check(z.describe('Topics, the tag_list of the API.')),
  forked_from: z
    .optional(projectPath)
    .check(z.describe('The path of the project that it was forked from.')),
  avatar_url: z
    .optional(avatarAddress)
    .check(z.describe('The address of the avatar: a URL, or a path of this forge.')),
  issues_enabled: flag.check(z.describe('By default true.')),
  merge_requests_enabled: flag.check(z.describe('By default true.')),
  builds_enabled: flag.check(z.describe('By default true.')),
  wiki_enabled: flag.check(z.describe('By default true.')),
  snippets_enabled: flag.check(
    z.describe('By default true if the project has snippets in this entry, else false.'),
  ),
  container_registry_enabled: flag.check(z.describe('By default true.')),
  shared_runners_enabled: flag.check(z.describe('By default true.')),
  lfs_enabled: flag.check(z.describe('By default true.')),
  public_builds: flag.check(
    z.describe('Whether everybody who can see the code can see the builds; by default true.'),
  ),
  request_access_enabled: flag.check(
    z.describe('Whether users can request access; by default false.'),
  ),
  only_allow_merge_if_build_succeeds: flag.check(z.describe('By default false.')),
  only_allow_merge_if_all_discussions_are_resolved: flag.check(z.describe('By default false.')),
  external_issue_tracker: flag.check(
    z.describe('Whether the project uses an external issue tracker; by default false.'),
  ),
  runners_token: z.optional(z.string()).check(z.describe('The registration token of runners.')),
  ...trackerLists,
  members: z.optional(memberships),
  shared_with: z
    .optional(z.record(groupPath, sharedLevel))
    .check(z.describe('Paths of groups, with the highest level that their members get.')),
  repository: z.optional(seedRepository).check(z.describe('Commits, branches and tags.')),
})

export type SeedProject = z.output<typeof seedProject>
