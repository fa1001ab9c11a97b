import {
  isOfProject,
  type ProjectMessage,
  type SystemMessage,
} from '../../gitlab/domain/hooks/hook-message.ts'
import { projectTriggers } from '../../gitlab/domain/hooks/triggers.ts'
import { releaseOfPayloads } from '../../gitlab/domain/release.ts'
import { decodeBase64, encodeBase64 } from '../../shared/base64.ts'
import type { HookRecord } from '../../store/models/hook.ts'

/** The ids in the headers of a delivery, in newer releases. */
export interface DeliveryIds {
  /** The id of the event, which all its deliveries share. */
  readonly event: string
  readonly webhook: string
  readonly idempotencyKey: string
}

/**
 * Returns the headers of a delivery. System hooks, and project hooks added by v3, get the few headers of GitLab 8.15
 * (`createSystemHook` in schemas/v3/paths/system-hooks.yaml). Others get the custom headers, then all of
 * `build_headers` in app/services/web_hook_service.rb.
 */
export function headersOf(
  hook: HookRecord,
  message: SystemMessage | ProjectMessage,
  ids: DeliveryIds,
): Record<string, string> {
  const { token } = hook
  if (token && !/^[\t\x20-\x7e\x80-\xff]*$/.test(token)) {
    throw new Error('the token has characters that a header cannot carry')
  }
  const secret: Record<string, string> = token ? { 'X-Gitlab-Token': token } : {}
  const type = { 'Content-Type': 'application/json' }
  if (!isOfProject(message)) return { ...type, 'X-Gitlab-Event': 'System Hook', ...secret }
  const { userAgent } = releaseOfPayloads(hook.payloads).webHooks
  const event = { 'X-Gitlab-Event': projectTriggers[message.trigger].header }
  if (userAgent === undefined) return { ...type, ...event, ...secret }
  return {
    ...Object.fromEntries(hook.custom_headers.map(({ key, value }) => [key, value])),
    ...type,
    'User-Agent': userAgent,
    'Idempotency-Key': ids.idempotencyKey,
    ...event,
    'X-Gitlab-Webhook-UUID': ids.webhook,
    'X-Gitlab-Instance': message.origin,
    ...secret,
    'X-Gitlab-Event-UUID': ids.event,
  }
}

/** Returns the same headers with secrets redacted, for display; none where the token cannot be sent. */
export function shownHeaders(...of: Parameters<typeof headersOf>): Record<string, string> {
  const [hook] = of
  try {
    const secret = new Set(['X-Gitlab-Token', ...hook.custom_headers.map(({ key }) => key)])
    const headers = Object.entries(headersOf(...of))
    return Object.fromEntries(
      headers.map(([name, value]) => [name, secret.has(name) ? '[REDACTED]' : value]),
    )
  } catch {
    return {}
  }
}

/**
 * Signs a delivery of a hook that has a signing token: HMAC-SHA256 over the id, the time and the body (the
 * specification of Standard Webhooks, "Signature scheme").
 */
export async function signatureOf(
  { signing_token }: HookRecord,
  id: string,
  body: string,
  now: string,
): Promise<Record<string, string>> {
  if (signing_token === null) return {}
  const timestamp = String(Math.floor(Date.parse(now) / 1000))
  const secret = new Uint8Array(decodeBase64(signing_token.slice('whsec_'.length)) ?? [])
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('raw', secret, algorithm, false, ['sign'])
  const signed = new TextEncoder().encode(`${id}.${timestamp}.${body}`)
  const signature = new Uint8Array(await crypto.subtle.sign('HMAC', key, signed))
  return {
    'webhook-id': id,
    'webhook-timestamp': timestamp,
    'webhook-signature': `v1,${encodeBase64(signature)}`,
  }
}
