import {
  checkIntegration,
  disableIntegration,
  integrationOf,
  setIntegration,
} from '../../domain/integrations/integrations.ts'
import { serviceKinds } from '../../domain/integrations/kinds.ts'
import { serviceResource } from '../../resources/v3/service.ts'
import { Reply } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'
import { slashCommandAnswer } from '../slash-command.ts'

/** The operations of schemas/v3/paths/extensions/services.yaml. */
export const services = {
  getService(context, { service }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    return serviceResource(service, integrationOf(context, { project }, service), viewer.isAdmin)
  },

  setService(context, { service, ...request }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    checkIntegration(context, { project }, serviceKinds, service, request)
    setIntegration(context, { project }, serviceKinds, service, request)
    return true
  },

  deleteService(context, { service }) {
    const { viewer, project } = context
    viewer.must('admin_project', project)
    const integration = integrationOf(context, { project }, service)
    if (integration) disableIntegration(context, integration)
    return true
  },

  triggerSlashCommand: (context, { id, token }) =>
    new Reply(slashCommandAnswer(context, id, token, 'Service'), { status: 200 }),
} satisfies OperationsOf<'v3', 'Services'>
