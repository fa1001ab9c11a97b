import type { ApiName } from '../../src/contract/base-paths.ts'
import type { OperationId } from '../../src/contract/operation-contract.ts'
import type { Forge } from '../../src/forge/forge.ts'

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type Call = readonly [method: Method, path: string, body?: object]
type Say = (n: number, at: number, forge: Forge) => Call

/** One event of a story, and how each API is told of it: `n` is a small number that the story draws, `at` its place. */
export interface Sentence extends Readonly<Record<ApiName, Say>> {
  /** Whom it is of; jane where nobody is named. */
  readonly by?: 'bob' | 'root'
}

/** Where both APIs are told with the same words. */
function alike(say: Say): Sentence {
  return { v3: say, v4: say }
}

function by(who: 'bob' | 'root', sentence: Sentence): Sentence {
  return { ...sentence, by: who }
}

/** Where the words are the same but for the name of the branch, `branch_name` in v3. */
function onBranch(
  say: (branch: (name: string) => object, n: number, at: number) => Call,
): Sentence {
  return {
    v3: (n, at) => say((branch_name) => ({ branch_name }), n, at),
    v4: (n, at) => say((branch) => ({ branch }), n, at),
  }
}

/** Of a file: v3 names it in the body, v4 in the path. */
function ofFile(
  method: Method,
  say: (n: number, at: number) => { path: string; branch: string; content?: string },
): Sentence {
  return {
    v3(n, at) {
      const { path, branch, ...rest } = say(n, at)
      const named = { file_path: path, branch_name: branch, commit_message: `${method} ${path}` }
      return [method, `${site}/repository/files`, { ...named, ...rest }]
    },
    v4(n, at) {
      const { path, branch, ...rest } = say(n, at)
      const body = { branch, commit_message: `${method} ${path}`, ...rest }
      return [method, `${site}/repository/files/${encodeURIComponent(path)}`, body]
    },
  }
}

const site = '/projects/1'

/** v3 names an issue and a merge request by its id, v4 by its number in the project. */
function numbered(
  collection: 'issues' | 'mergeRequests',
  say: (path: string, n: number) => Call,
  numberOf: (n: number) => number,
): Sentence {
  const folder = collection === 'issues' ? 'issues' : 'merge_requests'
  const idOf = (forge: Forge, n: number) =>
    collection === 'issues'
      ? forge.db.issues.all().find((one) => one.project_id === 1 && one.iid === numberOf(n))?.id
      : forge.db.mergeRequests.all().find(({ iid }) => iid === numberOf(n))?.id
  return {
    v3: (n, _, forge) => say(`${site}/${folder}/${idOf(forge, n) ?? 0}`, n),
    v4: (n) => say(`${site}/${folder}/${numberOf(n)}`, n),
  }
}

const oneOfFour = (n: number) => 1 + (n % 4)
const issue = (say: (path: string, n: number) => Call) => numbered('issues', say, oneOfFour)
const mergeRequest = (say: (path: string, n: number) => Call, numberOf = oneOfFour) =>
  numbered('mergeRequests', say, numberOf)

type Kind = 'Issue' | 'MergeRequest' | 'Snippet'

/** Where an API has the thing of a kind and an id. */
function pathOf(api: ApiName, kind: Kind, id: number, { db }: Forge): string {
  switch (kind) {
    case 'Issue':
      return `${site}/issues/${api === 'v3' ? id : db.issues.get(id)?.iid}`
    case 'MergeRequest':
      return `${site}/merge_requests/${api === 'v3' ? id : db.mergeRequests.get(id)?.iid}`
    case 'Snippet':
      return `${site}/snippets/${id}`
  }
}

/** Of what is there by then: the path of one thing, by a number; where there is none, the same words find nothing. */
function found(
  find: (api: ApiName, n: number, forge: Forge) => string | undefined,
  say: (path: string, n: number) => Call,
): Sentence {
  const nowhere = `${site}/issues/0`
  return {
    v3: (n, _, forge) => say(find('v3', n, forge) ?? nowhere, n),
    v4: (n, _, forge) => say(find('v4', n, forge) ?? nowhere, n),
  }
}

/** A comment that somebody wrote on something of a kind. */
function comment(kind: Kind, say: (path: string, n: number) => Call): Sentence {
  const find = (api: ApiName, n: number, forge: Forge) => {
    const written = forge.db.notes
      .all()
      .filter(({ noteable_type, system }) => noteable_type === kind && !system)
    const { id, noteable_id } = written[n % written.length] ?? {}
    return noteable_id ? `${pathOf(api, kind, noteable_id, forge)}/notes/${id}` : undefined
  }
  return found(find, say)
}

/** An award that is taken back from something of a kind, or from a comment on it. */
function takenBack(kind: Kind, from: 'itself' | 'a comment'): Sentence {
  const find = (api: ApiName, n: number, forge: Forge) => {
    const { notes, awardEmoji } = forge.db
    const paths = awardEmoji.all().flatMap(({ id, awardable_type, awardable_id }) => {
      const note = awardable_type === 'Note' ? notes.get(awardable_id) : undefined
      if ((note?.noteable_type ?? awardable_type) !== kind) return []
      if ((note !== undefined) !== (from === 'a comment')) return []
      const path = pathOf(api, kind, note?.noteable_id ?? awardable_id, forge)
      return `${path}${note ? `/notes/${note.id}` : ''}/award_emoji/${id}`
    })
    return paths[n % paths.length]
  }
  return found(find, (path) => ['DELETE', path])
}

/** A job, which v3 calls a build. */
function job(say: (path: string) => Call, nth: (n: number) => number): Sentence {
  return {
    v3: (n) => say(`${site}/builds/${nth(n)}`),
    v4: (n) => say(`${site}/jobs/${nth(n)}`),
  }
}

const key = (n: number) => {
  const name = [...new TextEncoder().encode('ssh-ed25519')]
  const bytes = Array.from({ length: 32 }, () => n)
  return `ssh-ed25519 ${btoa(String.fromCharCode(0, 0, 0, 11, ...name, 0, 0, 0, 32, ...bytes))}`
}
const person = (n: number) => ({
  ...{ email: `u${n}@forge.test`, username: `u${n}`, name: `User ${n}` },
  password: 'a long enough passphrase',
})
/** Whether people may ask to come in, which v4 says of what is new, and v3 does not. */
const open = { request_access_enabled: true }
const project = { ...open, snippets_enabled: true }
const onMaster = { default_branch: 'master' }
/**
 * With a branch that is removed GitLab 18 closes what was to be merged from it, and it lets maintainers remove a protected
 * one: so what is removed is neither merged nor protected.
 */
const kept = (n: number) => (n % 2 === 0 ? 'soon' : 'master')
const some = (n: number) => (n % 2 === 0 ? 'next' : `b${n}`)

const instance: Readonly<Record<string, Sentence>> = {
  'settings are changed': by(
    'root',
    alike((n) => [
      'PUT',
      '/application/settings',
      { sign_in_text: `Hi ${n}`, max_attachment_size: 1 + n },
    ]),
  ),
  'a hook is set': by(
    'root',
    alike((n) => ['POST', '/hooks', { url: `http://hook${n}.test/`, push_events: n % 2 === 0 }]),
  ),
  'a hook is tried': by('root', {
    v3: (n) => ['GET', `/hooks/${1 + n}`],
    v4: (n) => ['POST', `/hooks/${1 + n}`],
  }),
  'a hook is removed': by(
    'root',
    alike((n) => ['DELETE', `/hooks/${1 + n}`]),
  ),
}

const people: Readonly<Record<string, Sentence>> = {
  'a user comes': by('root', {
    v3: (n) => ['POST', '/users', { ...person(n), confirm: false }],
    v4: (n) => ['POST', '/users', { ...person(n), skip_confirmation: true }],
  }),
  'a user is changed': by(
    'root',
    alike((n) => ['PUT', `/users/${3 + n}`, { name: `Known ${n}`, bio: `Bio ${n}` }]),
  ),
  'a user is blocked': by('root', {
    v3: (n) => ['PUT', `/users/${4 + n}/block`],
    v4: (n) => ['POST', `/users/${4 + n}/block`],
  }),
  'a user is let in again': by('root', {
    v3: (n) => ['PUT', `/users/${4 + n}/unblock`],
    v4: (n) => ['POST', `/users/${4 + n}/unblock`],
  }),
  'a user is removed': by('root', {
    v3: (n) => ['DELETE', `/users/${5 + n}`],
    v4: (n) => ['DELETE', `/users/${5 + n}?hard_delete=true`],
  }),
  'a key is added': alike((n) => ['POST', '/user/keys', { title: `key ${n}`, key: key(n) }]),
  'a key is removed': alike((n) => ['DELETE', `/user/keys/${1 + 2 * n}`]),
  'a key is given': by(
    'root',
    alike((n) => ['POST', '/users/3/keys', { title: `bob ${n}`, key: key(4 + n) }]),
  ),
  'a key is removed from somebody': by(
    'root',
    alike((n) => ['DELETE', `/users/3/keys/${2 + 2 * n}`]),
  ),
  'an address is given': by('root', {
    v3: (n) => ['POST', `/users/${2 + (n % 2)}/emails`, { email: `e${n}@forge.test` }],
    v4: (n) => [
      'POST',
      `/users/${2 + (n % 2)}/emails`,
      { email: `e${n}@forge.test`, skip_confirmation: true },
    ],
  }),
  'an address is removed': alike((n) => ['DELETE', `/user/emails/${1 + n}`]),
  'an address is taken away': by(
    'root',
    alike((n) => ['DELETE', `/users/3/emails/${n}`]),
  ),
  'somebody hears of all': alike((n) => [
    'PUT',
    '/notification_settings',
    { level: n % 2 === 0 ? 'watch' : 'mention' },
  ]),
  'somebody hears of a group': alike((n) => [
    'PUT',
    '/groups/acme/notification_settings',
    { level: 'custom', new_note: n % 2 === 0, new_issue: true },
  ]),
  'somebody hears of a project': alike((n) => [
    'PUT',
    `${site}/notification_settings`,
    { level: n % 2 === 0 ? 'disabled' : 'participating' },
  ]),
}

const places: Readonly<Record<string, Sentence>> = {
  'a group is made': {
    v3: (n) => ['POST', '/groups', { ...open, name: `g${n}`, path: `g${n}`, visibility_level: 10 }],
    v4: (n) => [
      'POST',
      '/groups',
      { ...open, name: `g${n}`, path: `g${n}`, visibility: 'internal' },
    ],
  },
  'a group is described': alike((n) => ['PUT', '/groups/acme', { description: `Words ${n}` }]),
  'somebody joins': alike((n) => [
    'POST',
    '/groups/acme/members',
    { user_id: 2 + (n % 2), access_level: 30 },
  ]),
  'somebody rises in the group': alike((n) => [
    'PUT',
    '/groups/acme/members/3',
    { access_level: 20 + 10 * (n % 2) },
  ]),
  'somebody joins the project': alike((n) => [
    'POST',
    `${site}/members`,
    { user_id: 4 + n, access_level: 30, expires_at: '2030-01-01' },
  ]),
  'somebody rises': alike((n) => ['PUT', `${site}/members/3`, { access_level: 30 + 10 * (n % 2) }]),
  'somebody leaves': alike((n) => ['DELETE', `${site}/members/${2 + (n % 2)}`]),
  'somebody leaves the group': {
    v3: () => ['DELETE', '/groups/acme/members/3'],
    v4: () => ['DELETE', '/groups/acme/members/3?skip_subresources=true'],
  },
  'a project is made': {
    v3: (n) => ['POST', '/projects', { ...project, name: `p${n}`, visibility_level: 10 }],
    v4: (n) => [
      'POST',
      '/projects',
      { ...project, ...onMaster, name: `p${n}`, visibility: 'internal' },
    ],
  },
  'a project is made for somebody': by('root', {
    v3: (n) => ['POST', '/projects/user/3', { ...project, name: `q${n}`, public: true }],
    v4: (n) => [
      'POST',
      '/projects/user/3',
      { ...project, ...onMaster, name: `q${n}`, visibility: 'public' },
    ],
  }),
  'a project is changed': alike((n) => [
    'PUT',
    '/projects/3',
    { name: `Old ${n}`, description: `Since ${n}`, wiki_enabled: n % 2 === 0 },
  ]),
  'a project is laid aside': alike(() => ['POST', '/projects/3/archive']),
  'a project is taken up again': alike(() => ['POST', '/projects/3/unarchive']),
  'a star is given': alike((n) => ['POST', `/projects/${1 + n}/star`]),
  'a star is taken away': {
    v3: (n) => ['DELETE', `/projects/${1 + n}/star`],
    v4: (n) => ['POST', `/projects/${1 + n}/unstar`],
  },
  'a project goes to a group': by(
    'root',
    alike(() => ['POST', '/groups/acme/projects/2']),
  ),
  // It hears nothing: what GitLab 18 sends has ids of its own, and what is drawn next would be another.
  'a hook of a project is set': alike((n) => [
    'POST',
    `${site}/hooks`,
    { url: `http://site${n}.test/`, push_events: false },
  ]),
  'a hook of a project is changed': alike((n) => [
    'PUT',
    `${site}/hooks/${2 + n}`,
    { url: `http://other${n}.test/`, enable_ssl_verification: n % 2 === 0 },
  ]),
  'a hook of a project is removed': alike((n) => ['DELETE', `${site}/hooks/${2 + n}`]),
}

const planning: Readonly<Record<string, Sentence>> = {
  'a label is made': alike((n) => [
    'POST',
    `${site}/labels`,
    { name: `new${n}`, color: '#123456', description: `New ${n}`, priority: n },
  ]),
  'a label is changed': alike((n) => [
    'PUT',
    `${site}/labels`,
    { name: n % 2 ? 'kept' : 'held', new_name: n % 2 ? 'held' : 'kept', priority: 1 + n },
  ]),
  'a label is followed': {
    v3: () => ['POST', `${site}/labels/roof/subscription`],
    v4: () => ['POST', `${site}/labels/roof/subscribe`],
  },
  'a label is followed no more': {
    v3: () => ['DELETE', `${site}/labels/roof/subscription`],
    v4: () => ['POST', `${site}/labels/roof/unsubscribe`],
  },
  'a label is removed': alike((n) => ['DELETE', `${site}/labels?name=gone${n}`]),
  'a milestone is made': alike((n) => [
    'POST',
    `${site}/milestones`,
    { title: `v${2 + n}`, due_date: '2017-05-01', start_date: '2017-04-01' },
  ]),
  'a milestone is changed': alike((n) => [
    'PUT',
    `${site}/milestones/1`,
    { description: `For ${n}`, state_event: n % 2 === 0 ? 'close' : 'activate' },
  ]),
  'a list comes onto the board': alike((n) => [
    'POST',
    `${site}/boards/1/lists`,
    { label_id: 1 + n },
  ]),
  'a list of the board is moved': alike((n) => [
    'PUT',
    `${site}/boards/1/lists/2`,
    { position: n % 2 },
  ]),
  'a list of the board is removed': alike((n) => ['DELETE', `${site}/boards/1/lists/${1 + n}`]),
  'a todo is done': {
    v3: () => ['DELETE', '/todos/1'],
    v4: () => ['POST', '/todos/1/mark_as_done'],
  },
  'all todos are done': {
    v3: () => ['DELETE', '/todos'],
    v4: () => ['POST', '/todos/mark_as_done'],
  },
}

const tracker: Readonly<Record<string, Sentence>> = {
  'an issue is opened': by(
    'bob',
    alike((n) => ['POST', `${site}/issues`, { title: `Leak ${n}`, labels: `roof,n${n % 3}` }]),
  ),
  'an issue is changed': issue((path, n) => [
    'PUT',
    path,
    { title: `Hole ${n}`, confidential: n % 2 === 0, milestone_id: 1 },
  ]),
  'an issue is closed': issue((path) => ['PUT', path, { state_event: 'close' }]),
  'an issue is opened again': issue((path) => ['PUT', path, { state_event: 'reopen' }]),
  'an issue is assigned': {
    v3: issue((path) => ['PUT', path, { assignee_id: 2 }]).v3,
    v4: issue((path) => ['PUT', path, { assignee_ids: [2] }]).v4,
  },
  'an issue is followed': by('bob', {
    v3: issue((path) => ['POST', `${path}/subscription`]).v3,
    v4: issue((path) => ['POST', `${path}/subscribe`]).v4,
  }),
  'an issue is not followed any more': by('bob', {
    v3: issue((path) => ['DELETE', `${path}/subscription`]).v3,
    v4: issue((path) => ['POST', `${path}/unsubscribe`]).v4,
  }),
  'an issue is to be done': by(
    'bob',
    issue((path) => ['POST', `${path}/todo`]),
  ),
  'an issue moves': issue((path) => ['POST', `${path}/move`, { to_project_id: 2 }]),
  'somebody comments': by(
    'bob',
    issue((path, n) => ['POST', `${path}/notes`, { body: `Word ${n}, @jane` }]),
  ),
  'a comment is changed': comment('Issue', (path, n) => ['PUT', path, { body: `Other ${n}` }]),
  'a comment is removed': comment('Issue', (path) => ['DELETE', path]),
  'an issue is removed': issue((path) => ['DELETE', path]),
  'a snippet is kept': {
    v3: (n) => [
      'POST',
      `${site}/snippets`,
      { title: `S ${n}`, file_name: 's.rb', code: 'puts 1\n', visibility_level: 0 },
    ],
    v4: (n) => [
      'POST',
      `${site}/snippets`,
      {
        ...{ title: `S ${n}`, visibility: 'private' },
        files: [{ file_path: 's.rb', content: 'puts 1\n' }],
      },
    ],
  },
  'a snippet is changed': {
    v3: (n) => [
      'PUT',
      `${site}/snippets/${1 + (n % 2)}`,
      { title: `T ${n}`, code: `puts ${n}\n`, visibility_level: 10 },
    ],
    v4: (n) => [
      'PUT',
      `${site}/snippets/${1 + (n % 2)}`,
      { title: `T ${n}`, content: `puts ${n}\n`, visibility: 'internal' },
    ],
  },
  'somebody comments on a snippet': alike((n) => [
    'POST',
    `${site}/snippets/${1 + (n % 2)}/notes`,
    { body: `Said ${n}` },
  ]),
  'a comment on a snippet is changed': comment('Snippet', (path, n) => [
    'PUT',
    path,
    { body: `Meant ${n}` },
  ]),
  'a comment on a snippet is removed': comment('Snippet', (path) => ['DELETE', path]),
  'a snippet is removed': alike((n) => ['DELETE', `${site}/snippets/${1 + n}`]),
}

const code: Readonly<Record<string, Sentence>> = {
  'a branch is cut': onBranch((branch, n) => [
    'POST',
    `${site}/repository/branches`,
    { ...branch(`b${n}`), ref: 'master' },
  ]),
  'a branch is removed': alike((n) => ['DELETE', `${site}/repository/branches/b${2 * (n % 2)}`]),
  'merged branches are removed': alike(() => ['DELETE', '/projects/2/repository/merged_branches']),
  'a branch is protected': alike((n) => [
    'PUT',
    `${site}/repository/branches/${kept(n)}/protect`,
    { developers_can_push: n === 1, developers_can_merge: n === 3 },
  ]),
  'a branch is free again': alike((n) => [
    'PUT',
    `${site}/repository/branches/${kept(n)}/unprotect`,
  ]),
  'a tag is set': alike((n) => [
    'POST',
    `${site}/repository/tags`,
    { tag_name: `v${n}`, ref: 'master', ...(n === 2 ? { message: 'Two' } : {}) },
  ]),
  'a tag is removed': alike((n) => ['DELETE', `${site}/repository/tags/v${n}`]),
  'a tag is released': {
    v3: (n) => ['POST', `${site}/repository/tags/v${n}/release`, { description: `New in ${n}` }],
    v4: (n) => ['POST', `${site}/releases`, { tag_name: `v${n}`, description: `New in ${n}` }],
  },
  'a release is described': {
    v3: (n) => ['PUT', `${site}/repository/tags/v${n}/release`, { description: `Newer in ${n}` }],
    v4: (n) => ['PUT', `${site}/releases/v${n}`, { description: `Newer in ${n}` }],
  },
  'a file is written': ofFile('POST', (n) => ({
    ...{ path: `f${n}.md`, branch: 'master' },
    content: `F ${n}\n`,
  })),
  'a file is changed': ofFile('PUT', (n, at) => ({
    ...{ path: 'README.md', branch: some(n) },
    content: `R ${at}\n`,
  })),
  'a file is removed': ofFile('DELETE', (n) => ({ path: `f${n}.md`, branch: 'master' })),
  'several files are written': onBranch((branch, n, at) => [
    'POST',
    `${site}/repository/commits`,
    {
      ...branch(some(n)),
      commit_message: `Write ${at}`,
      actions: [
        { action: 'create', file_path: `d${at}/a`, content: 'A' },
        { action: 'create', file_path: `d${at}/b`, content: 'B' },
      ],
    },
  ]),
  'a commit is picked': {
    v3: (n) => ['POST', `${site}/repository/commits/soon/cherry_pick`, { branch: some(n) }],
    v4: (n) => [
      'POST',
      `${site}/repository/commits/soon/cherry_pick`,
      { branch: some(n), message: 'Go on later' },
    ],
  },
  'somebody comments on a commit': alike((n) => [
    'POST',
    `${site}/repository/commits/${some(n)}/comments`,
    { note: `Seen ${n}` },
  ]),
}

const merging: Readonly<Record<string, Sentence>> = {
  'a merge is asked for': alike((n) => [
    'POST',
    `${site}/merge_requests`,
    {
      source_branch: some(n),
      target_branch: 'master',
      title: `Merge ${n}`,
      description: `Closes #${n}`,
    },
  ]),
  'a merge request is changed': mergeRequest((path, n) => [
    'PUT',
    path,
    { title: `Merge it ${n}`, labels: `m${n}`, milestone_id: 1 },
  ]),
  'a merge request is assigned': {
    v3: mergeRequest((path, n) => ['PUT', path, { assignee_id: 2 + (n % 2) }]).v3,
    v4: mergeRequest((path, n) => ['PUT', path, { assignee_ids: [2 + (n % 2)] }]).v4,
  },
  'a merge is made': mergeRequest(
    (path, n) => [
      'PUT',
      `${path}/merge`,
      { merge_commit_message: `Merged ${n}`, should_remove_source_branch: n % 2 === 1 },
    ],
    (n) => 3 - (n % 2),
  ),
  'a merge is given up': mergeRequest((path, n) => [
    'PUT',
    path,
    { state_event: n % 3 === 0 ? 'reopen' : 'close' },
  ]),
  'a merge that was to come is called off': {
    v3: mergeRequest((path) => ['PUT', `${path}/cancel_merge_when_build_succeeds`]).v3,
    v4: mergeRequest((path) => ['POST', `${path}/cancel_merge_when_pipeline_succeeds`]).v4,
  },
  'a merge request is followed': by('root', {
    v3: mergeRequest((path) => ['POST', `${path}/subscription`]).v3,
    v4: mergeRequest((path) => ['POST', `${path}/subscribe`]).v4,
  }),
  'a merge request is followed no more': by('root', {
    v3: mergeRequest((path) => ['DELETE', `${path}/subscription`]).v3,
    v4: mergeRequest((path) => ['POST', `${path}/unsubscribe`]).v4,
  }),
  'a merge request is to be looked at': mergeRequest((path) => ['POST', `${path}/todo`]),
  'somebody comments on a merge request': by(
    'bob',
    mergeRequest((path, n) => ['POST', `${path}/notes`, { body: `Fine ${n}, @jane` }]),
  ),
  'a comment on a merge request is changed': comment('MergeRequest', (path, n) => [
    'PUT',
    path,
    { body: `Finer ${n}` },
  ]),
  'a comment on a merge request is removed': comment('MergeRequest', (path) => ['DELETE', path]),
  'a merge request is removed': mergeRequest((path) => ['DELETE', path]),
}

/** No votes: authors vote on what is theirs in GitLab 18, and did not in 8.15. */
const emoji = (n: number) => ({ name: ['star', 'tada', 'rocket', 'heart'][n] })

const awarded = (path: string, n: number): Call => ['POST', `${path}/award_emoji`, emoji(n)]

const awards: Readonly<Record<string, Sentence>> = {
  'an issue is awarded': issue(awarded),
  'a merge request is awarded': mergeRequest(awarded),
  'a snippet is awarded': alike((n) => awarded(`${site}/snippets/${1 + (n % 2)}`, n)),
  'a comment is awarded': comment('Issue', awarded),
  'a comment on a merge request is awarded': comment('MergeRequest', awarded),
  'a comment on a snippet is awarded': comment('Snippet', awarded),
  'an award of an issue is taken back': takenBack('Issue', 'itself'),
  'an award of a merge request is taken back': takenBack('MergeRequest', 'itself'),
  'an award of a snippet is taken back': takenBack('Snippet', 'itself'),
  'an award of a comment is taken back': takenBack('Issue', 'a comment'),
  'an award of a comment on a merge request is taken back': takenBack('MergeRequest', 'a comment'),
  'an award of a comment on a snippet is taken back': takenBack('Snippet', 'a comment'),
}

const pipelines: Readonly<Record<string, Sentence>> = {
  'a pipeline is started': ofFile('POST', (n) => ({
    ...{ path: '.gitlab-ci.yml', branch: some(n) },
    content: 'test:\n  script: make test\nlint:\n  script: make lint\n',
  })),
  'a job is stopped': job(
    (path) => ['POST', `${path}/cancel`],
    (n) => 1 + n,
  ),
  'artifacts are kept': job(
    (path) => ['POST', `${path}/artifacts/keep`],
    (n) => 1 + n,
  ),
  'a job is erased': job(
    (path) => ['POST', `${path}/erase`],
    (n) => 1 + n,
  ),
  'a service says how a commit is': alike((n, _, forge) => {
    const head = forge.db.pipelines.get(1)?.sha ?? ''
    const state = (['pending', 'running', 'success', 'failed'] as const)[n] ?? 'canceled'
    return ['POST', `${site}/statuses/${head}`, { state, name: `check ${n}`, ref: 'soon' }]
  }),
}

export const sentences: Readonly<Record<string, Sentence>> = {
  ...instance,
  ...people,
  ...places,
  ...planning,
  ...tracker,
  ...code,
  ...merging,
  ...awards,
  ...pipelines,
}

/**
 * What both APIs have and a story cannot tell in both, as the releases do it in another way. What v4 alone has (sharing,
 * forks, changes of hooks, pipelines by themselves …) v3 has no words for: it shows what v4 wrote.
 */
export const leftOut: Partial<Readonly<Record<OperationId, string>>> = {
  createOwnEmail: 'GitLab 18 waits until the address is confirmed; 8.15 took it at once.',
  deleteGroup: 'GitLab 18 marks a group for deletion; 8.15 removed it.',
  retryBuild: 'GitLab 18 makes another job; in 8.15 the same one ran again.',
  playBuild: 'GitLab 18 has manual jobs, which let a pipeline wait; in 8.15 they were skipped.',
}
