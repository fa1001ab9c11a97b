import { checkPath } from '../../git/path.ts'
import { checkReferenceName } from '../../git/reference-name.ts'
import { GitRefusal } from '../../git/refusal.ts'
import { z } from '../../shared/zod.ts'
import { referenceName, text, time, username } from './fields.ts'

/** The format of a repository: a list of commits, with branches and tags. */
const filePath = z.string().check(
  z.superRefine((path, context) => {
    try {
      checkPath(path)
    } catch (error) {
      if (!(error instanceof GitRefusal)) throw error
      context.addIssue(error.message)
    }
  }),
)
const revision = z
  .string()
  .check(z.minLength(1))
  .check(z.describe('The label of a commit of this repository, a branch, a tag, or a SHA.'))

const seedAction = z
  .strictObject({
    action: z
      .enum(['create', 'update', 'move', 'delete'])
      .check(z.describe('What to do with the file.')),
    file_path: filePath.check(z.describe('Which file.')),
    previous_path: z.optional(filePath).check(z.describe('Where a moved file was before.')),
    content: z.optional(z.string()).check(z.describe('What is in the file then.')),
    encoding: z
      .optional(z.enum(['text', 'base64']))
      .check(z.describe('Of the content; text by default.')),
    file: z
      .optional(text)
      .check(z.describe("Reads the content from a file; the path starts at the seed's folder.")),
    executable: z.optional(z.boolean()).check(z.describe('Whether the file may be run.')),
  })
  .check(z.describe('As an item of the actions of POST /projects/:id/repository/commits.'))

const seedCommit = z.strictObject({
  label: z
    .optional(text)
    .check(z.describe('A name for the commit in this seed, for what else refers to it.')),
  branch: z.optional(referenceName).check(z.describe('The default branch where none is named.')),
  from: z
    .optional(revision)
    .check(
      z.describe('Where a new branch starts; the tip of the default branch where it is not said.'),
    ),
  message: text.check(z.describe('What the commit says; "Fixes #1" closes issues.')),
  author: username.check(z.describe('Who wrote it.')),
  committer: z.optional(username).check(z.describe('The author where nobody is named.')),
  at: z.optional(time).check(z.describe('A minute after the commit before where it is not said.')),
  merge: z.optional(revision).check(z.describe('What the commit merges; it has no actions then.')),
  actions: z.optional(z.array(seedAction)).check(z.describe('What it changes.')),
})

/** The name of a branch or a tag, or a pattern in which `*` stands for any characters. */
const protectedName = z.string().check(
  z.superRefine((name, context) => {
    const reason = checkReferenceName(name.replaceAll('*', 'x'))
    if (reason !== undefined) context.addIssue(reason)
  }),
)

const seedReleaseLink = z.strictObject({
  name: z.string().check(z.describe('What it is called.')),
  url: z.string().check(z.describe('An address of http, https or ftp.')),
  filepath: z.optional(z.string()).check(z.describe('A path below the release that leads there.')),
  link_type: z
    .optional(z.enum(['other', 'runbook', 'image', 'package']))
    .check(z.describe('other where not said.')),
})

const seedRelease = z.strictObject({
  name: z.optional(z.string()).check(z.describe('That of the tag where not said.')),
  description: z.optional(z.string()).check(z.describe('The release notes, in Markdown.')),
  released_at: z.optional(time).check(z.describe('The time of the tag where not said.')),
  links: z.optional(z.array(seedReleaseLink)).check(z.describe('What was built of it.')),
})

const seedTag = z.strictObject({
  name: referenceName.check(z.describe('The name of the tag.')),
  ref: z.optional(revision).check(z.describe('The default branch where none is named.')),
  message: z.optional(z.string()).check(z.describe('Makes an annotated tag.')),
  by: z
    .optional(username)
    .check(z.describe('Who made an annotated tag; the committer where nobody is named.')),
  at: z.optional(time).check(z.describe('When; the time of the commit where it is not said.')),
  release_description: z.optional(z.string()).check(z.describe('The release notes, in Markdown.')),
  release: z.optional(seedRelease).check(z.describe('All of the release, in place of its notes.')),
})

const seedComment = z.strictObject({
  commit: revision,
  author: username.check(z.describe('Who wrote it.')),
  note: text.check(z.describe('What was written.')),
  path: z.optional(z.string()).check(z.describe('The file that it is about.')),
  line: z
    .optional(z.int().check(z.positive()))
    .check(z.describe('The line of the file, counted from 1.')),
  line_type: z.optional(z.enum(['new', 'old'])).check(z.describe('new where a line is named.')),
  at: z.optional(time).check(z.describe('The time of the commit where it is not said.')),
})

export const seedRepository = z.strictObject({
  from: z
    .optional(text)
    .check(
      z.describe(
        "Brings in a git repository: a path that starts at the seed's folder. Commits follow what it has.",
      ),
    ),
  default_branch: z
    .optional(referenceName)
    .check(z.describe('That of `from`, or the branch of the first commit where none is named.')),
  commits: z
    .optional(z.array(seedCommit))
    .check(z.describe('Done one after the other; each is a push in the activity lists.')),
  branches: z
    .optional(z.record(referenceName, revision))
    .check(z.describe('More branches, and where they stand.')),
  protected_branches: z
    .optional(
      z.record(
        protectedName,
        z.strictObject({
          developers_can_push: z.optional(z.boolean()).check(z.describe('false where not said.')),
          developers_can_merge: z.optional(z.boolean()).check(z.describe('false where not said.')),
          push_access_level: z
            .optional(z.union([z.literal(0), z.literal(40), z.literal(60)]))
            .check(z.describe('Who else may push: 0 no one, 40 maintainers, 60 administrators.')),
          merge_access_level: z
            .optional(z.union([z.literal(0), z.literal(40), z.literal(60)]))
            .check(z.describe('Who else may merge, likewise.')),
          allow_force_push: z.optional(z.boolean()).check(z.describe('false where not said.')),
        }),
      ),
    )
    .check(
      z.describe(
        'By name, or by a pattern with `*`. Where there is none, the default branch is protected as the settings say.',
      ),
    ),
  protected_tags: z
    .optional(
      z.record(
        protectedName,
        z.strictObject({
          create_access_level: z
            .optional(z.union([z.literal(0), z.literal(30), z.literal(40), z.literal(60)]))
            .check(
              z.describe(
                'Who may create it: 0 no one, 30 developers, 40 maintainers (the default), 60 administrators.',
              ),
            ),
        }),
      ),
    )
    .check(z.describe('By name, or by a pattern with `*`.')),
  tags: z.optional(z.array(seedTag)).check(z.describe('Tags, with their releases.')),
  comments: z.optional(z.array(seedComment)).check(z.describe('Comments on commits.')),
})

export type SeedRelease = z.output<typeof seedRelease>
export type SeedRepository = z.output<typeof seedRepository>
export type SeedCommit = z.output<typeof seedCommit>
export type SeedAction = z.output<typeof seedAction>
