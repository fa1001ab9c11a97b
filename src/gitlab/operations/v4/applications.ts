import {
  addApplication,
  checkApplication,
  existingApplication,
  isScope,
  removeApplication,
  renewSecret,
} from '../../domain/oauth/applications.ts'
import { newOauthApplication, oauthApplication } from '../../resources/v4/oauth-application.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of schemas/v4/paths/applications.yaml. */
export const applications = {
  listApplications: ({ store }) => store.oauthApplications.all().map(oauthApplication),

  createApplication(context, { name, redirect_uri, scopes: text, confidential }) {
    const scopes = text.split(' ').filter((scope) => scope !== '')
    checkApplication({ name, redirect_uri, scopes, confidential })
    const values = { name, redirect_uri, scopes: scopes.filter(isScope) }
    return newOauthApplication(
      addApplication(context, { ...values, is_confidential: confidential }),
    )
  },

  deleteApplication(context, { application_id }) {
    removeApplication(context, existingApplication(context, application_id))
    return undefined
  },

  renewApplicationSecret(context, { application_id }) {
    return newOauthApplication(renewSecret(context, existingApplication(context, application_id)))
  },
} satisfies OperationsOf<'v4', 'Applications'>
