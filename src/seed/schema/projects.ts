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
  id: z.optional(id).check(z.describe('The next free id where not said.')),
  path: projectPath.check(
    z.describe(
      'NAMESPACE/PROJECT; the namespace is a user, a group or a subgroup (a/b) of the seed.',
    ),
  ),
  name: z.optional(z.string()).check(z.describe('The last part of the path where there is none.')),
  description: z.optional(z.string()).check(z.describe('What the project is.')),
  visibility: z
    .optional(visibility)
    .check(z.describe('Who sees the project; private where not said.')),
  created_by: z
    .optional(username)
    .check(z.describe('The owner of the namespace, else the first master, where nobody is named.')),
  created_at: z.optional(time).check(z.describe('When the project was made.')),
  default_branch: z
    .optional(z.string())
    .check(z.describe('The branch of the first commit where none is named.')),
  archived: flag.check(z.describe('Whether the project is read-only.')),
  tags: z.optional(z.array(z.string())).check(z.describe('Topics, the tag_list of the API.')),
  forked_from: z.optional(projectPath).check(z.describe('The project that this one is a fork of.')),
  avatar_url: z
    .optional(avatarAddress)
    .check(z.describe('Where the picture is: a URL, or a path here.')),
  issues_enabled: flag.check(z.describe('true where not said.')),
  merge_requests_enabled: flag.check(z.describe('true where not said.')),
  builds_enabled: flag.check(z.describe('true where not said.')),
  wiki_enabled: flag.check(z.describe('true where not said.')),
  snippets_enabled: flag.check(
    z.describe('Where not said, true if the project holds snippets here, else false.'),
  ),
  container_registry_enabled: flag.check(z.describe('true where not said.')),
  shared_runners_enabled: flag.check(z.describe('true where not said.')),
  lfs_enabled: flag.check(z.describe('true where not said.')),
  public_builds: flag.check(
    z.describe('Whether whoever sees the code sees the builds; true where not said.'),
  ),
  request_access_enabled: flag.check(
    z.describe('Whether users may ask for access; false where not said.'),
  ),
  only_allow_merge_if_build_succeeds: flag.check(z.describe('false where not said.')),
  only_allow_merge_if_all_discussions_are_resolved: flag.check(z.describe('false where not said.')),
  external_issue_tracker: flag.check(
    z.describe('Whether issues are kept elsewhere; false where not said.'),
  ),
  runners_token: z.optional(z.string()).check(z.describe('What runners register with.')),
  ...trackerLists,
  members: z.optional(memberships),
  shared_with: z
    .optional(z.record(groupPath, sharedLevel))
    .check(z.describe('Paths of groups with the highest level that their members have here.')),
  repository: z.optional(seedRepository).check(z.describe('Commits, branches and tags.')),
})

export type SeedProject = z.output<typeof seedProject>
