import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** As many bytes as the files of a world have at most, all together. */
export const MAX_UPLOADED_BYTES = 256 * 2 ** 20

export const uploadModel = z.object({
  id: z.int(),
  /** An avatar is of one user, group, project or topic, any other file of a project or of its wiki. */
  kind: z.enum(['avatar', 'file', 'wiki_file']),
  user_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  project_id: z._default(z.nullable(z.int()), null),
  topic_id: z._default(z.nullable(z.int()), null),
  /** Who sent it; null where they are gone. */
  author_id: z._default(z.nullable(z.int()), null),
  /** Thirty-two hexadecimal digits, without which nobody finds it. */
  secret: z.string(),
  filename: z.string(),
  bytes: z.instanceof(Uint8Array),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.uploads`: a file that was sent, or an avatar. */
export type UploadRecord = z.output<typeof uploadModel>
