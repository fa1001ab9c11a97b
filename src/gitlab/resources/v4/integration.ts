import type { Integration, IntegrationBasic } from '../../../contract/generated/v4/contract.ts'
import type { IntegrationRecord } from '../../../store/models/integration.ts'
import { eventsOf, settingsInForce } from '../../domain/integrations/integrations.ts'
import { integrationKinds, isSecret } from '../../domain/integrations/kinds.ts'
import type { WithStore } from '../../domain/lookups.ts'

/** Returns an integration for lists (schemas/v4/resources/integration-basic.json). */
export function integrationBasic(own: IntegrationRecord, context: WithStore): IntegrationBasic {
  const { id, slug, created_at, updated_at, is_active: active, inherits: inherited } = own
  const { comment_on_event_enabled, ...events } = eventsOf(settingsInForce(context, own))
  const title = integrationKinds[slug]?.title ?? slug
  return {
    id,
    title,
    slug,
    created_at,
    updated_at,
    active,
    ...events,
    comment_on_event_enabled,
    inherited,
  }
}

/** Returns an integration with its settings except secrets (schemas/v4/resources/integration.json). */
export function integrationResource(own: IntegrationRecord, context: WithStore): Integration {
  const { fields } = settingsInForce(context, own)
  const shown = Object.entries(fields).filter(([name]) => !isSecret(name))
  return { ...integrationBasic(own, context), properties: Object.fromEntries(shown) }
}
