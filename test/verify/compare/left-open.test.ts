import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { type History, replay, type Step } from '../../../src/verify/compare/index.ts'
import { faultyServer, legitimateServer } from '../unforeseen/find-server.ts'
import {
  asAdmin,
  asPerson,
  commit,
  differencesOf,
  hiddenSnippet,
  issue,
  mending,
  note,
  ofGuest,
  ofIssue,
  ofNote,
  ofRequest,
  ofSnippet,
  person,
  personAs,
  place,
} from './steps.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

it('leaves open which event a test of a system hook sends', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const history: History = [
    ...place,
    {
      ...{
        operation: 'createSystemHook',
        as: 'admin',
        parameters: { url: 'http://<a.name>.invalid' },
      },
      ...{ makes: 'hook1', from: '0' },
    },
    { operation: 'testSystemHook', as: 'admin', parameters: { id: '<hook1>' } },
  ]
  const instance = { instance: true, journal: () => {} }
  const server = { url: 'http://forge.test', token: 'root-token', fetch: forge.fetch, patience: 50 }
  expect(await replay({ ...server, ...instance }, history)).toEqual([])
})

/** A commit that is picked onto a branch. */
const picking: History = [
  commit,
  asAdmin('createBranch', { branch_name: 'topic', ref: 'master' }),
  asAdmin('createFile', {
    ...{ branch_name: 'master', file_path: 'picked.txt', content: 'Picked' },
    commit_message: 'Pick it',
  }),
  asAdmin('createFile', {
    ...{ branch_name: 'topic', file_path: 'topic.txt', content: 'Topic' },
    commit_message: 'Begin the topic',
  }),
  asAdmin('cherryPickCommit', { sha: 'master', branch: 'topic' }),
  asAdmin('listCommits', { ref_name: 'topic' }),
  asAdmin('getBranch', { branch: 'topic' }),
]

/** Legitimate servers, with calls that show how they differ from a forge. */
const cases: readonly (readonly [name: string, history: History])[] = [
  ['new projects have no wiki unless it is asked for', [asAdmin('getProject')]],
  ['Diffs begin as those of git do', [commit, asAdmin('listCommitDifferences', { sha: 'master' })]],
  [
    'Whoever opens an issue does not subscribe to it by that',
    [
      issue,
      asAdmin('getIssue', ofIssue),
      asAdmin('subscribeToIssue', ofIssue),
      asAdmin('getIssue', ofIssue),
      asAdmin('unsubscribeFromIssue', ofIssue),
      asAdmin('getIssue', ofIssue),
    ],
  ],
  [
    'An issue that was moved stays open where it was',
    [
      issue,
      asAdmin('moveIssue', { ...ofIssue, to_project_id: '<project2>' }),
      asAdmin('getIssue', ofIssue),
      asAdmin('listIssuesOfProject', { state: 'opened' }),
      asAdmin('getProject'),
    ],
  ],
  [
    'A page that is to hold more than a hundred is a bad request',
    [asAdmin('listIssuesOfProject', { per_page: 1000 })],
  ],
  [
    'Ids are beyond four milliards',
    [
      issue,
      asAdmin('listIssuesOfProject', ofIssue),
      { operation: 'getApplicationSettings', as: 'admin', parameters: {} },
      ...(['query', undefined] as const).map(
        (place): Step => ({
          ...{ operation: 'listStarredProjects', as: 'admin', parameters: {} },
          ...{ sudo: '2147480000', ...(place ? { sudoIn: place } : {}) },
        }),
      ),
    ],
  ],
  ['New projects may be asked for access and have snippets', [asAdmin('getProject')]],
  [
    'Levels of notification that nobody set are those of participants',
    [asAdmin('getProjectNotificationSettings')],
  ],
  [
    'A service for builds posts a status of every new commit',
    [commit, asAdmin('getCommit', { sha: 'master' })],
  ],
  [
    'A status of a commit has no author and no times but that of its making',
    [commit, asAdmin('createCommitStatus', { sha: '<commit1>', state: 'success' })],
  ],
  [
    'Events tell of issues, comments and pushes alone, and none says when',
    [
      commit,
      asAdmin('createTag', { tag_name: 'v1', ref: 'master' }),
      asAdmin('deleteTag', { tag_name: 'v1' }),
      asAdmin('createBranch', { branch_name: 'topic', ref: 'master' }),
      asAdmin('deleteBranch', { branch: 'topic' }),
      asAdmin('listProjectEvents', { per_page: 100 }),
    ],
  ],
  [
    'Whoever is blocked is forbidden everything',
    [
      ...person,
      { operation: 'blockUser', as: 'admin', parameters: { id: '<user1>' } },
      { operation: 'listOwnEmails', as: 'user1', parameters: {} },
    ],
  ],
  [
    'An issue that is moved leaves nothing in the project that it was in',
    [
      issue,
      asAdmin('createIssue', { title: 'Another leak' }),
      asAdmin('createIssueNote', { ...ofIssue, body: 'It is wet' }),
      asAdmin('moveIssue', { ...ofIssue, to_project_id: '<project2>' }),
      asAdmin('getIssue', ofIssue),
      asAdmin('listIssuesOfProject', { per_page: 1 }),
      asAdmin('listIssuesOfGroup', { id: '<group1>' }),
      asAdmin('listProjectEvents', { per_page: 100 }),
    ],
  ],
  [
    'Contributors are listed from the last to the first',
    [
      commit,
      ...['ada', 'countess'].map((name) =>
        asAdmin('createFile', {
          ...{ branch_name: 'master', file_path: `${name}.txt`, content: name },
          ...{ commit_message: name, author_name: 'Ada', author_email: `${name}@example.com` },
        }),
      ),
      asAdmin('listContributors'),
    ],
  ],
  [
    'Trees are listed backwards, of all pages',
    [
      commit,
      ...['one', 'two'].map((folder) =>
        asAdmin('createFile', {
          ...{ branch_name: 'master', file_path: `${folder}/same.txt`, content: 'the same' },
          commit_message: folder,
        }),
      ),
      asAdmin('listTree', { ref_name: 'master', recursive: true }),
    ],
  ],
  [
    'New groups are internal unless asked for',
    [asAdmin('getGroup', { id: '<group1>' }), asAdmin('listGroupProjects', { id: '<group1>' })],
  ],
  [
    'Keys have to be of Ed25519: others are refused by a policy',
    [asAdmin('createOwnSshKey', { title: 'Home', key: '<key1.key>' })],
  ],
  [
    'A merge request that was reopened is opened like any other',
    [
      ...mending,
      ...['close', 'reopen'].map((state_event) =>
        asAdmin('updateMergeRequest', { ...ofRequest, state_event }),
      ),
      asAdmin('getMergeRequest', ofRequest),
      asAdmin('listMergeRequests'),
    ],
  ],
  [
    'The issues that a merge request closes are in a tracker elsewhere',
    [...mending, asAdmin('listIssuesClosedByMergeRequest', ofRequest)],
  ],
  ...[
    'A merge commit says what its merge request is called',
    'a merge has a message of its own',
  ].map((name): readonly [string, History] => [
    name,
    [
      ...mending,
      asAdmin('mergeMergeRequest', ofRequest),
      asAdmin('listCommits'),
      asAdmin('listBranches'),
      asAdmin('getCommit', { sha: 'master' }),
      asAdmin('createTag', { tag_name: 'v1', ref: 'master' }),
      asAdmin('listProjectEvents'),
    ],
  ]),
  [
    'A new project begins with an issue that welcomes',
    [
      issue,
      asAdmin('getProject'),
      asAdmin('listIssuesOfProject', { iid: '<issue1.iid>' }),
      asAdmin('listIssuesOfGroup', { id: '<group1>', per_page: 1 }),
    ],
  ],
  [
    'The path of a project is made from its name with underscores',
    [
      {
        ...asAdmin('createProject', {
          id: undefined,
          name: '<project3.name>',
          namespace_id: '<group1>',
        }),
        makes: 'project3',
      },
      asAdmin('getProject', { id: '<project3>' }),
      asAdmin('getProject', { id: '<group1.name>/<project3.path>' }),
      asAdmin('listGroupProjects', { id: '<group1>' }),
      { ...asAdmin('createIssue', { id: '<project3>', title: 'A leak' }), makes: 'issue1' },
    ],
  ],
  [
    'A page of more than a hundred is refused',
    [asAdmin('listIssueNotes', { issue_id: 2_147_480_000, per_page: 200 })],
  ],
  [
    'The issues of new projects are counted from 101 on',
    [
      commit,
      issue,
      asAdmin('createBranch', { branch_name: 'leak', ref: 'master' }),
      asAdmin('listIssuesOfProject', { iid: '<issue1.iid>' }),
    ],
  ],
  [
    'A protected branch may be deleted by whoever may unprotect it',
    [
      commit,
      asAdmin('createBranch', { branch_name: 'kept', ref: 'master' }),
      asAdmin('protectBranch', { branch: 'kept' }),
      asAdmin('deleteBranch', { branch: 'kept' }),
    ],
  ],
  [
    'Who brings no credentials is asked for them wherever a project is not public',
    [{ ...asAdmin('getProject'), as: 'nobody' }],
  ],
  [
    'Guests of a project create snippets in it',
    [
      ...person,
      asAdmin('updateProject', { snippets_enabled: true }),
      asAdmin('addProjectMember', { user_id: '<user1>', access_level: 10 }),
      {
        ...asAdmin('createSnippet', {
          ...{ title: 'Wet', file_name: 'wet.rb', code: 'wet', visibility_level: 0 },
        }),
        as: 'user1',
      },
    ],
  ],
  [
    'Whatever a blocked user asks is forbidden',
    [
      ...person,
      { operation: 'blockUser', as: 'admin', parameters: { id: '<user1>' } },
      { operation: 'getCurrentUser', as: 'user1', parameters: {}, credential: 'sudo by id' },
      { operation: 'getCurrentUser', as: 'admin', parameters: {}, sudo: '<user1>' },
    ],
  ],
  [
    'A merge request is closed when its branch is deleted',
    [
      ...mending,
      asAdmin('deleteBranch', { branch: 'topic' }),
      asAdmin('getMergeRequest', ofRequest),
      asAdmin('listMergeRequests', { state: 'opened' }),
      asAdmin('listMergeRequests', { state: 'closed' }),
    ],
  ],
  ['Passwords have twenty letters at most', person],
  ['Every account is one of a company directory, with its identity and its second factor', person],
  [
    'Hunks of a difference have the heading of what they stand in',
    [commit, asAdmin('listCommitDifferences', { sha: 'master' })],
  ],
  [
    'Who has set nothing in a project is notified of what he takes part in',
    [asAdmin('updateProjectNotificationSettings'), asAdmin('getProjectNotificationSettings')],
  ],
  [
    'Names are in the order of a dictionary, whatever their case',
    [
      commit,
      ...['Zone', 'area', 'Berg'].map((branch_name) =>
        asAdmin('createBranch', { branch_name, ref: 'master' }),
      ),
      asAdmin('listBranches'),
      ...[1, 2, 3, 4].map((page) => asAdmin('listBranches', { per_page: 1, page })),
    ],
  ],
  [
    'A snippet that is hidden from the caller is forbidden, not unknown',
    [
      ...hiddenSnippet,
      asPerson(asAdmin('getSnippet', ofSnippet)),
      asPerson(asAdmin('getRawSnippet', ofSnippet)),
      asPerson(asAdmin('listSnippetNotes', ofSnippet)),
    ],
  ],
  [
    'The events of an issue stay in those of the project when it is deleted',
    [
      issue,
      asAdmin('createIssueNote', { ...ofIssue, body: 'It is wet' }),
      asAdmin('listProjectEvents'),
      asAdmin('deleteIssue', ofIssue),
      asAdmin('listProjectEvents'),
    ],
  ],
  [
    'The links of a page stand in another order, with titles, and with one to the page itself',
    [issue, asAdmin('listIssuesOfProject'), asAdmin('listIssuesOfProject', { per_page: 1 })],
  ],
  [
    'A private group is forbidden to those who are not in it, and not hidden from them',
    [
      ...person,
      ...(['getGroup', 'listGroupProjects', 'listIssuesOfGroup'] as const).map((operation) => ({
        ...{ operation, as: 'user1', parameters: { id: '<group1>' } },
      })),
    ],
  ],
  [
    'The removal of what is gone already answers an empty object',
    [issue, note, ...[1, 2].map(() => asAdmin('deleteIssueNote', { ...ofIssue, ...ofNote }))],
  ],
  [
    'An account of the backup is a reporter of every new project and every new group',
    [
      { operation: 'listGroupMembers', as: 'admin', parameters: { id: '<group1>' } },
      { operation: 'listGroupMembers', as: 'admin', parameters: { id: '<group1>', per_page: 1 } },
      asAdmin('listProjectMembers'),
      asAdmin('listProjectUsers'),
    ],
  ],
  [
    'Tags and releases are the business of masters: developers make and delete none',
    [
      commit,
      ...person,
      asAdmin('addProjectMember', { user_id: '<user1>', access_level: 30 }),
      asPerson(asAdmin('createTag', { tag_name: 'v1', ref: 'master' })),
      asAdmin('listTags'),
    ],
  ],
  [
    'Descriptions lose the blanks around them, and support, billing and the like are no names',
    [
      { ...issue, parameters: { ...issue.parameters, description: ' It drips.\n' } },
      asAdmin('getIssue', ofIssue),
    ],
  ],
  [
    'The full name of a project joins those of its namespace and its own by an arrow',
    [asAdmin('getProject'), asAdmin('listProjects', { search: '<word>' })],
  ],
  [
    'The links of pages name the project or group of the path once more in the query',
    [
      ...['one', 'two'].map((title) => asAdmin('createIssue', { title })),
      asAdmin('listIssuesOfProject', { per_page: 1 }),
      asAdmin('listIssuesOfGroup', { id: '<group1>', per_page: 1 }),
    ],
  ],
  [
    'Adding a user to a project of which he is a member already is a conflict',
    [
      ...person,
      asAdmin('addProjectMember', { user_id: '<user1>', access_level: 30 }),
      asAdmin('addProjectMember', { user_id: '<user1>', access_level: 30 }),
    ],
  ],
  [
    'Pages say where they begin, and their links carry a cursor and a title',
    [issue, asAdmin('listIssuesOfProject'), asAdmin('listIssuesOfProject', { per_page: 1 })],
  ],
  [
    'The administrator sees all administrators among the users of every project',
    [
      ...person,
      {
        ...{ operation: 'createProject', as: 'user1', makes: 'project3' },
        parameters: { name: '<project3.name>', path: '<project3.name>' },
      },
      { operation: 'listProjectUsers', as: 'admin', parameters: { id: '<project3>' } },
    ],
  ],
  [
    'Administrators list their own groups unless they ask for all available ones',
    [
      ...person,
      {
        ...{ operation: 'createGroup', as: 'user1', makes: 'group2' },
        parameters: { name: '<group2.name>', path: '<group2.name>' },
      },
      { operation: 'listGroups', as: 'admin', parameters: { search: '<word>' } },
      { operation: 'listGroups', as: 'admin', parameters: { search: '<group2.name>' } },
    ],
  ],
  [
    'Descriptions lose the blanks around them, and support, billing and the like are no names',
    [
      asAdmin('createIssue', { title: 'A leak', description: ' It is wet. ' }),
      asAdmin('createIssue', { title: 'ü'.repeat(255) }),
    ],
  ],
  [
    'A branch that is gone already may be deleted again, and its name is the answer',
    [
      commit,
      asAdmin('createBranch', { branch_name: 'topic', ref: 'master' }),
      ...[1, 2].map(() => asAdmin('deleteBranch', { branch: 'topic' })),
    ],
  ],
  [
    'The annotation of a tag ends with a newline, as git stores it',
    [
      commit,
      asAdmin('createTag', { tag_name: 'v1', ref: 'master', message: 'The first' }),
      asAdmin('getTag', { tag_name: 'v1' }),
    ],
  ],
  [
    'Merged requests name no commit of their merge',
    [...mending, asAdmin('mergeMergeRequest', ofRequest), asAdmin('getMergeRequest', ofRequest)],
  ],
  [
    'Whoever creates a project in a group becomes a master of the project itself as well',
    [
      asAdmin('getProject'),
      asAdmin('listProjectMembers', { id: '<group1.name>/<project1.name>' }),
      asAdmin('getProjectMember', { user_id: 1 }),
    ],
  ],
  [
    'A blocked user is told that the account is blocked, by a 403',
    [
      ...mending,
      ...person,
      asAdmin('addProjectMember', { user_id: '<user1>', access_level: 40 }),
      { operation: 'blockUser', as: 'admin', parameters: { id: '<user1>' } },
      asPerson(asAdmin('mergeMergeRequest', ofRequest)),
      asPerson(asAdmin('listProjectMembers')),
    ],
  ],
  [
    'The message of a commit that was cherry-picked ends with a line about where it is from',
    picking,
  ],
  ['A commit that was picked says at the end of its message where it comes from', picking],
  [
    'A merge request that is marked as work in progress can be merged all the same',
    [
      ...mending,
      asAdmin('updateMergeRequest', { ...ofRequest, title: 'WIP: Mend it' }),
      asAdmin('mergeMergeRequest', ofRequest),
    ],
  ],
  [
    'Every new user has a second e-mail address, for commits that hide the first one',
    [
      ...person,
      {
        ...asPerson(asAdmin('createOwnEmail', { email: '<email1.name>@<mail>' })),
        makes: 'email1',
      },
      ...[100, 1].flatMap((per_page) => [
        asPerson(asAdmin('listOwnEmails', { id: undefined, per_page })),
        asAdmin('listEmailsOfUser', { id: '<user1>', per_page }),
      ]),
    ],
  ],
  [
    'A merge request that is made for nobody is assigned to whoever made it',
    [...mending, asAdmin('getMergeRequest', ofRequest), asAdmin('listMergeRequests')],
  ],
  [
    'A merge request is written only by a call with the branches and the title',
    [...mending, asAdmin('updateMergeRequest', { ...ofRequest, description: 'Wet' })],
  ],
  [
    'Every new group has a project for its handbook, which the service makes along',
    [
      { operation: 'getGroup', as: 'admin', parameters: { id: '<group1>' } },
      ...[100, 1].flatMap((per_page) => [
        asAdmin('listGroupProjects', { id: '<group1>', per_page }),
        asAdmin('listGroupProjects', { id: '<group1>', per_page, simple: true }),
      ]),
    ],
  ],
  [
    'Further e-mail addresses with a plus sign, which are aliases, are not valid',
    [
      ...person,
      asPerson(asAdmin('createOwnEmail', { id: undefined, email: '<email1.name>+roof@<mail>' })),
    ],
  ],
  [
    'The mode of a folder has five digits, as git stores it in its trees',
    [
      asAdmin('createCommit', {
        ...{ branch_name: 'master', commit_message: 'Begin' },
        actions: [{ action: 'create', file_path: 'lib/one.txt', content: 'One' }],
      }),
      asAdmin('listTree'),
    ],
  ],
  [
    'The members of a project that is public are shown to its members alone',
    [
      asAdmin('updateProject', { visibility_level: 20 }),
      ...person,
      asPerson(asAdmin('listProjectMembers')),
      asPerson(asAdmin('getProjectMember', { user_id: 1 })),
    ],
  ],
  [
    'Commits made through the service carry an address of their author that takes no mail',
    [
      commit,
      asAdmin('createFile', {
        ...{ branch_name: 'master', file_path: 'a.txt', content: 'A', commit_message: 'A' },
        ...{ author_name: 'Ada', author_email: 'ada@example.com' },
      }),
      asAdmin('createFile', {
        ...{ branch_name: 'master', file_path: 'b.txt', content: 'B', commit_message: 'B' },
        author_name: 'Ada',
      }),
      asAdmin('listCommits'),
      asAdmin('getBranch', { branch: 'master' }),
      asAdmin('listContributors'),
    ],
  ],
  [
    'The ids of commits and blobs are hashes of sixty-four digits',
    [
      ...mending,
      asAdmin('listBranches'),
      asAdmin('getMergeRequest', ofRequest),
      asAdmin('createCommitStatus', { sha: '<commit1>', state: 'success' }),
      asAdmin('listProjectEvents'),
    ],
  ],
  [
    'A comment on an issue has plain line ends and nothing empty after its last line',
    [
      issue,
      asAdmin('createIssueNote', { ...ofIssue, body: 'One\r\n\r\nTwo \r\n' }),
      asAdmin('listIssueNotes', ofIssue),
    ],
  ],
  [
    'Only members of a project and administrators comment on its issues',
    [
      asAdmin('updateProject', { visibility_level: 20 }),
      issue,
      ...person,
      asPerson(asAdmin('createIssueNote', { ...ofIssue, body: 'It is wet' })),
    ],
  ],
  [
    'The description of a release has the line ends of Unix and no blanks at its end',
    [
      commit,
      asAdmin('createTag', {
        ...{ tag_name: 'v1', ref: 'master', release_description: 'One\r\n\r\nTwo \r\n' },
      }),
      asAdmin('getTag', { tag_name: 'v1' }),
    ],
  ],
  [
    'Nobody but its author may rewrite a note, no master and no administrator',
    [
      issue,
      ...person,
      asAdmin('addProjectMember', { user_id: '<user1>', access_level: 30 }),
      asPerson(note),
      asAdmin('updateIssueNote', { ...ofIssue, ...ofNote, body: 'It is dry' }),
    ],
  ],
  [
    'Titles, descriptions and comments of issues are composed, each letter and its accents to one character',
    [
      {
        ...asAdmin('createIssue', { title: 'Cafe\u0301', description: 'E\u0301' }),
        makes: 'issue1',
      },
      asAdmin('getIssue', ofIssue),
      asAdmin('createIssueNote', { ...ofIssue, body: 'e\u0301' }),
      asAdmin('listIssueNotes', ofIssue),
    ],
  ],
  [
    'The only events are those of what was opened, closed and commented on',
    [commit, issue, asAdmin('listProjectEvents'), asAdmin('listProjectEvents', { per_page: 1 })],
  ],
  [
    'Who removes a note again is answered with the note that was removed before',
    [
      issue,
      note,
      asAdmin('deleteIssueNote', { ...ofIssue, ...ofNote }),
      asAdmin('deleteIssueNote', { ...ofIssue, ...ofNote }),
    ],
  ],
  [
    'A user who is deleted is blocked at once, and removed by a job a moment later',
    [...person, asAdmin('deleteUser', { id: '<user1>' })],
  ],
]

it.each(cases)('leaves open what the specification does where: %s', async (name, history) => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  expect(await differencesOf(legitimateServer(name).start(forge), history)).toEqual([])
})

it('leaves open whether the address of an account is among its e-mails, but not that of another', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const withAddress = (named: (email: string) => string) => async (request: Request) => {
    const response = await forge.fetch(request)
    if (!request.url.endsWith('/user/emails')) return response
    const user = await forge.fetch(new Request(request.url.replace('/emails', ''), request))
    const { email } = await user.json()
    return Response.json([{ id: 1, email: named(email) }], { headers: response.headers })
  }
  const list: Step = { operation: 'listOwnEmails', as: 'user1', parameters: {} }
  expect(await differencesOf(withAddress(String), [...person, list])).toEqual([])
  const ofAnother = withAddress((email) => email.replace('@', '-2@'))
  expect(await differencesOf(ofAnother, [...person, list])).toEqual([
    'listOwnEmails | [] (a further item)',
  ])
})

it('leaves open whether users are filtered further by what is beside a username, and not of all users', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const { start } = faultyServer(
    'Where users are looked up by their username, whether they are active or blocked is not heeded any more',
  )
  const block = asAdmin('blockUser', { id: '<user1>' })
  const list = (parameters: Step['parameters']): Step => ({
    ...{ operation: 'listUsers', as: 'admin', parameters },
  })
  const lookUp = list({ username: '<user1.name>', active: true })
  expect(await differencesOf(start(forge), [...person, block, lookUp])).toEqual([])
  const active = list({ search: '<user1.name>', active: true })
  const unfiltered = (request: Request) =>
    forge.fetch(new Request(request.url.replace('&active=true', ''), request))
  expect(await differencesOf(unfiltered, [...person, block, active])).toEqual([
    'listUsers | [] (a further item)',
  ])
})

it('tells that commits have another address than that of the author who was named', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const masked = async (request: Request) => {
    const response = await forge.fetch(request)
    if (!request.url.includes('/commits')) return response
    const text = (await response.text()).replaceAll('ada@example.com', 'hidden@example.com')
    return new Response(text, response)
  }
  const file = { branch_name: 'master', file_path: 'a.txt', content: 'A', commit_message: 'A' }
  const author = { author_name: 'Ada', author_email: 'ada@example.com' }
  const history = [asAdmin('createFile', { ...file, ...author }), asAdmin('listCommits')]
  expect(await differencesOf(masked, history)).toEqual(['listCommits | [].author_email'])
})

it('tells that the branch of a commit is shown as the name of its author', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const misnamed = async (request: Request) => {
    const response = await forge.fetch(request)
    if (request.method !== 'POST' || !request.url.endsWith('/commits')) return response
    const text = (await response.text()).replace('"Administrator"', '"master"')
    return new Response(text, response)
  }
  expect(await differencesOf(misnamed, [commit])).toEqual(['createCommit | author_name'])
})

it('tells that not even its author may rewrite a note', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const refusing = async (request: Request) =>
    request.method === 'PUT' && /\/notes\//.test(request.url)
      ? Response.json({ message: 'Notes are for reading' }, { status: 403 })
      : forge.fetch(request)
  const rewriting = asAdmin('updateIssueNote', { ...ofIssue, ...ofNote, body: 'It is dry' })
  const history: History = [
    issue,
    // Which members may write a note is open, but not that an owner may.
    ...personAs('owner'),
    asAdmin('addProjectMember', { user_id: '<owner>', access_level: 40 }),
    ...[note, rewriting].map((step): Step => ({ ...step, as: 'owner' })),
  ]
  expect(await differencesOf(refusing, history)).toEqual(['updateIssueNote | status 200 → 403'])
})

it('tells that whoever owns the group is a member of the project by that', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const inherited = async (request: Request) => {
    const response = await forge.fetch(request)
    if (request.method !== 'GET' || !/\/projects\/.*\/members\/1$/.test(request.url))
      return response
    return Response.json({ id: 1, username: 'root', access_level: 50, expires_at: null })
  }
  const history = [asAdmin('getProjectMember', { user_id: 1 })]
  expect((await differencesOf(inherited, history)).join()).toMatch(/getProjectMember.*status/)
})

it.each([
  [
    'a former member is one',
    [asAdmin('addProjectMember', ofGuest), asAdmin('removeProjectMember', { user_id: '<user1>' })],
  ],
  ['somebody who never was a member is one', []],
])('tells that %s, who did not create the project', async (_, membership) => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const history = [...person, ...membership, asAdmin('listProjectMembers')]
  const shown = async (request: Request) => {
    const response = await forge.fetch(request)
    if (request.method !== 'GET' || !/\/members(?:\?|$)/.test(request.url)) return response
    const added = forge.db.users.all().at(-1)
    const { id, username, name, state } = added ?? {}
    const member = { id, username, name, state, access_level: 10, expires_at: null }
    return Response.json([...(await response.json()), member], { headers: response.headers })
  }
  expect((await differencesOf(shown, history)).join()).toContain('a further item')
})

it('takes a default as it is shown first, where the response to a creation does not contain it', async () => {
  const user = { operation: 'getUser', as: 'admin', parameters: { id: '<user1>' } } as const
  const made: Step = {
    ...{ operation: 'createUser', as: 'admin', makes: 'user1' },
    parameters: {
      ...{ username: '<user1.name>', name: 'Nora', email: '<user1.name>@<mail>' },
      ...{ password: '<user1.password>', confirm: false },
    },
  }
  const allowed: Step = {
    ...{ operation: 'updateUser', as: 'admin' },
    parameters: { id: '<user1>', can_create_group: true },
  }
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const none = legitimateServer('New users make no groups unless it is said that they may').start(
    forge,
  )
  const brief = legitimateServer('A user who is made or changed is answered in brief').start({
    ...forge,
    fetch: (input, init) => none(new Request(input, init)),
  })
  expect(await differencesOf(brief, [made, user, allowed, user])).toEqual([])
  let reads = 0
  const changing = async (request: Request) => {
    const answer = await brief(request)
    if (request.method !== 'GET' || !/users\/\d+$/.test(request.url)) return answer
    return Response.json({ ...(await answer.json()), can_create_group: reads++ === 0 })
  }
  expect(await differencesOf(changing, [made, user, user])).toEqual(['getUser | can_create_group'])
})

it('takes the items of a list for those that they are most like, whatever their order', async () => {
  const jobs = ['one', 'two', 'three'].map((job) => `${job}:\n  script: make\n`).join('')
  const history = [
    ...mending,
    asAdmin('createFile', {
      ...{ branch_name: 'topic', file_path: '.gitlab-ci.yml', content: jobs },
      commit_message: 'Build it',
    }),
    asAdmin('mergeMergeRequest', ofRequest),
    asAdmin('listBuilds'),
  ]
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const merging = legitimateServer('a merge has a message of its own').start(forge)
  const both = legitimateServer('Builds are listed from the first').start({
    ...forge,
    fetch: (input, init) => merging(new Request(input, init)),
  })
  expect(await differencesOf(both, history)).toEqual([])
})

it('still demands what was asked for: a subscription, and what no move left behind', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const edited =
    (edit: (json: Record<string, unknown>) => Record<string, unknown>) =>
    async (request: Request) => {
      const answer = await forge.fetch(request)
      if (request.method !== 'GET' || !/issues\/\d+$/.test(request.url)) return answer
      return Response.json(edit(await answer.json()), { status: answer.status })
    }
  const subscribed = [issue, asAdmin('subscribeToIssue', ofIssue), asAdmin('getIssue', ofIssue)]
  const unsubscribed = [
    issue,
    asAdmin('unsubscribeFromIssue', ofIssue),
    asAdmin('subscribeToIssue', ofIssue),
  ]
  const never = edited((json) => ({ ...json, subscribed: false }))
  expect(await differencesOf(never, [...unsubscribed, asAdmin('getIssue', ofIssue)])).toEqual([
    'getIssue | subscribed',
  ])
  expect(await differencesOf(never, subscribed.slice(0, 1))).toEqual([])
  const closed = edited((json) => ({ ...json, state: 'closed' }))
  expect(await differencesOf(closed, [issue, asAdmin('getIssue', ofIssue)])).toEqual([
    'getIssue | state',
  ])
  const twice = [...unsubscribed, asAdmin('subscribeToIssue', ofIssue)]
  const anew = async (request: Request) => {
    const answer = await forge.fetch(request.clone())
    return answer.status === 304 ? Response.json({}, { status: 201 }) : answer
  }
  expect(await differencesOf(anew, twice)).toEqual(['subscribeToIssue | status 304 → 201'])
  // The first one may find them subscribed already, and does so once they are shown as such.
  const once = asAdmin('subscribeToIssue', ofIssue)
  expect(await differencesOf(anew, [issue, once])).toEqual([])
  const shown = asAdmin('getIssue', ofIssue)
  expect(await differencesOf(anew, [issue, shown, once])).toEqual([
    'subscribeToIssue | status 304 → 201',
  ])
  const notYet = async (request: Request) =>
    request.method === 'GET' ? never(request) : anew(request)
  expect(await differencesOf(notYet, [issue, shown, once])).toEqual([])
})

it('demands an object of each record of a list whose others have it', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const withoutNotes = (isLeftOut: (note: unknown) => boolean) => async (request: Request) => {
    const answer = await forge.fetch(request)
    if (!/\/events/.test(request.url)) return answer
    const events: Record<string, unknown>[] = await answer.json()
    const shown = events.map(({ note, ...event }) =>
      note === undefined || isLeftOut(note) ? event : { ...event, note },
    )
    return Response.json(shown, { headers: answer.headers })
  }
  const notes = ['On the roof', 'In the cellar'].map((body) =>
    asAdmin('createIssueNote', { ...ofIssue, body }),
  )
  const history = [issue, ...notes, asAdmin('listProjectEvents'), asAdmin('listProjectEvents')]
  const ofCellar = (note: unknown) => JSON.stringify(note).includes('cellar')
  expect(
    await differencesOf(
      withoutNotes(() => true),
      history,
    ),
  ).toEqual([])
  expect(await differencesOf(withoutNotes(ofCellar), history)).toEqual([
    'listProjectEvents | [].note',
  ])
})

it('demands a key of a kind that the server took before', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  let keys = 0
  const refusing = (from: number) => async (request: Request) => {
    const isKey = request.method === 'POST' && request.url.endsWith('/user/keys')
    return isKey && ++keys >= from ? Response.json({}, { status: 400 }) : forge.fetch(request)
  }
  const both = ['<key1.key>', '<key2.key>'].map((key) =>
    asAdmin('createOwnSshKey', { title: 'Home', key }),
  )
  expect(await differencesOf(refusing(1), both)).toEqual([])
  keys = 0
  expect(await differencesOf(refusing(2), both)).toEqual(['createOwnSshKey | status 201 → 400'])
})

it('leaves open how a missing attribute is told of, but not that it is named', async () => {
  const history: History = [
    ...place,
    commit,
    asAdmin('createMergeRequest', { source_branch: 'master', title: 'Mend it' }),
  ]
  const differencesWith = async (message: string) => {
    const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
    const answer = async (request: Request) => {
      const response = await forge.fetch(request)
      if (response.status !== 400) return response
      return Response.json({ message }, { status: 400, headers: response.headers })
    }
    const options = { url: 'http://forge.test', token: 'root-token', fetch: answer, patience: 50 }
    return (await replay(options, history)).map(({ place, server }) => [place, server])
  }
  expect(await differencesWith('target_branch is missing')).toEqual([])
  const wrong = '400 (Bad request) "source_branch" not given'
  expect(await differencesWith(wrong)).toEqual([['message', wrong]])
})

it('compares a time that was sent wherever it is shown later', async () => {
  const history: History = [
    ...place,
    issue,
    asAdmin('createIssueNote', {
      ...ofIssue,
      body: 'Noon',
      created_at: '2016-02-01T12:00:00+02:00',
    }),
    asAdmin('listIssueNotes', ofIssue),
  ]
  const differencesWith = async (shown: string) => {
    const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
    const answer = async (request: Request) => {
      const response = await forge.fetch(request)
      if (!/\/notes/.test(request.url)) return response
      const text = (await response.text()).replaceAll('2016-02-01T10:00:00.000Z', shown)
      return new Response(text, { status: response.status, headers: response.headers })
    }
    const options = { url: 'http://forge.test', token: 'root-token', fetch: answer, patience: 50 }
    return (await replay(options, history)).map(({ step, place }) => [step.operation, place])
  }
  expect(await differencesWith('2016-02-01T11:00:00.000+01:00')).toEqual([])
  expect(await differencesWith('2016-02-01T12:00:00.000Z')).toEqual([
    ['listIssueNotes', '[].created_at'],
  ])
})

it('leaves open where a server has its records, but shows an address as it was sent', async () => {
  const sent = 'http://builds.example.com/run?id=7&tab=log'
  const history: History = [
    ...place,
    commit,
    asAdmin('createCommitStatus', { sha: '<commit1.id>', state: 'success', target_url: sent }),
  ]
  const differencesWith = async (change: (text: string) => string) => {
    const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
    const answer = async (request: Request) => {
      const response = await forge.fetch(request)
      const text = change(await response.text())
      return new Response(text, { status: response.status, headers: response.headers })
    }
    const options = { url: 'http://forge.test', token: 'root-token', fetch: answer, patience: 50 }
    return (await replay(options, history)).map(({ step, place }) => [step.operation, place])
  }
  const moved = (text: string) => text.replaceAll('http://forge.test/', 'https://code.example/git/')
  expect(await differencesWith(moved)).toEqual([])
  expect(await differencesWith((text) => text.replaceAll('?id=7&tab=log', ''))).toEqual([
    ['createCommitStatus', 'target_url'],
  ])
})

it('leaves open whether an instance has the storage of large files, whatever was asked for but no', async () => {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const without = async (request: Request) => {
    const answer = await forge.fetch(request)
    const text = (await answer.text()).replaceAll('"lfs_enabled":true', '"lfs_enabled":false')
    return new Response(text === '' ? null : text, answer)
  }
  const make = (symbol: string, sent: Step['parameters']): Step => ({
    ...{ operation: 'createGroup', as: 'admin', makes: symbol },
    parameters: { name: `<${symbol}.name>`, path: `<${symbol}.name>`, ...sent },
  })
  const history: History = [
    ...[make('group1', {}), make('group2', { lfs_enabled: true })],
    { operation: 'listOwnedGroups', as: 'admin', parameters: { per_page: 100 } },
  ]
  const server = { url: 'http://forge.test', token: 'root-token', fetch: without, patience: 50 }
  expect(await replay(server, history)).toEqual([])
})
