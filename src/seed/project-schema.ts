import { z } from 'zod'
import {
  avatarAddress,
  id,
  memberships,
  path,
  projectPath,
  sharedLevel,
  time,
  username,
  visibility,
} from './fields.ts'
import { seedRepository } from './repository-schema.ts'
import { trackerLists } from './tracker-schema.ts'

const flag = z.boolean().optional()

/** How a seed writes a project, with what is in it. */
export const seedProject = z.strictObject({
  id: id.optional().describe('The next free id where not said.'),
  path: projectPath.describe('NAMESPACE/PROJECT; the namespace is a user or a group of the seed.'),
  name: z.string().optional().describe('The last part of the path where there is none.'),
  description: z.string().optional().describe('What the project is.'),
  visibility: visibility.optional().describe('Who sees the project; private where not said.'),
  created_by: username
    .optional()
    .describe('The owner of the namespace, else the first master, where nobody is named.'),
  created_at: time.optional().describe('When the project was made.'),
  default_branch: z
    .string()
    .optional()
    .describe('The branch of the first commit where none is named.'),
  archived: flag.describe('Whether the project is read-only.'),
  tags: z.array(z.string()).optional().describe('Topics, the tag_list of the API.'),
  forked_from: projectPath.optional().describe('The project that this one is a fork of.'),
  avatar_url: avatarAddress.optional().describe('Where the picture is: a URL, or a path here.'),
  issues_enabled: flag.describe('true where not said.'),
  merge_requests_enabled: flag.describe('true where not said.'),
  builds_enabled: flag.describe('true where not said.'),
  wiki_enabled: flag.describe('true where not said.'),
  snippets_enabled: flag.describe(
    'Where not said, true if the project holds snippets here, else false.',
  ),
  container_registry_enabled: flag.describe('true where not said.'),
  shared_runners_enabled: flag.describe('true where not said.'),
  lfs_enabled: flag.describe('true where not said.'),
  public_builds: flag.describe(
    'Whether whoever sees the code sees the builds; true where not said.',
  ),
  request_access_enabled: flag.describe('Whether users may ask for access; false where not said.'),
  only_allow_merge_if_build_succeeds: flag.describe('false where not said.'),
  only_allow_merge_if_all_discussions_are_resolved: flag.describe('false where not said.'),
  external_issue_tracker: flag.describe('Whether issues are kept elsewhere; false where not said.'),
  runners_token: z.string().optional().describe('What runners register with.'),
  ...trackerLists,
  members: memberships.optional(),
  shared_with: z
    .record(path, sharedLevel)
    .optional()
    .describe('Paths of groups with the highest level that their members have here.'),
  repository: seedRepository.optional().describe('Commits, branches and tags.'),
})

export type SeedProject = z.output<typeof seedProject>
