import { z } from '../../shared/zod.ts'
import { epoch, timestamp, visibilityLevel } from './fields.ts'

/** A piece of text or code kept beside a project, or by a user (schemas/v3/resources/snippet.json). */
export const snippetModel = z.object({
  id: z.int(),
  /** Null for one that is a user's own. */
  project_id: z._default(z.nullable(z.int()), null),
  title: z.string(),
  description: z._default(z.nullable(z.string()), null),
  file_name: z.string(),
  /** The text, which requests call `code`. */
  content: z.string(),
  /** The files beside the first one, of which v3 knows nothing. */
  more_files: z._default(z.array(z.object({ path: z.string(), content: z.string() })), []),
  author_id: z.int(),
  /** 0 only its creator, 10 any logged-in user, 20 everybody. */
  visibility_level: z._default(visibilityLevel, 0),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.snippets`: a snippet of a project or a user. */
export type SnippetRecord = z.output<typeof snippetModel>
