import { type History, replay, type Step } from '../../../src/verify/compare/index.ts'
import { differenceKey } from '../../../src/verify/compare/options.ts'

const id = '<project1>'
export const place: History = [
  {
    operation: 'createGroup',
    as: 'admin',
    parameters: { name: '<group1.name>', path: '<group1.name>' },
    makes: 'group1',
  },
  ...['project1', 'project2'].map(
    (symbol): Step => ({
      operation: 'createProject',
      as: 'admin',
      parameters: { name: `<${symbol}.name>`, path: `<${symbol}.name>`, namespace_id: '<group1>' },
      makes: symbol,
    }),
  ),
]
export const asAdmin = (
  operation: Step['operation'],
  parameters: Step['parameters'] = {},
): Step => ({
  ...{ operation, as: 'admin' },
  parameters: { id, ...parameters },
})
export const issue: Step = { ...asAdmin('createIssue', { title: 'A leak' }), makes: 'issue1' }
export const ofIssue = { issue_id: '<issue1>' }
export const note: Step = {
  ...asAdmin('createIssueNote', { ...ofIssue, body: 'It is wet' }),
  makes: 'note1',
}
export const ofNote = { note_id: '<note1>' }
export const commit: Step = {
  ...asAdmin('createCommit', {
    branch_name: 'master',
    commit_message: 'Begin',
    actions: [{ action: 'create', file_path: 'empty.txt', content: '' }],
  }),
  makes: 'commit1',
}

/** A user with a session of their own. */
export const personAs = (symbol: string): History => [
  {
    operation: 'createUser',
    as: 'admin',
    parameters: {
      ...{ username: `<${symbol}.name>`, name: 'Nora', email: `<${symbol}.name>@<mail>` },
      ...{ password: `<${symbol}.password>`, confirm: false },
    },
    makes: symbol,
  },
  {
    ...{ operation: 'getCurrentUser', as: symbol, parameters: {} },
    ...{ credential: 'sudo by id', makes: `${symbol}Session` },
  },
]
export const person = personAs('user1')

/** A person who is a member of the project, and a snippet that only its author may see. */
export const hiddenSnippet: History = [
  ...person,
  asAdmin('addProjectMember', { user_id: '<user1>', access_level: 30 }),
  asAdmin('updateProject', { snippets_enabled: true }),
  {
    ...asAdmin('createSnippet', {
      ...{ title: 'Mine', file_name: 'a.rb', code: 'puts 1', visibility_level: 0 },
    }),
    makes: 'snippet1',
  },
]
export const ofGuest = { user_id: '<user1>', access_level: 10 }
export const ofSnippet = { snippet_id: '<snippet1>' }
export const asPerson = (step: Step): Step => ({ ...step, as: 'user1' })

/** A merge request that closes an issue. */
export const mending: History = [
  commit,
  issue,
  asAdmin('createBranch', { branch_name: 'topic', ref: 'master' }),
  asAdmin('createFile', {
    ...{ branch_name: 'topic', file_path: 'mended.txt', content: 'Mended' },
    commit_message: 'Mend it',
  }),
  {
    ...asAdmin('createMergeRequest', {
      ...{ source_branch: 'topic', target_branch: 'master', title: 'Mend it' },
      description: 'Closes #<issue1.iid>',
    }),
    makes: 'mergeRequest1',
  },
]
export const ofRequest = { merge_request_id: '<mergeRequest1>' }

/** Returns the keys of the differences that are none of the contract, after a history in the place. */
export const differencesOf = async (
  handle: (request: Request) => Promise<Response>,
  history: History,
): Promise<readonly string[]> => {
  const server = { url: 'http://forge.test', token: 'root-token', fetch: handle, patience: 100 }
  const found = await replay(server, [...place, ...history])
  return found.map(differenceKey)
}
