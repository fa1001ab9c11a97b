import type { Service } from '../../../contract/generated/v3/contract.ts'
import type { IntegrationRecord } from '../../../store/models/integration.ts'
import { eventsOf } from '../../domain/integrations/integrations.ts'
import { isSecret, serviceKinds } from '../../domain/integrations/kinds.ts'

/**
 * Returns a service with its settings, whether or not it was set up; only administrators get its secrets
 * (schemas/v3/resources/service.json).
 */
export function serviceResource(
  slug: string,
  set: IntegrationRecord | undefined,
  withSecrets: boolean,
): Service {
  const events = eventsOf(set ?? { events: {} })
  const fields = Object.entries(set?.fields ?? {})
  const shown = fields.filter(([name]) => withSecrets || !isSecret(name))
  return {
    id: set?.id ?? null,
    title: serviceKinds[slug]?.title ?? slug,
    created_at: set?.created_at ?? null,
    updated_at: set?.updated_at ?? null,
    active: set?.is_active ?? false,
    push_events: events.push_events,
    issues_events: events.issues_events,
    merge_requests_events: events.merge_requests_events,
    tag_push_events: events.tag_push_events,
    note_events: events.note_events,
    build_events: events.job_events,
    pipeline_events: events.pipeline_events,
    properties: Object.fromEntries(shown),
  }
}
