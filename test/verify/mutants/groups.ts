import { createdAsOk, leaking, lost, notHidden, permitted, statusWrong } from './behaviour.ts'
import { reroute } from './faults/requests.ts'
import { beside } from './faults/state.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import type { Mutant } from './mutant.ts'
import {
  anyValueAccepted,
  defaultChanged,
  filterIgnored,
  missingAccepted,
  orderIgnored,
  parameterIgnored,
} from './parameters.ts'

export const groups: readonly Mutant[] = [
  filterIgnored('listGroups', 'search'),
  filterIgnored('listGroups', 'skip_groups'),
  filterIgnored('listGroups', 'all_available'),
  orderIgnored('listGroups', 'order_by'),
  orderIgnored('listGroups', 'sort'),
  defaultChanged('listGroups', 'order_by', 'path'),
  defaultChanged('listGroups', 'sort', 'desc'),
  parameterIgnored('listGroups', 'statistics'),
  leaking('listGroups', 'private groups to those who are no members'),
  dropped('listGroups', 'lfs_enabled'),
  {
    name: 'listOwnedGroups lists all groups of the caller',
    operation: 'listOwnedGroups',
    kind: 'filter keeps too much',
    fault: reroute('listOwnedGroups', () => '/groups'),
  },
  retyped('listOwnedGroups', 'visibility_level'),
  dropped('getGroup', 'projects'),
  dropped('getGroup', 'shared_projects'),
  renamed('getGroup', 'full_path', 'fullpath'),
  nulled('getGroup', 'name'),
  leaking('getGroup', 'private projects to those who are no members'),
  notHidden('getGroup', 'those who are no members of a private group'),
  statusWrong('getGroup', 200, 404, 'when it is asked for by path', (_json, { path }) =>
    /\D/.test(path.get('id') ?? ''),
  ),
  createdAsOk('createGroup'),
  missingAccepted('createGroup', 'path', 'made-up-path'),
  missingAccepted('createGroup', 'name', 'Made up'),
  anyValueAccepted('createGroup', 'visibility_level', [0, 10, 20]),
  parameterIgnored('createGroup', 'description', ['getGroup', 'listGroups']),
  parameterIgnored('createGroup', 'visibility_level', ['getGroup', 'listGroups']),
  parameterIgnored('createGroup', 'lfs_enabled', ['getGroup', 'listGroups']),
  parameterIgnored('createGroup', 'request_access_enabled', ['getGroup', 'listGroups']),
  permitted('createGroup', 'those who may not create groups'),
  lost('createGroup', ['getGroup', 'listGroups', 'listOwnedGroups']),
  dropped('updateGroup', 'projects'),
  parameterIgnored('updateGroup', 'description', ['getGroup']),
  parameterIgnored('updateGroup', 'name', ['getGroup']),
  permitted('updateGroup', 'those who do not own the group'),
  lost('updateGroup', ['getGroup']),
  lost('deleteGroup', ['getGroup', 'listGroups']),
  {
    name: 'deleteGroup leaves the projects of the group',
    operation: 'deleteGroup',
    alsoAt: ['getProject', 'listAllProjects', 'listVisibleProjects'],
    kind: 'cascade forgotten',
    fault: beside('deleteGroup', ({ db }, call) => {
      const id = call.path.get('id') ?? ''
      const group = db.namespaces.get(Number(id)) ?? db.namespaces.one('path', id.toLowerCase())
      const elsewhere = db.namespaces.all().find(({ kind }) => kind === 'user')
      const projects = db.projects.by('namespace_id', group?.id).slice()
      if (!elsewhere || projects.length === 0) return undefined
      for (const project of projects) {
        db.projects.replace(project, { namespace_id: elsewhere.id })
      }
      return () => {}
    }),
  },
  filterIgnored('listGroupProjects', 'archived'),
  filterIgnored('listGroupProjects', 'visibility'),
  filterIgnored('listGroupProjects', 'search'),
  orderIgnored('listGroupProjects', 'order_by'),
  defaultChanged('listGroupProjects', 'sort', 'asc'),
  leaking('listGroupProjects', 'private projects to those who are no members'),
  wrong('listGroupProjects', 'visibility_level', 'public for all', () => 20),
  permitted('transferProjectToGroup', 'plain users'),
  lost('transferProjectToGroup', ['getProject', 'getGroup', 'listGroupProjects']),
]
