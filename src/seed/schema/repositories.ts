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
      .check(z.describe('The action on the file.')),
    file_path: filePath.check(z.describe('The path of the file.')),
    previous_path: z.optional(filePath).check(z.describe('The former path of a moved file.')),
    content: z.optional(z.string()).check(z.describe('The new content of the file.')),
    encoding: z
      .optional(z.enum(['text', 'base64']))
      .check(z.describe('The encoding of the content; by default text.')),
    file: z
      .optional(text)
      .check(z.describe('A file to read the content from, relative to the folder of the seed.')),
    executable: z.optional(z.boolean()).check(z.describe('Whether the file is executable.')),
  })
  .check(z.describe('An item of the actions of POST /projects/:id/repository/commits.'))

const seedCommit = z.strictObject({
  label: z
    .optional(text)
    .check(
      z.describe('A name for the commit within this seed, by which other entries refer to it.'),
    ),
  branch: z.optional(referenceName).check(z.describe('The branch; by default the default branch.')),
  from: z
    .optional(revision)
    .check(
      z.describe('The starting point of a new branch; by default the tip of the default branch.'),
    ),
  message: text.check(z.describe('The commit message; "Fixes #1" closes issues.')),
  author: username.check(z.describe('The author.')),
  committer: z.optional(username).check(z.describe('The committer; by default the author.')),
  at: z
    .optional(time)
    .check(z.describe('The time; by default a minute after the previous commit.')),
  merge: z.optional(revision).check(z.describe('The merged revision; a merge has no actions.')),
  actions: z.optional(z.array(seedAction)).check(z.describe('The changes of the commit.')),
})

/** The name of a branch or a tag, or a pattern in which `*` stands for any characters. */
const protectedName = z.string().check(
  z.superRefine((name, context) => {
    const reason = checkReferenceName(name.replaceAll('*', 'x'))
    if (reason !== undefined) context.addIssue(reason)
  }),
)

const seedReleaseLink = z.strictObject({
  name: z.string().check(z.describe('The name of the link.')),
  url: z.string().check(z.describe('An address of http, https or ftp.')),
  filepath: z
    .optional(z.string())
    .check(z.describe('A path below the release that redirects to the URL.')),
  link_type: z
    .optional(z.enum(['other', 'runbook', 'image', 'package']))
    .check(z.describe('The type of the link; by default other.')),
})

const seedRelease = z.strictObject({
  name: z.optional(z.string()).check(z.describe('The name; by default that of the tag.')),
  description: z.optional(z.string()).check(z.describe('The release notes, in Markdown.')),
  released_at: z
    .optional(time)
    .check(z.describe('The time of the release; by default that of the tag.')),
  links: z.optional(z.array(seedReleaseLink)).check(z.describe('The links to assets.')),
})

const seedTag = z.strictObject({
  name: referenceName.check(z.describe('The name of the tag.')),
  ref: z
    .optional(revision)
    .check(z.describe('The tagged revision; by default the default branch.')),
  message: z.optional(z.string()).check(z.describe('The message, which makes an annotated tag.')),
  by: z
    .optional(username)
    .check(z.describe('The tagger of an annotated tag; by default the committer of the commit.')),
  at: z.optional(time).check(z.describe('The time; by default that of the commit.')),
  release_description: z.optional(z.string()).check(z.describe('The release notes, in Markdown.')),
  release: z
    .optional(seedRelease)
    .check(z.describe('The full release, instead of only its notes.')),
})

const seedComment = z.strictObject({
  commit: revision,
  author: username.check(z.describe('The author.')),
  note: text.check(z.describe('The text of the comment.')),
  path: z.optional(z.string()).check(z.describe('The path of the commented file.')),
  line: z
    .optional(z.int().check(z.positive()))
    .check(z.describe('The line of the file, counted from 1.')),
  line_type: z
    .optional(z.enum(['new', 'old']))
    .check(z.describe('The side of the line; by default new.')),
  at: z.optional(time).check(z.describe('The time; by default that of the commit.')),
})

export const seedRepository = z.strictObject({
  from: z
    .optional(text)
    .check(
      z.describe(
        'A git repository to import, relative to the folder of the seed. The commits below are added to it.',
      ),
    ),
  default_branch: z
    .optional(referenceName)
    .check(
      z.describe(
        'The default branch; by default that of `from`, or the branch of the first commit.',
      ),
    ),
  commits: z
    .optional(z.array(seedCommit))
    .check(z.describe('Commits in order; each is a push in the activity feeds.')),
  branches: z
    .optional(z.record(referenceName, revision))
    .check(z.describe('Further branches, with the revisions that they point to.')),
  protected_branches: z
    .optional(
      z.record(
        protectedName,
        z.strictObject({
          developers_can_push: z
            .optional(z.boolean())
            .check(z.describe('Whether developers can push; by default false.')),
          developers_can_merge: z
            .optional(z.boolean())
            .check(z.describe('Whether developers can merge; by default false.')),
          push_access_level: z
            .optional(z.union([z.literal(0), z.literal(40), z.literal(60)]))
            .check(z.describe('Who else can push: 0 no one, 40 maintainers, 60 administrators.')),
          merge_access_level: z
            .optional(z.union([z.literal(0), z.literal(40), z.literal(60)]))
            .check(z.describe('Who else can merge, in the same form.')),
          allow_force_push: z
            .optional(z.boolean())
            .check(z.describe('Whether force pushes are allowed; by default false.')),
        }),
      ),
    )
    .check(
      z.describe(
        'Protections by name, or by a pattern with `*`. Without any, the default branch is protected as the settings state.',
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
                'Who can create the tag: 0 no one, 30 developers, 40 maintainers (the default), 60 administrators.',
              ),
            ),
        }),
      ),
    )
    .check(z.describe('Protections by name, or by a pattern with `*`.')),
  tags: z.optional(z.array(seedTag)).check(z.describe('Tags, with their releases.')),
  comments: z.optional(z.array(seedComment)).check(z.describe('Comments on commits.')),
})

export type SeedRelease = z.output<typeof seedRelease>
export type SeedRepository = z.output<typeof seedRepository>
export type SeedCommit = z.output<typeof seedCommit>
export type SeedAction = z.output<typeof seedAction>
