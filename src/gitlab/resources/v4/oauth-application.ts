import type {
  NewOauthApplication,
  OauthApplication,
} from '../../../contract/generated/v4/contract.ts'
import type { OauthApplicationRecord } from '../../../store/models/oauth-application.ts'

/** Returns an application without its secret (`schemas/v4/resources/oauth-application.json`). */
export function oauthApplication(application: OauthApplicationRecord): OauthApplication {
  const { id, uid, name, redirect_uri, is_confidential, scopes } = application
  return {
    id,
    application_id: uid,
    application_name: name,
    callback_url: redirect_uri,
    confidential: is_confidential,
    scopes,
  }
}

export function newOauthApplication(application: OauthApplicationRecord): NewOauthApplication {
  return { ...oauthApplication(application), secret: application.secret }
}
