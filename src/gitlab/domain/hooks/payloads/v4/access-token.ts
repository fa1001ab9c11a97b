import type { PayloadContext } from '../../../context.ts'
import type { HookEvent } from '../../hook-event.ts'
import { spacedTime } from '../times.ts'
import { projectAttributes } from './attributes.ts'

/** Returns the payload of a project token that expires soon (`Gitlab::DataBuilder::ResourceAccessTokenPayload`). */
export function accessTokenPayload(
  { credential, project }: HookEvent<'access_token'>,
  presentation: PayloadContext,
) {
  const { id, user_id, name, created_at, expires_at } = credential
  return {
    object_kind: 'access_token',
    project: projectAttributes(project, presentation),
    object_attributes: { user_id, created_at: spacedTime(created_at), id, name, expires_at },
    event_name: 'expiring_access_token',
  }
}
