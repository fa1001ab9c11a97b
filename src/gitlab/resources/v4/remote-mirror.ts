import type { RemoteMirror } from '../../../contract/generated/v4/contract.ts'
import type { RemoteMirrorRecord } from '../../../store/models/remote-mirror.ts'

/** Returns a mirror; its URL has no credentials (schemas/v4/resources/remote-mirror.json). */
export function remoteMirrorResource(mirror: RemoteMirrorRecord): RemoteMirror {
  const { id, url, synced_at, only_protected_branches, keep_divergent_refs, auth_method } = mirror
  return {
    id,
    enabled: mirror.is_enabled,
    url: withoutCredentials(url),
    update_status: synced_at === null ? 'none' : 'finished',
    last_update_at: synced_at,
    last_update_started_at: synced_at,
    last_successful_update_at: synced_at,
    last_error: null,
    only_protected_branches,
    keep_divergent_refs,
    auth_method,
    host_keys: [],
  }
}

function withoutCredentials(url: string): string {
  const { username, password } = new URL(url)
  if (username === '' && password === '') return url
  const masked = new URL(url)
  if (username !== '') masked.username = '*****'
  if (password !== '') masked.password = '*****'
  return masked.href
}
