import { createdAsOk, lost, permitted, permittedToAnonymous, unknownAsOk } from './behaviour.ts'
import { editJson } from './faults/answers.ts'
import { dropped, nulled, retyped, wrong } from './fields.ts'
import { isObject, type Json } from './json.ts'
import type { Mutant } from './mutant.ts'
import { missingAccepted, parameterIgnored } from './parameters.ts'

export const systemHooks: readonly Mutant[] = [
  dropped('listSystemHooks', 'url'),
  dropped('listSystemHooks', 'enable_ssl_verification'),
  retyped('listSystemHooks', 'push_events'),
  nulled('listSystemHooks', 'created_at'),
  permitted('listSystemHooks', 'plain users'),
  permittedToAnonymous('listSystemHooks'),
  {
    name: 'listSystemHooks shows the secret tokens of the hooks',
    operation: 'listSystemHooks',
    kind: 'private thing leaked',
    fault: editJson('listSystemHooks', (json) => withTokens(json)),
  },
  {
    name: 'createSystemHook answers the secret token',
    operation: 'createSystemHook',
    kind: 'private thing leaked',
    fault: editJson('createSystemHook', (json) => withTokens(json)),
  },
  createdAsOk('createSystemHook'),
  permitted('createSystemHook', 'plain users'),
  missingAccepted('createSystemHook', 'url', 'http://127.0.0.1:9/made-up'),
  parameterIgnored('createSystemHook', 'push_events', ['listSystemHooks']),
  parameterIgnored('createSystemHook', 'tag_push_events', ['listSystemHooks']),
  parameterIgnored('createSystemHook', 'enable_ssl_verification', ['listSystemHooks']),
  wrong('createSystemHook', 'url', 'without its path', (url) => new URL(String(url)).origin),
  lost('createSystemHook', ['listSystemHooks', 'testSystemHook']),
  dropped('testSystemHook', 'event_name'),
  retyped('testSystemHook', 'project_id'),
  unknownAsOk('testSystemHook'),
  dropped('deleteSystemHook', 'note_events'),
  dropped('deleteSystemHook', 'updated_at'),
  lost('deleteSystemHook', ['listSystemHooks', 'testSystemHook']),
  permitted('deleteSystemHook', 'plain users'),
]

function withTokens(json: Json): Json {
  const hooks = Array.isArray(json) ? json : []
  return hooks.map((hook) => (isObject(hook) ? { ...hook, token: 'the-secret-of-the-hook' } : hook))
}
