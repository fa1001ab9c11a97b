import {
  createdAsOk,
  lost,
  notHidden,
  permittedToAnonymous,
  stale,
  statusWrong,
  unknownAsOk,
} from './behaviour.ts'
import { editList } from './faults/lists.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import type { Mutant } from './mutant.ts'
import {
  anyValueAccepted,
  filterIgnored,
  missingAccepted,
  parameterIgnored,
  parameterMisread,
} from './parameters.ts'

const levels = [10, 20, 30, 40, 50]

export const members: readonly Mutant[] = [
  filterIgnored('listGroupMembers', 'query'),
  dropped('listGroupMembers', 'access_level'),
  notHidden('listGroupMembers', 'those who do not see the group'),
  {
    name: 'listGroupMembers leaves out the owners',
    operation: 'listGroupMembers',
    kind: 'value wrong',
    fault: editList('listGroupMembers', (items) =>
      items.filter((item) => !JSON.stringify(item).includes('"access_level":50')),
    ),
  },
  filterIgnored('listProjectMembers', 'query'),
  renamed('listProjectMembers', 'username', 'login'),
  retyped('listProjectMembers', 'access_level'),
  permittedToAnonymous('listProjectMembers'),
  stale('listProjectMembers'),
  dropped('getGroupMember', 'expires_at'),
  nulled('getGroupMember', 'state'),
  unknownAsOk('getGroupMember'),
  dropped('getProjectMember', 'expires_at'),
  wrong('getProjectMember', 'access_level', 'developer for all', () => 30),
  statusWrong('getProjectMember', 404, 400, 'for somebody who is no member'),
  createdAsOk('addGroupMember'),
  lost('addGroupMember', ['getGroupMember', 'listGroupMembers']),
  parameterIgnored('addGroupMember', 'expires_at', ['getGroupMember']),
  missingAccepted('addGroupMember', 'access_level', 10),
  anyValueAccepted('addGroupMember', 'access_level', levels),
  createdAsOk('addProjectMember'),
  lost('addProjectMember', ['getProjectMember', 'listProjectMembers']),
  parameterIgnored('addProjectMember', 'expires_at', ['getProjectMember']),
  parameterMisread('addProjectMember', 'expires_at', 'a year later', (value) => later(value), [
    'getProjectMember',
  ]),
  missingAccepted('addProjectMember', 'access_level', 10),
  anyValueAccepted('addProjectMember', 'access_level', levels.slice(0, 4)),
  lost('updateGroupMember', ['getGroupMember', 'listGroupMembers']),
  missingAccepted('updateGroupMember', 'access_level', 10),
  parameterIgnored('updateGroupMember', 'expires_at', ['getGroupMember']),
  lost('updateProjectMember', ['getProjectMember', 'listProjectMembers']),
  missingAccepted('updateProjectMember', 'access_level', 10),
  anyValueAccepted('updateProjectMember', 'access_level', levels.slice(0, 4)),
  lost('removeGroupMember', ['getGroupMember', 'listGroupMembers']),
  lost('removeProjectMember', ['getProjectMember', 'listProjectMembers']),
]

const later = (day: unknown) => String(day).replace(/^\d{4}/, (year) => String(Number(year) + 1))
