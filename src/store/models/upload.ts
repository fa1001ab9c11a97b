import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** The maximum total size of the files of a world, in bytes. */
export const MAX_UPLOADED_BYTES = 256 * 2 ** 20

export const uploadModel = z.object({
  id: z.int(),
  /** An avatar belongs to a user, group, project or topic; any other file to a project or its wiki. */
  kind: z.enum(['avatar', 'file', 'wiki_file']),
  user_id: z._default(z.nullable(z.int()), null),
  group_id: z._default(z.nullable(z.int()), null),
  project_id: z._default(z.nullable(z.int()), null),
  topic_id: z._default(z.nullable(z.int()), null),
  /** The user who uploaded it; null after their deletion. */
  author_id: z._default(z.nullable(z.int()), null),
  /** The part of the address that cannot be guessed: 32 hexadecimal digits. */
  secret: z.string(),
  filename: z.string(),
  bytes: z.instanceof(Uint8Array),
  created_at: z._default(timestamp, epoch),
})

/** A record of `forge.db.uploads`: an uploaded file or avatar. */
export type UploadRecord = z.output<typeof uploadModel>
