import { z } from '../../shared/zod.ts'
import { epoch, timestamp } from './fields.ts'

/** A message that is shown to everybody for a limited time (schemas/v4/resources/broadcast-message.json). */
export const broadcastMessageModel = z.object({
  id: z.int(),
  message: z.string(),
  starts_at: z._default(timestamp, epoch),
  ends_at: z._default(timestamp, '2016-12-22T10:00:00.000Z'),
  color: z._default(z.string(), '#E75E40'),
  font: z._default(z.string(), '#FFFFFF'),
  target_access_levels: z._default(z.array(z.int()), []),
  target_path: z._default(z.nullable(z.string()), null),
  broadcast_type: z._default(z.enum(['banner', 'notification']), 'banner'),
  theme: z._default(
    z.enum([
      'indigo',
      'light-indigo',
      'blue',
      'light-blue',
      'green',
      'light-green',
      'red',
      'light-red',
      'dark',
      'light',
    ]),
    'indigo',
  ),
  is_dismissable: z._default(z.boolean(), false),
})

/** A record of `forge.db.broadcastMessages`: a message of the instance to all users. */
export type BroadcastMessageRecord = z.output<typeof broadcastMessageModel>
