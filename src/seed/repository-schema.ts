import { z } from 'zod'
import { checkPath } from '../git/path.ts'
import { GitRefusal } from '../git/refusal.ts'
import { referenceName, text, time, username } from './fields.ts'

/** How a seed writes a repository: a list of commits, and the names for them. */
const filePath = z.string().superRefine((path, context) => {
  try {
    checkPath(path)
  } catch (error) {
    if (!(error instanceof GitRefusal)) throw error
    context.addIssue(error.message)
  }
})
const revision = z
  .string()
  .min(1)
  .describe('The label of a commit of this repository, a branch, a tag, or a SHA.')

const seedAction = z
  .strictObject({
    action: z.enum(['create', 'update', 'move', 'delete']).describe('What to do with the file.'),
    file_path: filePath.describe('Which file.'),
    previous_path: filePath.optional().describe('Where a moved file was before.'),
    content: z.string().optional().describe('What is in the file then.'),
    encoding: z.enum(['text', 'base64']).optional().describe('Of the content; text by default.'),
    file: text
      .optional()
      .describe("Reads the content from a file; the path starts at the seed's folder."),
    executable: z.boolean().optional().describe('Whether the file may be run.'),
  })
  .describe('As an item of the actions of POST /projects/:id/repository/commits.')

const seedCommit = z.strictObject({
  label: text
    .optional()
    .describe('A name for the commit in this seed, for what else refers to it.'),
  branch: referenceName.optional().describe('The default branch where none is named.'),
  from: revision
    .optional()
    .describe('Where a new branch starts; the tip of the default branch where it is not said.'),
  message: text.describe('What the commit says; "Fixes #1" closes issues.'),
  author: username.describe('Who wrote it.'),
  committer: username.optional().describe('The author where nobody is named.'),
  at: time.optional().describe('A minute after the commit before where it is not said.'),
  merge: revision.optional().describe('What the commit merges; it has no actions then.'),
  actions: z.array(seedAction).optional().describe('What it changes.'),
})

const seedTag = z.strictObject({
  name: referenceName.describe('The name of the tag.'),
  ref: revision.optional().describe('The default branch where none is named.'),
  message: z.string().optional().describe('Makes an annotated tag.'),
  by: username
    .optional()
    .describe('Who made an annotated tag; the committer where nobody is named.'),
  at: time.optional().describe('When; the time of the commit where it is not said.'),
  release_description: z.string().optional().describe('The release notes, in Markdown.'),
})

const seedComment = z.strictObject({
  commit: revision,
  author: username.describe('Who wrote it.'),
  note: text.describe('What was written.'),
  path: z.string().optional().describe('The file that it is about.'),
  line: z.int().positive().optional().describe('The line of the file, counted from 1.'),
  line_type: z.enum(['new', 'old']).optional().describe('new where a line is named.'),
  at: time.optional().describe('The time of the commit where it is not said.'),
})

export const seedRepository = z.strictObject({
  default_branch: referenceName
    .optional()
    .describe('The branch of the first commit where none is named.'),
  commits: z
    .array(seedCommit)
    .optional()
    .describe('Done one after the other; each is a push in the activity lists.'),
  branches: z
    .record(referenceName, revision)
    .optional()
    .describe('More branches, and where they stand.'),
  protected_branches: z
    .record(
      referenceName,
      z.strictObject({
        developers_can_push: z.boolean().optional().describe('false where not said.'),
        developers_can_merge: z.boolean().optional().describe('false where not said.'),
      }),
    )
    .optional()
    .describe('Where there is none, the default branch is protected as the settings say.'),
  tags: z.array(seedTag).optional().describe('Tags, with their releases.'),
  comments: z.array(seedComment).optional().describe('Comments on commits.'),
})

export type SeedRepository = z.output<typeof seedRepository>
export type SeedCommit = z.output<typeof seedCommit>
export type SeedAction = z.output<typeof seedAction>
