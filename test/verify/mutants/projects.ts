import {
  createdAsOk,
  leaking,
  lost,
  notHidden,
  permitted,
  permittedToAnonymous,
  reversed,
  statusWrong,
  unknownAsOk,
} from './behaviour.ts'
import { isAnonymous } from './faults/access.ts'
import { editList } from './faults/lists.ts'
import { answer } from './faults/operations.ts'
import { reroute } from './faults/requests.ts'
import { acceptInstead, loseEvents, whileChanged } from './faults/state.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import { isObject } from './json.ts'
import type { Fault, Mutant, OperationId } from './mutant.ts'
import {
  anyValueAccepted,
  defaultChanged,
  filterIgnored,
  missingAccepted,
  orderIgnored,
  parameterIgnored,
} from './parameters.ts'

export const projectLists: readonly Mutant[] = [
  filterIgnored('listProjects', 'archived'),
  filterIgnored('listProjects', 'visibility'),
  filterIgnored('listProjects', 'search'),
  orderIgnored('listProjects', 'order_by'),
  orderIgnored('listProjects', 'sort'),
  defaultChanged('listProjects', 'sort', 'asc'),
  defaultChanged('listProjects', 'order_by', 'name'),
  dropped('listProjects', 'namespace'),
  {
    name: 'listProjects lists what the caller can see',
    operation: 'listProjects',
    kind: 'filter keeps too much',
    fault: reroute('listProjects', () => '/projects/visible'),
  },
  filterIgnored('listVisibleProjects', 'visibility'),
  filterIgnored('listVisibleProjects', 'search'),
  filterIgnored('listVisibleProjects', 'archived'),
  leaking('listVisibleProjects', 'private projects to those who are no members'),
  {
    name: 'listVisibleProjects leaves out internal projects',
    operation: 'listVisibleProjects',
    kind: 'value wrong',
    fault: editList('listVisibleProjects', (items) =>
      items.filter((item) => !isObject(item) || item.visibility_level !== 10),
    ),
  },
  filterIgnored('listOwnedProjects', 'visibility'),
  orderIgnored('listOwnedProjects', 'order_by'),
  parameterIgnored('listOwnedProjects', 'statistics'),
  {
    name: 'listOwnedProjects lists what the caller is a member of',
    operation: 'listOwnedProjects',
    kind: 'filter keeps too much',
    fault: reroute('listOwnedProjects', () => '/projects'),
  },
  {
    name: 'listStarredProjects lists what the caller is a member of',
    operation: 'listStarredProjects',
    kind: 'filter keeps too much',
    fault: reroute('listStarredProjects', () => '/projects'),
  },
  retyped('listStarredProjects', 'star_count'),
  orderIgnored('listStarredProjects', 'sort'),
  permitted('listAllProjects', 'plain users'),
  filterIgnored('listAllProjects', 'search'),
  filterIgnored('listAllProjects', 'visibility'),
  {
    name: 'listAllProjects leaves out private projects',
    operation: 'listAllProjects',
    kind: 'value wrong',
    fault: editList('listAllProjects', (items) =>
      items.filter((item) => !isObject(item) || item.visibility_level !== 0),
    ),
  },
  filterIgnored('listProjectUsers', 'search'),
  dropped('listProjectUsers', 'state'),
  permittedToAnonymous('listProjectUsers'),
  reversed('listProjectEvents'),
  dropped('listProjectEvents', 'author_username'),
  retyped('listProjectEvents', 'project_id'),
  notHidden('listProjectEvents', 'those who do not see the project'),
  statusWrong('listProjectEvents', 200, 401, 'without credentials', (_json, call) =>
    isAnonymous(call),
  ),
  eventLost('createIssue', 'the opening of an issue'),
  eventLost('updateIssue', 'the closing of an issue'),
  eventLost('createIssueNote', 'a comment'),
  eventLost('createCommit', 'a push'),
]

export const projects: readonly Mutant[] = [
  dropped('getProject', 'path_with_namespace'),
  renamed('getProject', 'star_count', 'stars'),
  retyped('getProject', 'public'),
  nulled('getProject', 'tag_list'),
  nulled('getProject', 'web_url'),
  wrong('getProject', 'visibility_level', 'private for all', () => 0, ['createProject']),
  wrong('getProject', 'namespace.path', 'that of another', () => 'elsewhere'),
  notHidden('getProject', 'those who are no members of a private project'),
  statusWrong('getProject', 404, 403, 'for a private project', (_json, call) => !isAnonymous(call)),
  statusWrong('getProject', 200, 401, 'without credentials', (_json, call) => isAnonymous(call)),
  statusWrong(
    'getProject',
    200,
    404,
    'when it is asked for by NAMESPACE/NAME',
    (_json, { path }) => path.get('id')?.includes('/') === true,
  ),
  createdAsOk('createProject'),
  missingAccepted('createProject', 'name', 'made-up'),
  anyValueAccepted('createProject', 'visibility_level', [0, 10, 20]),
  ...(
    ['description', 'issues_enabled', 'visibility_level', 'public', 'public_builds'] as const
  ).map((name) => parameterIgnored('createProject', name, ['getProject'])),
  ...(['path', 'namespace_id', 'only_allow_merge_if_build_succeeds', 'wiki_enabled'] as const).map(
    (name) => parameterIgnored('createProject', name, ['getProject']),
  ),
  lost('createProject', ['getProject', 'listProjects', 'listOwnedProjects']),
  {
    name: 'createProject does not mind the limit of projects of the user',
    operation: 'createProject',
    kind: 'permission not enforced',
    fault: ignoreProjectsLimit(),
  },
  {
    name: 'createProject does not mind restricted_visibility_levels',
    operation: 'createProject',
    alsoAt: ['updateApplicationSettings'],
    kind: 'permission not enforced',
    fault: ignoreRestrictedLevels(),
  },
  createdAsOk('createProjectForUser'),
  permitted('createProjectForUser', 'plain users'),
  unknownAsOk('createProjectForUser'),
  {
    name: 'createProjectForUser gives the project to the caller',
    operation: 'createProjectForUser',
    alsoAt: ['getProject'],
    kind: 'parameter ignored',
    fault: reroute('createProjectForUser', () => '/projects'),
  },
]

function eventLost(operation: OperationId, what: string): Mutant {
  return {
    name: `${operation} does not record ${what} as an event`,
    operation: 'listProjectEvents',
    alsoAt: ['listUserEvents', operation],
    kind: 'event not recorded',
    fault: loseEvents(operation),
  }
}

function ignoreProjectsLimit(): Fault {
  return acceptInstead('createProject', 403, async (call, context) => {
    const { users } = context.forge.db
    const before = users.all().slice()
    const response = await whileChanged(
      () => {
        for (const user of before) users.replace(user, { projects_limit: 1000 })
        return () => {
          for (const { id, projects_limit } of before) {
            const user = users.get(id)
            if (user) users.replace(user, { projects_limit })
          }
        }
      },
      () => answer(call, context),
    )
    return response.ok ? response : undefined
  })
}

function ignoreRestrictedLevels(): Fault {
  return acceptInstead('createProject', 400, async (call, context) => {
    const { settings } = context.forge.db
    const [present] = settings.all()
    if (!present?.restricted_visibility_levels?.length) return undefined
    const { restricted_visibility_levels } = present
    const response = await whileChanged(
      () => {
        const changed = settings.replace(present, { restricted_visibility_levels: [] })
        return () => void settings.replace(changed, { restricted_visibility_levels })
      },
      () => answer(call, context),
    )
    return response.ok ? response : undefined
  })
}
