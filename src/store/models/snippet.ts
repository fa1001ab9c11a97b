import { z } from '../../shared/zod.ts'
import { epoch, timestamp, visibilityLevel } from './fields.ts'

/** A snippet of a project or of a user (schemas/v3/resources/snippet.json). */
export const snippetModel = z.object({
  id: z.int(),
  /** Null for a personal snippet. */
  project_id: z._default(z.nullable(z.int()), null),
  title: z.string(),
  description: z._default(z.nullable(z.string()), null),
  file_name: z.string(),
  /** The text, which is the parameter `code` of requests. */
  content: z.string(),
  /** The files after the first one, which v3 does not show. */
  more_files: z._default(z.array(z.object({ path: z.string(), content: z.string() })), []),
  author_id: z.int(),
  /** 0 only the author, 10 any signed-in user, 20 everybody. */
  visibility_level: z._default(visibilityLevel, 0),
  created_at: z._default(timestamp, epoch),
  updated_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.snippets`: a snippet of a project or a user. */
export type SnippetRecord = z.output<typeof snippetModel>
