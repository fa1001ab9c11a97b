import { notFound } from '../../contract/errors.ts'
import type { Context } from '../domain/context.ts'
import { findProject } from '../domain/find.ts'
import { integrationOf } from '../domain/integrations/integrations.ts'

/**
 * Returns the text for a chat that sends a slash command with the token of an active integration. Throws 404 for any
 * other.
 */
export function slashCommandAnswer(
  { store }: Context,
  id: number | string,
  token: string,
  what: string,
) {
  const project = findProject(store, id)
  const integration = project && integrationOf({ store }, { project }, 'mattermost-slash-commands')
  if (!integration?.is_active || integration.fields.token !== token) throw notFound(what)
  return { response_type: 'ephemeral', text: 'Commands are not carried out here.' }
}
