import { refused } from '../../../contract/errors.ts'
import { encodeBase64 } from '../../../shared/base64.ts'
import { isUrl } from '../../../shared/is-url.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { RemoteMirrorRecord } from '../../../store/models/remote-mirror.ts'
import { omitUndefined } from '../changes.ts'
import type { SystemContext } from '../context.ts'
import type { WithStore } from '../lookups.ts'
import { checkNoErrors } from '../validation.ts'

/** The attributes of a mirror that can be written. */
export type RemoteMirrorAttributes = Partial<
  Pick<
    RemoteMirrorRecord,
    'is_enabled' | 'only_protected_branches' | 'keep_divergent_refs' | 'auth_method'
  >
>

/** Throws 400 for a URL that git cannot push to. */
export function checkRemoteMirror(url: string): void {
  const isOfGit = /^(?:https?|ssh|git):\/\/[^\s/?#]/i.test(url) && isUrl(url)
  checkNoErrors({
    url: isOfGit ? [] : ['is blocked: Only allowed schemes are http, https, ssh, git'],
  })
}

/** Adds a mirror, with a new key where it authenticates by SSH key. */
export function addRemoteMirror(
  context: SystemContext,
  project: ProjectRecord,
  { url, ...attributes }: RemoteMirrorAttributes & { readonly url: string },
): RemoteMirrorRecord {
  const { store, now } = context
  return store.remoteMirrors.insert({
    project_id: project.id,
    url,
    ...omitUndefined(attributes),
    public_key: attributes.auth_method === 'ssh_public_key' ? newKey(context) : null,
    created_at: now,
  })
}

export function changeRemoteMirror(
  context: SystemContext,
  mirror: RemoteMirrorRecord,
  attributes: RemoteMirrorAttributes,
): RemoteMirrorRecord {
  const { auth_method = mirror.auth_method } = attributes
  const needsKey = auth_method === 'ssh_public_key'
  return context.store.remoteMirrors.replace(mirror, {
    ...omitUndefined(attributes),
    public_key: needsKey ? (mirror.public_key ?? newKey(context)) : null,
  })
}

/** Throws 400 for a disabled mirror. */
export function checkSync({ is_enabled }: RemoteMirrorRecord): void {
  if (is_enabled) return
  throw refused('Cannot proceed with the push mirroring. Please verify your mirror configuration.')
}

/** Records the time of a requested push. */
export function syncRemoteMirror(
  { store, now }: Pick<SystemContext, 'store' | 'now'>,
  mirror: RemoteMirrorRecord,
): void {
  store.remoteMirrors.replace(mirror, { synced_at: now })
}

export function removeRemoteMirror({ store }: WithStore, mirror: RemoteMirrorRecord): void {
  store.remoteMirrors.remove(mirror)
}

/** Returns a random Ed25519 public key in the format of SSH (RFC 8709). It has no private key. */
function newKey({ random }: Pick<SystemContext, 'random'>): string {
  const name = new TextEncoder().encode('ssh-ed25519')
  const key = Uint8Array.from({ length: 32 }, () => Math.floor(random() * 256))
  const bytes = [0, 0, 0, name.length, ...name, 0, 0, 0, key.length, ...key]
  return `ssh-ed25519 ${encodeBase64(Uint8Array.from(bytes))}`
}
