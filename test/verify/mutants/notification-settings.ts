import { lost, permittedToAnonymous, stale } from './behaviour.ts'
import { editField, editJson } from './faults/answers.ts'
import { dropped, nulled, renamed, retyped } from './fields.ts'
import { isObject } from './json.ts'
import type { Mutant } from './mutant.ts'
import { anyValueAccepted, parameterIgnored } from './parameters.ts'

const levels = ['global', 'disabled', 'participating', 'watch', 'mention', 'custom']

export const notificationSettings: readonly Mutant[] = [
  dropped('getNotificationSettings', 'level'),
  dropped('getNotificationSettings', 'notification_email'),
  retyped('getNotificationSettings', 'notification_email'),
  permittedToAnonymous('getNotificationSettings'),
  stale('getNotificationSettings'),
  lost('updateNotificationSettings', ['getNotificationSettings']),
  parameterIgnored('updateNotificationSettings', 'level', ['getNotificationSettings']),
  parameterIgnored('updateNotificationSettings', 'notification_email', ['getNotificationSettings']),
  anyValueAccepted('updateNotificationSettings', 'level', levels),
  renamed('getGroupNotificationSettings', 'level', 'notification_level'),
  nulled('getGroupNotificationSettings', 'level'),
  lost('updateGroupNotificationSettings', ['getGroupNotificationSettings']),
  parameterIgnored('updateGroupNotificationSettings', 'level', ['getGroupNotificationSettings']),
  dropped('updateGroupNotificationSettings', 'events'),
  anyValueAccepted('updateGroupNotificationSettings', 'level', levels),
  dropped('getProjectNotificationSettings', 'level'),
  stale('getProjectNotificationSettings'),
  lost('updateProjectNotificationSettings', ['getProjectNotificationSettings']),
  parameterIgnored('updateProjectNotificationSettings', 'new_note', [
    'getProjectNotificationSettings',
  ]),
  dropped('updateProjectNotificationSettings', 'events.merge_merge_request'),
  retyped('updateProjectNotificationSettings', 'events.new_note'),
  anyValueAccepted('updateProjectNotificationSettings', 'level', levels),
  {
    name: 'updateProjectNotificationSettings switches every event off',
    operation: 'updateProjectNotificationSettings',
    kind: 'value wrong',
    fault: editJson('updateProjectNotificationSettings', (json) => {
      if (!isObject(json) || !isObject(json.events)) return json
      for (const event of Object.keys(json.events)) json.events[event] = false
      return json
    }),
  },
  {
    name: 'getNotificationSettings says watch for every level',
    operation: 'getNotificationSettings',
    alsoAt: ['updateNotificationSettings'],
    kind: 'value wrong',
    fault: editField('getNotificationSettings', 'level', (owner) => {
      owner.level = 'watch'
    }),
  },
]
