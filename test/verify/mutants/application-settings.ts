import { lost, permitted, permittedToAnonymous, stale } from './behaviour.ts'
import { parametersOf, withParameters } from './call.ts'
import { answer, on } from './faults/operations.ts'
import { dropped, nulled, retyped } from './fields.ts'
import { type Json, readJson, withJson } from './json.ts'
import type { Mutant, OperationId } from './mutant.ts'
import { anyValueAccepted, parameterIgnored, parameterMisread } from './parameters.ts'

const read: readonly OperationId[] = ['getApplicationSettings']

export const applicationSettings: readonly Mutant[] = [
  dropped('getApplicationSettings', 'signup_enabled'),
  dropped('getApplicationSettings', 'terminal_max_session_time'),
  retyped('getApplicationSettings', 'default_projects_limit'),
  retyped('getApplicationSettings', 'repository_storages'),
  nulled('getApplicationSettings', 'max_attachment_size'),
  permitted('getApplicationSettings', 'plain users'),
  permittedToAnonymous('getApplicationSettings'),
  stale('getApplicationSettings'),
  lost('updateApplicationSettings', read),
  permitted('updateApplicationSettings', 'plain users'),
  parameterIgnored('updateApplicationSettings', 'sign_in_text', read),
  parameterIgnored('updateApplicationSettings', 'default_project_visibility', read),
  parameterIgnored('updateApplicationSettings', 'restricted_visibility_levels', read),
  parameterIgnored('updateApplicationSettings', 'domain_blacklist', read),
  parameterIgnored('updateApplicationSettings', 'terminal_max_session_time', read),
  parameterIgnored('updateApplicationSettings', 'user_oauth_applications', read),
  parameterMisread(
    'updateApplicationSettings',
    'session_expire_delay',
    'in hours',
    (value) => Number(value) * 60,
    read,
  ),
  anyValueAccepted('updateApplicationSettings', 'default_branch_protection', [2, 0, 1]),
  requirementMissing('integration_a_url', 'integration_a_enabled', 'https://example.com'),
  requirementMissing('integration_b_url', 'integration_b_enabled', 'https://example.com'),
  requirementMissing('domain_blacklist', 'domain_blacklist_enabled', ['example.com']),
  {
    name: 'updateApplicationSettings answers the settings as they were',
    operation: 'updateApplicationSettings',
    kind: 'value wrong',
    fault: on('updateApplicationSettings', async (call, context) => {
      const before = await answer({ ...call, method: 'GET', bytes: undefined }, context)
      const response = await answer(call, context)
      const settings = await readJson(before)
      if (!response.ok || settings === undefined) return response
      context.hit()
      return withJson(response, settings)
    }),
  },
  defaultOfSettingsIgnored('createProject', 'visibility_level', 'default_project_visibility', 0),
  defaultOfSettingsIgnored('createUser', 'projects_limit', 'default_projects_limit', 10),
]

/** A setting that another one requires may be left out: one is made up. */
function requirementMissing(name: string, flag: string, value: Json): Mutant {
  return {
    name: `updateApplicationSettings takes ${flag} without ${name}`,
    operation: 'updateApplicationSettings',
    kind: 'validation missing',
    fault: on('updateApplicationSettings', async (call, context) => {
      const parameters = parametersOf(call)
      if (String(parameters[flag]) !== 'true' || name in parameters) return answer(call, context)
      context.hit()
      return answer(withParameters(call, { [name]: value }), context)
    }),
  }
}

/** A default that the settings give is not checked. */
function defaultOfSettingsIgnored(
  operation: OperationId,
  name: string,
  setting: 'default_project_visibility' | 'default_projects_limit',
  value: number,
): Mutant {
  return {
    name: `${operation} does not mind ${setting}`,
    operation,
    alsoAt: ['updateApplicationSettings', 'getProject', 'getUser'],
    kind: 'default changed',
    fault: on(operation, async (call, context) => {
      const [settings] = context.forge.db.settings.all()
      const parameters = parametersOf(call)
      const isGiven = name in parameters || 'public' in parameters || 'external' in parameters
      if (isGiven || settings?.[setting] === value) return answer(call, context)
      context.hit()
      return answer(withParameters(call, { [name]: value }), context)
    }),
  }
}
