import { notFound } from '../../../contract/errors.ts'
import type { IntegrationRecord } from '../../../store/models/integration.ts'
import type { Context } from '../../domain/context.ts'
import {
  checkIntegration,
  disableIntegration,
  type IntegrationOwner,
  type IntegrationRequest,
  integrationOf,
  integrationsOf,
  setIntegration,
} from '../../domain/integrations/integrations.ts'
import { integrationKinds } from '../../domain/integrations/kinds.ts'
import { integrationBasic, integrationResource } from '../../resources/v4/integration.ts'
import { Reply } from '../answers.ts'
import type { OperationContext, OperationsOf } from '../operation.ts'
import { slashCommandAnswer } from '../slash-command.ts'
import { mustBeUnmodified } from '../unmodified.ts'

/** The operations of schemas/v4/paths/integrations.yaml for projects and groups. */
export const integrations = {
  listProjectIntegrations: (context) => listActive(context, { project: context.project }),
  getProjectIntegration: (context, { slug }) => getOne(context, { project: context.project }, slug),
  setProjectIntegration: (context, { slug, ...request }) =>
    set(context, { project: context.project }, slug, request),
  deleteProjectIntegration: (context, { slug }) =>
    disable(context, { project: context.project }, slug),

  triggerSlashCommand: (context, { id, token }) =>
    new Reply(slashCommandAnswer(context, id, token, 'Integration'), { status: 200 }),

  listGroupIntegrations: (context) => listActive(context, { group: context.group }),
  getGroupIntegration: (context, { slug }) => getOne(context, { group: context.group }, slug),
  setGroupIntegration: (context, { slug, ...request }) =>
    set(context, { group: context.group }, slug, request),
  deleteGroupIntegration: (context, { slug }) => disable(context, { group: context.group }, slug),
} satisfies OperationsOf<'v4', 'Integrations'>

function mustManage({ viewer }: Context, { project, group }: IntegrationOwner): void {
  if (project) viewer.must('admin_project', project)
  else viewer.mustInGroup('admin_group', group)
}

function listActive(context: Context, owner: IntegrationOwner) {
  mustManage(context, owner)
  return integrationsOf(context, owner)
    .filter(({ is_active }) => is_active)
    .map((one) => integrationBasic(one, context))
}

function getOne(context: Context, owner: IntegrationOwner, slug: string) {
  mustManage(context, owner)
  return integrationResource(existing(context, owner, slug), context)
}

function set(context: Context, owner: IntegrationOwner, slug: string, request: IntegrationRequest) {
  mustManage(context, owner)
  checkIntegration(context, owner, integrationKinds, slug, request)
  const integration = setIntegration(context, owner, integrationKinds, slug, request)
  return integrationResource(integration, context)
}

function disable(context: OperationContext, owner: IntegrationOwner, slug: string): undefined {
  mustManage(context, owner)
  const integration = existing(context, owner, slug)
  mustBeUnmodified(context, integration.updated_at)
  disableIntegration(context, integration)
}

function existing(context: Context, owner: IntegrationOwner, slug: string): IntegrationRecord {
  const integration = integrationOf(context, owner, slug)
  if (!integration) throw notFound('Integration')
  return integration
}
