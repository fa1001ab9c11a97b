import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { type History, replay, type Step } from '../../../src/verify/compare/index.ts'
import { faultyServer } from '../unforeseen/find-server.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

const id = '<project1>'
const place: History = [
  {
    ...{ operation: 'createGroup', as: 'admin', makes: 'group1' },
    parameters: { name: '<group1.name>', path: '<group1.name>' },
  },
  {
    ...{ operation: 'createProject', as: 'admin', makes: 'project1' },
    parameters: { name: '<project1.name>', path: '<project1.name>', namespace_id: '<group1>' },
  },
]
const asAdmin = (operation: Step['operation'], parameters: Step['parameters'] = {}): Step => ({
  ...{ operation, as: 'admin' },
  parameters: { id, ...parameters },
})
const file = { file_path: 'a.txt', content: 'one\n', commit_message: 'Begin' }
const removed = { file_path: 'a.txt', commit_message: 'Remove' }
const code: History = [...place, asAdmin('createFile', { ...file, branch_name: 'master' })]

interface Changed {
  readonly status: number
  readonly body: Readonly<Record<string, unknown>>
}

/** Compares a server that answers the last call of a history otherwise, and returns where it differs. */
async function differencesOf(
  history: History,
  change: (status: number, body: Readonly<Record<string, unknown>>) => Changed,
) {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const last = history.at(-1)
  let calls = 0
  const options = {
    ...{ url: 'http://forge.test', token: 'root-token', patience: 50 },
    ...{ instance: true, journal: () => {} },
    async fetch(request: Request) {
      const path = new URL(request.url).pathname
      const response = await forge.fetch(request)
      if (!isOfStep(last, request.method, path)) return response
      calls++
      const { status, body } = change(response.status, await response.json())
      return Response.json(body, { status })
    },
  }
  const found = await replay(options, history)
  expect(calls).toBeGreaterThan(0)
  return found.map(({ place }) => place)
}

/** Whether a request is one of an operation, by its method and the end of its path. */
function isOfStep(step: Step | undefined, method: string, path: string): boolean {
  const [verb, end] = requests[step?.operation ?? ''] ?? []
  return method === verb && end?.test(path) === true
}

const requests: Readonly<Record<string, readonly [method: string, path: RegExp]>> = {
  deleteBranch: ['DELETE', /\/branches\//],
  createTag: ['POST', /\/tags$/],
  addProjectMember: ['POST', /\/members$/],
  moveIssue: ['POST', /\/move$/],
  testSystemHook: ['GET', /\/hooks\/\d+$/],
  createMergeRequest: ['POST', /\/merge_requests$/],
}

const withoutBody = (status: number): Changed => ({ status, body: {} })

it.each([
  [[...code, asAdmin('deleteBranch', { branch: 'nowhere' })]],
  [[...code, asAdmin('createTag', { tag_name: 'v1', ref: 'nowhere' })]],
  [
    [
      ...place,
      { ...asAdmin('createIssue', { title: 'A leak' }), makes: 'issue1' },
      asAdmin('moveIssue', { issue_id: '<issue1>', to_project_id: id }),
    ],
  ],
])('demands a message where a refusal is to be explained', async (history) => {
  expect(await differencesOf(history, withoutBody)).toEqual(['message'])
  const anotherText = (status: number) => ({ status, body: { message: 'No' } })
  expect(await differencesOf(history, anotherText)).toEqual([])
})

it('demands the status of a tag that cannot be made, whose message is open', async () => {
  const history = [...code, asAdmin('createTag', { tag_name: 'v1', ref: 'nowhere' })]
  const asRequest = () => ({ status: 400, body: { message: 'No' } })
  expect(await differencesOf(history, asRequest)).toEqual(['status'])
})

it('demands each field of the event of a test, whose values are open', async () => {
  const history: History = [
    {
      ...{ operation: 'createSystemHook', as: 'admin', makes: 'hook1', from: '0' },
      parameters: { url: 'http://<a.name>.invalid' },
    },
    { operation: 'testSystemHook', as: 'admin', parameters: { id: '<hook1>' } },
  ]
  const ofNobody = (status: number, { owner_name: _, ...body }: Changed['body']) => ({
    ...{ status, body },
  })
  expect(await differencesOf(history, ofNobody)).toEqual(['owner_name'])
  const another = (status: number, body: Changed['body']) => ({
    ...{ status, body: { ...body, owner_name: 'Nora', name: 'roof' } },
  })
  expect(await differencesOf(history, another)).toEqual([])
})

it('demands that a source branch is to be removed as it was sent, and leaves it open where nothing was', async () => {
  const proposed = (remove_source_branch?: boolean): History => [
    ...code,
    asAdmin('createBranch', { branch_name: 'topic', ref: 'master' }),
    {
      ...asAdmin('createMergeRequest', {
        ...{ source_branch: 'topic', target_branch: 'master', title: 'Mend' },
        remove_source_branch,
      }),
      makes: 'mergeRequest1',
    },
  ]
  const shown =
    (force_remove_source_branch: unknown) => (status: number, body: Changed['body']) => ({
      ...{ status, body: { ...body, force_remove_source_branch } },
    })
  const field = 'force_remove_source_branch'
  expect(await differencesOf(proposed(false), shown(true))).toEqual([field])
  expect(await differencesOf(proposed(true), shown(false))).toEqual([field])
  expect(await differencesOf(proposed(), shown(true))).toEqual([])
  expect(await differencesOf(proposed(), shown(null))).toEqual([])
})

it('demands that a user is added who is no member, whatever becomes of one who is', async () => {
  const member = { user_id: '<user1>', access_level: 30 }
  const add = asAdmin('addProjectMember', member)
  const refused = (_status: number, body: Changed['body']) => ({ status: 409, body })
  expect(await differencesOf([...place, ...person, add], refused)).toEqual(['status'])
  const removed = asAdmin('removeProjectMember', { user_id: '<user1>' })
  const again = [...place, ...person, add, removed, add]
  expect(await differencesOf(again, refusedFrom(2))).toEqual(['status'])
  expect(await differencesOf([...place, ...person, add, add], refusedFrom(2))).toEqual([])
})

/** Returns a change that refuses a call from the given time on. */
function refusedFrom(time: number) {
  let calls = 0
  return (status: number, body: Changed['body']) => ({
    status: ++calls >= time ? 409 : status,
    body,
  })
}

const proposing = (topic: string): History => [
  asAdmin('createBranch', { branch_name: topic, ref: 'master' }),
  asAdmin('createFile', { ...file, file_path: `${topic}.txt`, branch_name: topic }),
  {
    ...asAdmin('createMergeRequest', {
      ...{ source_branch: topic, target_branch: 'master', title: `Mend ${topic}` },
    }),
    makes: topic,
  },
]
const person: History = [
  {
    ...{ operation: 'createUser', as: 'admin', makes: 'user1' },
    parameters: {
      ...{ username: '<user1.name>', name: 'Nora', email: '<user1.name>@<mail>' },
      ...{ password: '<user1.password>', confirm: false },
    },
  },
  {
    ...{ operation: 'getCurrentUser', as: 'user1', parameters: {} },
    ...{ credential: 'sudo by id', makes: 'user1Session' },
  },
]
const asPerson = (operation: Step['operation'], parameters: Step['parameters'] = {}): Step => ({
  ...{ operation, as: 'user1', parameters },
})

/** Faulty servers, with calls that show the fault, and where it shows. */
const faults: readonly (readonly [name: string, history: History, places: readonly string[]])[] = [
  [
    'The links between pages of merge requests keep the last of several iids',
    [
      ...code,
      ...['one', 'two', 'three'].flatMap(proposing),
      asAdmin('listMergeRequests', { iids: ['<one.iid>', '<three.iid>'], per_page: 1 }),
    ],
    ['header Link'],
  ],
  [
    'The statistics of groups are for everyone who asks for them',
    [
      ...person,
      asPerson('createGroup', { name: '<group2.name>', path: '<group2.name>' }),
      asPerson('listGroups', { statistics: true }),
    ],
    ['[].statistics'],
  ],
  [
    'An empty private token is that of the first user, whose SSH keys it lists',
    [
      {
        ...{ operation: 'listOwnSshKeys', as: 'nobody', parameters: {} },
        credential: 'empty token',
      },
    ],
    ['status'],
  ],
  [
    'A second delete of a user answers with the user who no longer exists',
    [...person, asAdmin('deleteUser', { id: '<user1>' }), asAdmin('deleteUser', { id: '<user1>' })],
    ['body'],
  ],
  [
    'A file cannot be removed with the private token in the query and the parameters in the body',
    [
      ...code,
      {
        ...asAdmin('deleteFile', { ...removed, branch_name: 'master' }),
        ...{ credential: 'query', form: true },
      },
    ],
    ['status'],
  ],
  [
    'A blocked user who is a member of a group cannot be removed from it, since he is not found',
    [
      ...place,
      ...person,
      asAdmin('addGroupMember', { id: '<group1>', user_id: '<user1>', access_level: 30 }),
      asAdmin('blockUser', { id: '<user1>' }),
      asAdmin('removeGroupMember', { id: '<group1>', user_id: '<user1>' }),
    ],
    ['status'],
  ],
  [
    'The links between the pages of what belongs to a project write the slash in its path as it is',
    [...code, asAdmin('listBranches', { id: '<group1.name>/<project1.name>' })],
    ['header Link'],
  ],
  [
    'An issue that is read with sudo says whether the administrator himself is subscribed',
    [
      ...place,
      ...person,
      asAdmin('addProjectMember', { user_id: '<user1>', access_level: 20 }),
      { ...asAdmin('createIssue', { title: 'A leak' }), makes: 'issue1' },
      asAdmin('subscribeToIssue', { issue_id: '<issue1>' }),
      ...(['subscribeToIssue', 'unsubscribeFromIssue', 'getIssue'] as const).map((operation) => ({
        ...asAdmin(operation, { issue_id: '<issue1>' }),
        sudo: '<user1>',
      })),
    ],
    ['subscribed'],
  ],
  [
    'The owned projects of an administrator are also those that he made for other users',
    [
      ...person,
      {
        ...{ operation: 'createProjectForUser', as: 'admin', makes: 'project2' },
        parameters: { user_id: '<user1>', name: '<project2.name>' },
      },
      { operation: 'listOwnedProjects', as: 'admin', parameters: {} },
    ],
    ['[] (a further item)'],
  ],
  [
    'Who subscribed to one merge request of a project counts as subscribed to the others',
    [
      ...code,
      ...['one', 'two'].flatMap(proposing),
      ...person,
      asAdmin('addProjectMember', { user_id: '<user1>', access_level: 20 }),
      asPerson('subscribeToMergeRequest', { id, merge_request_id: '<one>' }),
      asPerson('getMergeRequest', { id, merge_request_id: '<two>' }),
      asPerson('subscribeToMergeRequest', { id, merge_request_id: '<two>' }),
    ],
    ['status'],
  ],
  [
    'A project that was transferred into a group is still there when the group is removed',
    [
      ...place,
      ...person,
      {
        ...{ operation: 'createProjectForUser', as: 'admin', makes: 'project2' },
        parameters: { user_id: '<user1>', name: '<project2.name>' },
      },
      asAdmin('transferProjectToGroup', { id: '<group1>', project_id: '<project2>' }),
      asAdmin('deleteGroup', { id: '<group1>' }),
      asAdmin('getProject', { id: '<project2>' }),
    ],
    ['status'],
  ],
  [
    'Deleting a file deletes with it every file whose path begins with its path',
    [
      ...code,
      asAdmin('createFile', { ...file, branch_name: 'master', file_path: 'a.txt.old' }),
      asAdmin('deleteFile', { ...removed, branch_name: 'master' }),
      asAdmin('getFile', { file_path: 'a.txt.old', ref: 'master' }),
    ],
    ['status'],
  ],
  [
    'A file that is no text is spoiled when it is moved without its content',
    [
      ...place,
      asAdmin('createFile', {
        ...{ branch_name: 'master', file_path: 'a.bin', commit_message: 'Begin' },
        ...{ content: 'AAECA/7/gIE=', encoding: 'base64' },
      }),
      asAdmin('createCommit', {
        ...{ branch_name: 'master', commit_message: 'Move' },
        actions: [{ action: 'move', file_path: 'b.bin', previous_path: 'a.bin' }],
      }),
      asAdmin('getRawFile', { sha: 'master', filepath: 'b.bin' }),
    ],
    ['body'],
  ],
  [
    'A new group for which the query says lfs_enabled=false has the storage of large files',
    [
      {
        ...{ operation: 'createGroup', as: 'admin', inQuery: 'all', makes: 'group2' },
        parameters: { name: '<group2.name>', path: '<group2.name>', lfs_enabled: false },
      },
      { operation: 'listOwnedGroups', as: 'admin', parameters: { per_page: 100 } },
    ],
    ['[].lfs_enabled'],
  ],
  [
    'A group that an administrator makes as somebody else belongs to the administrator where sudo stands in the query',
    [
      ...person,
      {
        ...{ operation: 'createGroup', as: 'admin', sudo: '<user1>', sudoIn: 'query' },
        ...{ parameters: { name: '<group2.name>', path: '<group2.name>' }, makes: 'group2' },
      },
      { operation: 'listGroupMembers', as: 'admin', parameters: { id: '<group2>' } },
    ],
    ['[] (no such item)'],
  ],
  [
    'A merge goes ahead when the sha is that of an earlier commit of the merge request',
    [
      ...code,
      ...proposing('one'),
      { ...asAdmin('getCommit', { sha: 'one' }), makes: 'commit1' },
      asAdmin('createFile', { ...file, file_path: 'more.txt', branch_name: 'one' }),
      asAdmin('mergeMergeRequest', { merge_request_id: '<one>', sha: '<commit1.id>' }),
    ],
    ['status'],
  ],
]

it.each(faults)('tells that: %s', async (name, history, places) => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const server = faultyServer(name)
  const options = { url: 'http://forge.test', token: 'root-token', patience: 50 }
  const found = await replay({ ...options, fetch: server.start(forge) }, history)
  expect(found.map(({ place }) => place)).toEqual(places)
})

it('leaves out a project in the namespace of the administrator, which could not be removed', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const places: unknown[] = []
  const handle = async (request: Request) => {
    if (request.method === 'POST' && request.url.endsWith('/projects'))
      places.push((await request.clone().json()).namespace_id)
    return forge.fetch(request)
  }
  const history: History = [
    {
      ...{ operation: 'createProject', as: 'admin', makes: 'project2' },
      parameters: { name: '<project2.name>', path: '<project2.name>' },
    },
    { operation: 'getProject', as: 'admin', parameters: { id: '<project2>' } },
  ]
  const options = { url: 'http://forge.test', token: 'root-token', patience: 50 }
  expect(await replay({ ...options, fetch: handle }, history)).toEqual([])
  // The one that is made to see whether new projects have files lies in a group.
  expect(places).toEqual([expect.any(Number)])
})
