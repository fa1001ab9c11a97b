import type { OperationId } from '../../../src/contract/generated/v3/contract.ts'
import { parametersOf } from '../mutants/call.ts'
import { asAdministrator, isAnonymous, permit } from '../mutants/faults/access.ts'
import { editHeader, editJson, editStatus } from '../mutants/faults/answers.ts'
import { editList } from '../mutants/faults/lists.ts'
import { answer, on, onCalls } from '../mutants/faults/operations.ts'
import { ignore, misread } from '../mutants/faults/requests.ts'
import { lose, staleReads } from '../mutants/faults/state.ts'
import { isObject, type Json, type JsonObject } from '../mutants/json.ts'
import type { Fault } from '../mutants/mutant.ts'

/** A server with one subtle fault, and the operations at which that is right to be told. */
export interface FaultyServer {
  /** Which sentence of the specification is broken. */
  readonly name: string
  readonly at: readonly OperationId[]
  readonly fault: Fault
  /** Whether it shows only where settings of the instance and system hooks are written. */
  readonly needsInstance?: true
}

const faulty = (
  name: string,
  at: OperationId | readonly OperationId[],
  fault: Fault,
): FaultyServer => ({ name, at: [at].flat(), fault })

/** Changes each object of an answer, or of each item of the list that it is. */
function eachObject(
  operations: OperationId | readonly OperationId[],
  edit: (object: JsonObject) => JsonObject,
): Fault {
  const one = (json: Json) => (isObject(json) ? edit(json) : json)
  return editJson(operations, (json) => (Array.isArray(json) ? json.map(one) : one(json)))
}

const number = (value: Json | undefined) => (typeof value === 'number' ? value : 0)

/** Does a second write after one that succeeded, as an administrator: the body names what is written. */
function alsoWrites(
  operation: OperationId,
  method: 'PUT' | 'DELETE' | 'POST',
  pathOf: (path: string) => string,
  parameters: (sent: JsonObject) => JsonObject = () => ({}),
): Fault {
  return on(operation, async (call, context) => {
    const response = await answer(call, context)
    if (!response.ok) return response
    const url = new URL(call.url)
    url.pathname = pathOf(url.pathname)
    url.search = ''
    const other = asAdministrator({ ...call, url, method }, context.forge)
    const headers = new Headers(other.headers)
    headers.set('content-type', 'application/json')
    const bytes = new TextEncoder().encode(JSON.stringify(parameters(parametersOf(call))))
    await answer({ ...other, headers, bytes: method === 'DELETE' ? undefined : bytes }, context)
    context.hit()
    return response
  })
}

const counters: readonly FaultyServer[] = [
  faulty(
    'user_notes_count of an issue in the list of a group counts one too many once it is closed',
    'listIssuesOfGroup',
    eachObject('listIssuesOfGroup', (one) =>
      one.state === 'closed' ? { ...one, user_notes_count: number(one.user_notes_count) + 1 } : one,
    ),
  ),
  faulty(
    'open_issues_count of one project stays at one where there are more',
    'getProject',
    eachObject('getProject', (one) => ({
      ...one,
      ...(number(one.open_issues_count) > 1 ? { open_issues_count: 1 } : {}),
    })),
  ),
  faulty(
    'open_issues_count does not go down when an issue is deleted',
    [
      'getProject',
      'listProjects',
      'listVisibleProjects',
      'listOwnedProjects',
      'listAllProjects',
      'listGroupProjects',
      'getGroup',
    ],
    (context) => {
      const extra = new Map<number, number>()
      const deletes = on('deleteIssue', async (call, inner) => {
        const response = await answer(call, inner)
        const body: Json = response.ok ? await response.clone().json() : null
        if (isObject(body) && body.state === 'opened') {
          extra.set(number(body.project_id), (extra.get(number(body.project_id)) ?? 0) + 1)
        }
        return response
      })(context)
      const reads = eachObject(
        [
          'getProject',
          'listProjects',
          'listVisibleProjects',
          'listOwnedProjects',
          'listAllProjects',
          'listGroupProjects',
        ],
        (one) => {
          const more = extra.get(number(one.id)) ?? 0
          return more > 0
            ? { ...one, open_issues_count: number(one.open_issues_count) + more }
            : one
        },
      )(context)
      return (request) => (request.method === 'DELETE' ? deletes(request) : reads(request))
    },
  ),
  faulty(
    'user_notes_count of a merge request leaves out the last note in the list',
    'listMergeRequests',
    eachObject('listMergeRequests', (one) => ({
      ...one,
      user_notes_count: Math.max(0, number(one.user_notes_count) - 1),
    })),
  ),
  faulty(
    'X-Total of the issues of a project counts the closed ones though opened were asked for',
    'listIssuesOfProject',
    (context) =>
      on('listIssuesOfProject', async (call, inner) => {
        const response = await answer(call, inner)
        if (parametersOf(call).state !== 'opened' || !response.ok) return response
        const url = new URL(call.url)
        url.searchParams.delete('state')
        const all = await answer({ ...call, url }, inner)
        const total = all.headers.get('x-total')
        if (total === response.headers.get('x-total')) return response
        inner.hit()
        const headers = new Headers(response.headers)
        headers.set('x-total', String(total))
        return new Response(response.body, { status: 200, headers })
      })(context),
  ),
]

const staleness: readonly FaultyServer[] = [
  faulty(
    'the list of branches is as before the last write',
    'listBranches',
    staleReads('listBranches'),
  ),
  faulty('the list of tags is as before the last write', 'listTags', staleReads('listTags')),
  faulty('own issues are as before the last write', 'listOwnIssues', staleReads('listOwnIssues')),
  faulty(
    'the members of a group are as before the last write',
    'listGroupMembers',
    staleReads('listGroupMembers'),
  ),
  faulty(
    'the notes of an issue are as before the last write',
    'listIssueNotes',
    staleReads('listIssueNotes'),
  ),
  faulty('the tree is as before the last commit', 'listTree', staleReads('listTree')),
  faulty(
    'the keys that an administrator sees of a user are as before the last write',
    'listSshKeysOfUser',
    staleReads('listSshKeysOfUser'),
  ),
]

const frames: readonly FaultyServer[] = [
  faulty(
    'renaming an issue takes its due date away',
    ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
    on('updateIssue', async (call, context) => {
      const sent = parametersOf(call)
      const response = await answer(call, context)
      if (!response.ok || sent.title === undefined || sent.due_date !== undefined) return response
      const bytes = new TextEncoder().encode(JSON.stringify({ due_date: null }))
      const headers = new Headers(asAdministrator(call, context.forge).headers)
      headers.set('content-type', 'application/json')
      context.hit()
      return answer({ ...call, headers, bytes }, context)
    }),
  ),
  faulty(
    'changing the labels of an issue reopens it',
    ['updateIssue', 'getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
    on('updateIssue', async (call, context) => {
      const response = await answer(call, context)
      if (!response.ok || parametersOf(call).labels === undefined) return response
      const bytes = new TextEncoder().encode(JSON.stringify({ state_event: 'reopen' }))
      const headers = new Headers(asAdministrator(call, context.forge).headers)
      headers.set('content-type', 'application/json')
      const again = await answer({ ...call, headers, bytes }, context)
      context.hit()
      return again
    }),
  ),
  faulty(
    'protecting a branch protects every other one of its first letter',
    ['getBranch', 'listBranches', 'protectBranch', 'unprotectBranch', 'createBranch'],
    alsoWrites('protectBranch', 'PUT', (path) =>
      path.replace(/branches\/[^/]+\/protect$/, 'branches/alpha/protect'),
    ),
  ),
  faulty(
    'changing the bio of a user takes their location away',
    ['updateUser', 'getUser', 'getCurrentUser', 'listUsers'],
    on('updateUser', async (call, context) => {
      const sent = parametersOf(call)
      if (sent.bio === undefined && sent.organization === undefined) return answer(call, context)
      const bytes = new TextEncoder().encode(JSON.stringify({ ...sent, location: '' }))
      const headers = new Headers(call.headers)
      headers.set('content-type', 'application/json')
      context.hit()
      return answer({ ...call, headers, bytes }, context)
    }),
  ),
  faulty(
    'changing the description of a group changes whether access may be asked for',
    ['updateGroup', 'getGroup', 'listGroups', 'listOwnedGroups'],
    on('updateGroup', async (call, context) => {
      const sent = parametersOf(call)
      if (sent.description === undefined) return answer(call, context)
      const bytes = new TextEncoder().encode(
        JSON.stringify({ ...sent, request_access_enabled: false }),
      )
      const headers = new Headers(call.headers)
      headers.set('content-type', 'application/json')
      context.hit()
      return answer({ ...call, headers, bytes }, context)
    }),
  ),
  faulty(
    'deleting one note deletes all of its author from the list',
    'listIssueNotes',
    (context) => {
      const gone = new Set<string>()
      const deletes = on('deleteIssueNote', async (call, inner) => {
        const response = await answer(call, inner)
        const body: Json = response.ok ? await response.clone().json() : null
        const author = isObject(body) && isObject(body.author) ? body.author.id : undefined
        if (isObject(body)) gone.add(`${body.noteable_id} ${author}`)
        return response
      })(context)
      const reads = editList('listIssueNotes', (items) =>
        items.filter(
          (one) =>
            !isObject(one) ||
            !isObject(one.author) ||
            !gone.has(`${one.noteable_id} ${one.author.id}`),
        ),
      )(context)
      return (request) => (request.method === 'DELETE' ? deletes(request) : reads(request))
    },
  ),
  faulty(
    'changing a snippet makes it private',
    ['updateSnippet', 'getSnippet', 'listSnippets', 'getRawSnippet'],
    on('updateSnippet', async (call, context) => {
      const sent = parametersOf(call)
      if (sent.visibility_level !== undefined) return answer(call, context)
      const bytes = new TextEncoder().encode(JSON.stringify({ ...sent, visibility_level: 0 }))
      const headers = new Headers(call.headers)
      headers.set('content-type', 'application/json')
      context.hit()
      return answer({ ...call, headers, bytes }, context)
    }),
  ),
]

const visibility: readonly FaultyServer[] = [
  faulty(
    'a stranger is shown private projects by their ids',
    'getProject',
    permit('getProject', [404]),
  ),
  faulty(
    'confidential issues stand in the list of a project for everybody',
    'listIssuesOfProject',
    on('listIssuesOfProject', async (call, context) => {
      const response = await answer(call, context)
      if (!response.ok) return response
      const all = await answer(asAdministrator(call, context.forge), context)
      if (all.headers.get('x-total') === response.headers.get('x-total')) return response
      context.hit()
      return all
    }),
  ),
  faulty(
    'a confidential issue is shown to whoever knows its id',
    'getIssue',
    permit('getIssue', [404]),
  ),
  faulty('guests push files', 'createFile', permit('createFile', [403])),
  faulty('developers delete issues', 'deleteIssue', permit('deleteIssue', [403])),
  faulty(
    'developers add members to a project',
    'addProjectMember',
    permit('addProjectMember', [403]),
  ),
  faulty('developers protect branches', 'protectBranch', permit('protectBranch', [403])),
  faulty(
    'whoever is not signed in lists the issues of a public project',
    'listIssuesOfProject',
    permit('listIssuesOfProject', [401], isAnonymous),
  ),
  faulty(
    'users see the addresses of others',
    ['getUser'],
    on('getUser', async (call, context) => {
      const response = await answer(call, context)
      const body: Json = response.ok ? await response.clone().json() : null
      if (!isObject(body) || 'email' in body) return response
      const all = await answer(asAdministrator(call, context.forge), context)
      context.hit()
      return all
    }),
  ),
  faulty(
    'a private project stands among those that a stranger sees',
    'listVisibleProjects',
    on('listVisibleProjects', async (call, context) => {
      const response = await answer(call, context)
      if (!response.ok) return response
      const all = await answer(asAdministrator(call, context.forge), context)
      context.hit()
      return all
    }),
  ),
]

const pages: readonly FaultyServer[] = [
  faulty(
    'the second page of issues begins with the last of the first',
    'listIssuesOfProject',
    misread('listIssuesOfProject', 'page', (page) => (String(page) === '2' ? 1 : page)),
  ),
  faulty(
    'X-Total-Pages is one too many where the last page is full',
    ['listIssuesOfProject', 'listBranches', 'listTags'],
    on(['listIssuesOfProject', 'listBranches', 'listTags'], async (call, context) => {
      const response = await answer(call, context)
      const [total, size] = ['x-total', 'x-per-page'].map((name) =>
        Number(response.headers.get(name)),
      )
      if (!response.ok || !total || !size || total % size !== 0) return response
      context.hit()
      const headers = new Headers(response.headers)
      headers.set('x-total-pages', String(total / size + 1))
      return new Response(response.body, { status: 200, headers })
    }),
  ),
  faulty(
    'Link loses per_page',
    ['listIssuesOfProject', 'listMergeRequests', 'listProjects', 'listCommits'],
    editHeader(
      ['listIssuesOfProject', 'listMergeRequests', 'listProjects', 'listCommits'],
      'link',
      (value) => (value ?? '').replace(/per_page=\d+/g, 'per_page=20'),
    ),
  ),
  faulty(
    'X-Next-Page is there on the last page',
    ['listCommits', 'listIssueNotes'],
    editHeader(['listCommits', 'listIssueNotes'], 'x-next-page', (value) => value || '2'),
  ),
  faulty(
    'tags are in alphabetical order',
    'listTags',
    editList('listTags', (items) => items.toReversed()),
  ),
  faulty(
    'issues that are asked for upwards come downwards',
    ['listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'],
    ignore(['listIssuesOfProject', 'listIssuesOfGroup', 'listOwnIssues'], ['sort']),
  ),
  faulty(
    'own issues with several labels have to have all of them',
    'listOwnIssues',
    misread('listOwnIssues', 'labels', (labels) => String(labels).replace('bug,', '')),
  ),
  faulty(
    'the issues of a group do not follow state',
    'listIssuesOfGroup',
    ignore('listIssuesOfGroup', ['state']),
  ),
]

const events: readonly FaultyServer[] = [
  faulty(
    'closing an issue is no event of the project',
    'listProjectEvents',
    editList('listProjectEvents', (items) =>
      items.filter(
        (one) => !isObject(one) || one.action_name !== 'closed' || one.target_type !== 'Issue',
      ),
    ),
  ),
  faulty(
    'comments are no events of their author',
    'listUserEvents',
    editList('listUserEvents', (items) =>
      items.filter((one) => !isObject(one) || one.action_name !== 'commented on'),
    ),
  ),
  faulty(
    'events name the owner of the project as their author',
    'listProjectEvents',
    eachObject('listProjectEvents', (one) =>
      one.action_name === 'opened' ? { ...one, author_id: 1, author_username: 'root' } : one,
    ),
  ),
  faulty(
    'the oldest event stands first',
    ['listProjectEvents', 'listUserEvents'],
    editList(['listProjectEvents', 'listUserEvents'], (items) => items.toReversed()),
  ),
  faulty(
    'a push says one commit less than it had',
    'listProjectEvents',
    eachObject('listProjectEvents', (one) =>
      isObject(one.data)
        ? {
            ...one,
            data: { ...one.data, total_commits_count: number(one.data.total_commits_count) + 1 },
          }
        : one,
    ),
  ),
]

const numbers: readonly FaultyServer[] = [
  faulty(
    'the number of a deleted issue is given again',
    ['createIssue', 'getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
    (context) => {
      const shift = new Map<number, number>()
      const deletes = on('deleteIssue', async (call, inner) => {
        const response = await answer(call, inner)
        const body: Json = response.ok ? await response.clone().json() : null
        if (isObject(body)) {
          const project = number(body.project_id)
          shift.set(project, (shift.get(project) ?? 0) + 1)
        }
        return response
      })(context)
      const renumbered = new Map<number, number>()
      const creates = eachObject('createIssue', (one) => {
        const back = shift.get(number(one.project_id)) ?? 0
        if (back > 0) renumbered.set(number(one.id), number(one.iid) - back)
        return back > 0 ? { ...one, iid: number(one.iid) - back } : one
      })(context)
      const reads = eachObject(
        ['getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
        (one) => {
          const iid = renumbered.get(number(one.id))
          return iid === undefined ? one : { ...one, iid }
        },
      )(context)
      return (request) =>
        request.method === 'DELETE'
          ? deletes(request)
          : request.method === 'POST'
            ? creates(request)
            : reads(request)
    },
  ),
  faulty(
    'a note names another as its author when it is changed',
    ['getIssueNote', 'listIssueNotes'],
    eachObject(['getIssueNote', 'listIssueNotes'], (one) =>
      one.created_at !== one.updated_at && isObject(one.author)
        ? { ...one, author: { ...one.author, id: 1, username: 'root', name: 'Administrator' } }
        : one,
    ),
  ),
  faulty(
    'an issue that is closed was made when it was closed',
    ['getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'],
    eachObject(['getIssue', 'listIssuesOfProject', 'listOwnIssues', 'listIssuesOfGroup'], (one) =>
      one.state === 'closed' ? { ...one, created_at: one.updated_at ?? null } : one,
    ),
  ),
]

const transitions: readonly FaultyServer[] = [
  faulty(
    'unsubscribing from an issue is answered and not done',
    ['getIssue', 'unsubscribeFromIssue', 'listIssuesOfProject', 'subscribeToIssue'],
    lose('unsubscribeFromIssue'),
  ),
  faulty(
    'subscribing to an issue again is no 304',
    'subscribeToIssue',
    editStatus('subscribeToIssue', 304, 201),
  ),
  faulty(
    'unprotecting a branch is answered and not done',
    ['getBranch', 'listBranches'],
    lose('unprotectBranch'),
  ),
  faulty(
    'developers_can_push is true wherever developers can merge',
    ['protectBranch', 'getBranch', 'listBranches'],
    eachObject(['protectBranch', 'getBranch', 'listBranches'], (one) =>
      one.developers_can_merge === true ? { ...one, developers_can_push: true } : one,
    ),
  ),
  faulty(
    'unprotecting keeps what developers may do',
    ['unprotectBranch'],
    eachObject('unprotectBranch', (one) => ({ ...one, developers_can_push: true })),
  ),
  faulty(
    'a merge answers well and is not done',
    [
      'getMergeRequest',
      'listMergeRequests',
      'mergeMergeRequest',
      'getMergeRequestChanges',
      'getFile',
      'getBranch',
      'listProjectEvents',
      'updateMergeRequest',
      'createMergeRequest',
      'listMergeRequestCommits',
    ],
    lose('mergeMergeRequest'),
  ),
  faulty(
    'a merge with another sha is carried out',
    'mergeMergeRequest',
    misread('mergeMergeRequest', 'sha', (sha) => (/^f{40}$/.test(String(sha)) ? undefined : sha)),
  ),
  faulty(
    'a merged request is still opened in the list',
    'listMergeRequests',
    eachObject('listMergeRequests', (one) =>
      one.state === 'merged' ? { ...one, state: 'opened' } : one,
    ),
  ),
  faulty(
    'a draft is no work in progress once its title was changed',
    [
      'getMergeRequest',
      'listMergeRequests',
      'createMergeRequest',
      'updateMergeRequest',
      'getMergeRequestChanges',
    ],
    eachObject(['getMergeRequest', 'listMergeRequests'], (one) => ({
      ...one,
      work_in_progress: false,
    })),
  ),
  faulty(
    'merging closes no issue',
    [
      'getIssue',
      'listIssuesOfProject',
      'listIssuesOfGroup',
      'listOwnIssues',
      'getProject',
      'listProjects',
      'listProjectEvents',
      'listUserEvents',
    ],
    on('mergeMergeRequest', async (call, context) => {
      const closed = context.forge.db.issues.all().filter(({ state }) => state === 'closed').length
      const open = context.forge.db.issues.all().filter(({ state }) => state === 'opened')
      const response = await answer(call, context)
      if (!response.ok) return response
      for (const issue of open) {
        if (context.forge.db.issues.get(issue.id)?.state !== 'closed') continue
        context.hit()
        const path = `/api/v3/projects/${issue.project_id}/issues/${issue.id}`
        const other = asAdministrator({ ...call, url: new URL(path, call.url) }, context.forge)
        const headers = new Headers(other.headers)
        headers.set('content-type', 'application/json')
        const bytes = new TextEncoder().encode(JSON.stringify({ state_event: 'reopen' }))
        await answer({ ...other, method: 'PUT', headers, bytes }, context)
      }
      return closed < 0 ? response : response
    }),
  ),
  faulty('a release can be made twice', 'createRelease', editStatus('createRelease', 409, 201)),
  faulty(
    'a blocked user stays active in the list',
    'listUsers',
    eachObject('listUsers', (one) => (one.state === 'blocked' ? { ...one, state: 'active' } : one)),
  ),
  faulty(
    'a blocked user goes on reading',
    'getCurrentUser',
    permit('getCurrentUser', [401, 403], (call) => !isAnonymous(call)),
  ),
  faulty(
    'a key that is deleted twice is not found the second time',
    'deleteOwnSshKey',
    on('deleteOwnSshKey', async (call, context) => {
      const response = await answer(call, context)
      if ((await response.clone().text()) !== 'null') return response
      context.hit()
      return Response.json({ message: '404 Not Found' }, { status: 404 })
    }),
  ),
  faulty('a deleted snippet can still be read raw', 'getRawSnippet', (context) => {
    const kept = new Map<string, string>()
    const reads = on('getRawSnippet', async (call, inner) => {
      const response = await answer(call, inner)
      const path = call.url.pathname
      if (response.ok) kept.set(path, await response.clone().text())
      const text = kept.get(path)
      if (response.status !== 404 || text === undefined) return response
      inner.hit()
      return new Response(text, { headers: { 'content-type': 'text/plain' } })
    })
    return reads(context)
  }),
  faulty(
    'expires_at of a membership is lost when its level changes',
    [
      'getProjectMember',
      'getGroupMember',
      'listProjectMembers',
      'listGroupMembers',
      'updateProjectMember',
    ],
    eachObject(['getProjectMember', 'getGroupMember'], (one) => ({ ...one, expires_at: null })),
  ),
  faulty(
    'a removed member still sees the private project',
    ['getProject', 'listProjects', 'getProjectMember', 'listProjectMembers', 'listProjectUsers'],
    lose('removeProjectMember'),
  ),
  faulty(
    'a transferred project stays in the list of its former group',
    ['listGroupProjects', 'getGroup'],
    staleReads('listGroupProjects'),
  ),
  faulty(
    'a custom notification level switches no event on',
    [
      'getProjectNotificationSettings',
      'getGroupNotificationSettings',
      'updateProjectNotificationSettings',
      'updateGroupNotificationSettings',
    ],
    eachObject(['getProjectNotificationSettings', 'getGroupNotificationSettings'], (one) =>
      one.level === 'custom' ? { ...one, level: 'participating' } : one,
    ),
  ),
  faulty(
    'a status that succeeds is shown as running in the list',
    'listCommitStatuses',
    eachObject('listCommitStatuses', (one) =>
      one.status === 'success' ? { ...one, status: 'running', finished_at: null } : one,
    ),
  ),
  faulty(
    'a canceled build is pending in the list',
    'listBuilds',
    eachObject('listBuilds', (one) =>
      one.status === 'canceled' ? { ...one, status: 'pending' } : one,
    ),
  ),
  faulty(
    'a file is read from the default branch, whatever ref is asked for',
    ['getFile'],
    misread('getFile', 'ref', () => 'master'),
  ),
  faulty(
    'a comparison is the other way round',
    'compareRevisions',
    on('compareRevisions', (call, context) => {
      const url = new URL(call.url)
      const [from, to] = ['from', 'to'].map((name) => url.searchParams.get(name) ?? '')
      url.searchParams.set('from', to ?? '')
      url.searchParams.set('to', from ?? '')
      context.hit()
      return answer({ ...call, url }, context)
    }),
  ),
  faulty(
    'sudo by a user who is no administrator is carried out',
    'getCurrentUser',
    onCalls(
      ({ headers }) => headers.has('sudo'),
      async (call, context) => {
        const response = await answer(call, context)
        if (response.status !== 403) return response
        const headers = new Headers(call.headers)
        headers.delete('sudo')
        context.hit()
        return answer({ ...call, headers }, context)
      },
    ),
  ),
]

const instance: readonly FaultyServer[] = [
  {
    ...faulty(
      'a system hook forgets whether it hears of tags',
      ['createSystemHook', 'deleteSystemHook'],
      eachObject(['createSystemHook', 'deleteSystemHook'], (one) => ({
        ...one,
        tag_push_events: false,
      })),
    ),
    needsInstance: true,
  },
  {
    ...faulty(
      'a setting is answered and not kept',
      ['getApplicationSettings', 'updateApplicationSettings'],
      lose(
        'updateApplicationSettings',
        (call) => parametersOf(call).max_attachment_size !== undefined,
      ),
    ),
    needsInstance: true,
  },
]

/** Servers of which `compare` has to tell the fault, each at one of its operations. */
export const faultyServers: readonly FaultyServer[] = [
  ...counters,
  ...staleness,
  ...frames,
  ...visibility,
  ...pages,
  ...events,
  ...numbers,
  ...transitions,
  ...instance,
]
