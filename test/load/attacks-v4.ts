import type { Seed } from '../../src/seed/schema.ts'
import {
  type Attack,
  type Call,
  counted,
  get,
  numbered,
  post,
  put,
  repeated,
  shuffled,
  textLength,
  upTo,
} from './attacks.ts'

/** Attacks on what v4 has beside v3, and on what it does in another way. */

const site = '/projects/1'
const refs = '/projects/2'
const history = '/projects/3'
const tracker = '/projects/4'
const commits = `${site}/repository/commits`
const as = (call: Call): Call => ({ ...call, as: 'root' })
const page = (path: string): Call => ({ ...get(path), isPage: true })
/** As much as an address holds. */
const addressLength = 15_500
const entries = (name: string, piece: (index: number) => string | number) => {
  const parts: string[] = []
  for (let index = 1, length = 0; length < addressLength; index += 1) {
    const part = `${name}[]=${piece(index)}`
    parts.push(part)
    length += part.length + 1
  }
  return parts.slice(0, -1).join('&')
}
const words = (piece: (index: number) => string) =>
  upTo(8000).map(piece).join('+').slice(0, addressLength)

interface Action {
  readonly action: 'create' | 'update' | 'chmod'
  readonly file_path: string
  readonly content?: string
  readonly encoding?: 'base64'
  readonly execute_filemode?: boolean
}

const commit = (actions: readonly Action[], branch = 'master') =>
  post(commits, { branch, commit_message: 'Change', actions })
const write = (action: 'create' | 'update', content: string, file_path = 'a'): Action => ({
  action,
  file_path,
  content,
})
const inFolders = (index: number) => `f${index % 100}/g${Math.floor(index / 100) % 49}/${index}`
/** Files in folders, as many a commit as one can have. */
const fileCommits = (count: number): Call[] =>
  upTo(Math.ceil(count / 3000)).map((part) =>
    commit(upTo(3000).map((index) => write('create', 'a', inFolders(part * 3000 + index)))),
  )
const file = (name: string) => `${site}/repository/files/${name}`

function fileChange(name: string, contents: () => readonly [string, string]): Attack {
  return {
    name,
    before: () => [
      commit([write('create', contents()[0])]),
      post(`${site}/repository/branches`, { branch: 'base', ref: 'master' }),
    ],
    calls: () => [
      commit([write('update', contents()[1])]),
      get(`${commits}/master`),
      get(`${commits}/master/diff`),
      get(`${commits}/master/diff?unidiff=true`),
      get(`${site}/repository/compare?from=base&to=master`),
      get(`${site}/repository/compare?from=master&to=base&straight=true&unidiff=true`),
      post(`${commits}/master/revert`, { branch: 'master' }),
      post(`${commits}/master/cherry_pick`, { branch: 'base', dry_run: true }),
      get(`${file('a')}?ref=master`),
      get(`${file('a')}/blame?ref=master`),
      get(`${commits}?path=a&with_stats=true&all=true`),
    ],
  }
}

function lists(name: string, paths: readonly string[], query: () => string): Attack {
  return { name, calls: () => paths.map((path) => as(get(`${path}?per_page=100&${query()}`))) }
}

const issueLists = [`${tracker}/issues`, '/issues', '/groups/big/issues', '/issues_statistics']
const namedLists = [
  '/groups',
  '/groups/big/descendant_groups',
  '/groups/big/projects',
  '/projects',
  '/users',
  '/topics',
  '/namespaces',
  '/groups/big/members/all',
  '/personal_access_tokens',
  `${tracker}/users`,
  `${refs}/repository/branches`,
  `${refs}/repository/tags`,
]

export const attacks: readonly Attack[] = [
  fileChange('a shuffled file of 400,000 lines', () => {
    const lines = numbered(400_000)
    return [lines.join(''), shuffled(lines).join('')]
  }),
  fileChange('a file of 9 MB in one line', () => ['a'.repeat(9_000_000), 'b'.repeat(9_000_000)]),
  fileChange('a file of 4,500,000 empty lines', () => [
    '\n'.repeat(4_500_000),
    'a\n'.repeat(2_250_000),
  ]),
  {
    name: '900 shuffled files of 500 lines',
    before: () => [
      commit(upTo(900).map((index) => write('create', numbered(500).join(''), `f${index}`))),
      post(`${site}/repository/branches`, { branch: 'base', ref: 'master' }),
    ],
    calls: () => [
      commit(
        upTo(900).map((index) => write('update', shuffled(numbered(500)).join(''), `f${index}`)),
      ),
      get(`${commits}/master/diff?per_page=100`),
      get(`${site}/repository/compare?from=base&to=master&unidiff=true`),
      post(`${commits}/master/revert`, { branch: 'master' }),
    ],
  },
  {
    name: 'a file in Base64 of 9 MB',
    calls: () => [
      post(file('a'), {
        branch: 'master',
        commit_message: 'a',
        encoding: 'base64',
        content: 'YWJj'.repeat(2_250_000),
      }),
      get(`${file('a')}?ref=master`),
      get(`${file('a')}/raw?ref=master`),
      post(file('b'), {
        branch: 'master',
        commit_message: 'a',
        encoding: 'base64',
        content: 'YW\nJj'.repeat(1_900_000),
      }),
      commit([
        { action: 'create', file_path: 'c', encoding: 'base64', content: '='.repeat(9_000_000) },
      ]),
    ],
  },
  {
    name: 'a commit of 3,000 actions, and as many changes of mode',
    calls: () => [
      ...fileCommits(3000),
      commit(
        upTo(3000).map((index) => ({
          action: 'chmod',
          file_path: inFolders(3000 + index),
          execute_filemode: true,
        })),
      ),
      get(`${commits}/master/diff?per_page=100`),
    ],
  },
  {
    name: 'a tree of 99,000 files',
    before: () => fileCommits(99_000),
    calls: () => [
      get(`${site}/repository/tree?recursive=true`),
      get(`${site}/repository/tree?recursive=true&page=990&per_page=100`),
      get(`${site}/repository/tree?recursive=true&pagination=keyset&per_page=100`),
      get(`${site}/repository/tree?recursive=true&pagination=none`),
      get(`${site}/repository/archive.tar?path=f1`),
      get(`${site}/repository/archive?${entries('exclude_paths', (index) => `**/${index}*`)}`),
      commit([write('create', 'a', 'one-more')]),
      get(`${commits}?path=f99/g40/4099`),
      get(`${site}/search?scope=blobs&search=f99%20seek`),
    ],
  },
  {
    name: 'a search in 42 files of a megabyte',
    before: () =>
      upTo(7).map((part) =>
        commit(
          upTo(6).map((index) =>
            write('create', `${'a\n'.repeat(524_000)}b ${part} ${index}`, `f${part}-${index}`),
          ),
        ),
      ),
    calls: () => [
      get(`${site}/search?scope=blobs&search=seek`),
      get(`${site}/search?scope=blobs&per_page=100&search=a`),
      get(`${site}/search?scope=blobs&per_page=100&search=path:f`),
      get(`${site}/search?scope=blobs&search=a%20b`),
      get(`${site}/search?scope=blobs&search=a+b+${upTo(9).join('+')}`),
      get(`${site}/search?scope=blobs&search=${upTo(64).join('+')}`),
    ],
  },
  {
    name: 'a repository of 10,000 branches and as many tags',
    calls: () => [
      get(`${refs}/repository/branches?per_page=100`),
      get(`${refs}/repository/branches?sort=updated_desc&pagination=keyset`),
      get(`${refs}/repository/branches?regex=${encodeURIComponent('(b*)*'.repeat(50))}%24`),
      get(`${refs}/repository/branches?regex=${encodeURIComponent('.*1'.repeat(90))}%24`),
      get(`${refs}/repository/tags?order_by=version`),
      get(`${refs}/repository/commits/begin/refs?per_page=100`),
      get(`${refs}/repository/commits?all=true`),
      get(`${refs}/repository/merge_base?${entries('refs', (index) => `b${index}`)}`),
      post(`${refs}/protected_branches`, { name: '*b*1*2*' }),
      post(`${refs}/protected_branches`, { name: '*'.repeat(250) }),
      get(`${refs}/repository/branches?per_page=100`),
      post(`${refs}/fork`, { path: 'copy' }),
      { method: 'DELETE', path: `${refs}/repository/merged_branches` },
    ],
  },
  {
    name: 'badges that name the last of 10,000 tags often',
    before: () =>
      upTo(20).map(() =>
        post(`${refs}/badges`, {
          link_url: `https://x.example/${'%{latest_tag}'.repeat(150)}`,
          image_url: 'https://x.example/%{latest_tag}',
        }),
      ),
    calls: () => [get(`${refs}/badges?per_page=100`)],
  },
  {
    name: 'the labels of a group of 3,000 projects',
    before: () =>
      upTo(100).map((index) => as(post('/groups/big/labels', { name: `g${index}`, color: 'red' }))),
    calls: () => [
      as(get('/groups/big/labels?per_page=100&with_counts=true')),
      as(put('/groups/big/labels/g1', { new_name: 'h1' })),
    ],
  },
  {
    name: 'a history of 10,000 commits',
    calls: () => [
      get(`${history}/repository/commits?page=100&per_page=100&with_stats=true`),
      get(`${history}/repository/commits?author=x&trailers=true`),
      get(`${history}/repository/commits?path=first&first_parent=true`),
      get(`${history}/repository/commits?order=topo`),
      get(`${history}/repository/commits?ref_name=begin..master`),
      get(`${history}/repository/commits/begin/refs`),
      get(`${history}/repository/commits/master/sequence?first_parent=true`),
      get(`${history}/repository/compare?from=begin&to=master`),
      get(`${history}/repository/contributors`),
      get(`${history}/search?scope=commits&search=seek`),
      get(`${history}/repository/files/first/blame?ref=master`),
      get(`${history}/repository/files/a/blame?ref=master`),
      get(`${history}/repository/files/first?ref=master`),
      get(`${history}/repository/tree?ref=${encodeURIComponent(`master${'~1'.repeat(2000)}`)}`),
      get(`${history}/repository/commits/${encodeURIComponent('master^'.padEnd(5000, '^'))}`),
      get(`${history}/repository/commits/${encodeURIComponent('master~9999')}`),
    ],
  },
  lists('a search for 5,000 words that all match', namedLists, () => `search=${words(() => 'a')}`),
  lists(
    'a search for 15,500 letters',
    [...namedLists, ...issueLists],
    () => `search=${'A'.repeat(addressLength)}`,
  ),
  lists(
    'a search for words that all are in issues',
    issueLists,
    () => `search=${words((index) => `${index % 1000}`)}&in=title,description`,
  ),
  lists('2,000 ids that are left out', ['/groups', '/groups/big/descendant_groups'], () =>
    entries('skip_groups', (index) => index + 5000),
  ),
  lists('1,000 users that are left out', ['/groups/big/members', `${tracker}/users`], () =>
    entries('skip_users', (index) => index + 5000),
  ),
  lists('1,000 users that are asked for', ['/groups/big/members/all', '/groups/big/members'], () =>
    entries('user_ids', (index) => index),
  ),
  lists('issues of 2,000 numbers', issueLists, () => entries('iids', (index) => index)),
  lists('issues without 2,000 numbers', issueLists, () => entries('not[iids]', (index) => index)),
  lists('issues with 7,000 labels', issueLists, () => `labels=${'l1,'.repeat(5000)}l1`),
  lists(
    'issues without 3,000 labels',
    issueLists,
    () =>
      `not[labels]=${upTo(2500)
        .map((index) => `n${index}`)
        .join()}`,
  ),
  ...[
    'label_priority',
    'priority',
    'milestone_due',
    'popularity',
    'weight',
    'title',
    'due_date',
  ].map((order) => lists(`issues in the order ${order}`, issueLists, () => `order_by=${order}`)),
  lists('issues with labels in detail', issueLists, () => 'with_labels_details=true&state=opened'),
  ...['name', 'star_count', 'similarity', 'storage_size', 'last_activity_at'].map((order) =>
    lists(
      `projects in the order ${order}`,
      ['/projects', '/groups/big/projects'],
      () => `order_by=${order}&statistics=true&include_subgroups=true&min_access_level=10`,
    ),
  ),
  lists(
    'groups with all that belongs to them',
    ['/groups', '/namespaces', '/topics'],
    () => 'statistics=true&order_by=similarity&all_available=true&with_projects=true',
  ),
  lists(
    'groups of someone who is in 3,000',
    ['/groups', '/projects', '/namespaces'],
    () => 'min_access_level=30&owned=true',
  ),
  lists('projects of 1,000 topics', ['/projects'], () => `topic=${'t1,'.repeat(5000)}t1`),
  {
    name: 'one group with all that it has',
    calls: () => [
      as(get('/groups/big')),
      as(get('/groups/big?with_projects=true')),
      as(get('/groups/big/members?per_page=100')),
      as(get(`/groups/${encodeURIComponent(deepPath)}/members/all?per_page=100`)),
      as(get('/namespaces/big')),
      as(get('/namespaces/big/exists')),
      as(put('/groups/big', { path: 'huge', visibility: 'private' })),
      as({ method: 'DELETE', path: '/groups/huge' }),
      as(post('/topics/merge', { source_topic_id: 1, target_topic_id: 2 })),
      as({ method: 'DELETE', path: '/users/3?hard_delete=true' }),
    ],
  },
  {
    name: 'a body of many parameters',
    calls: () => [
      as(
        put('/application/settings', {
          domain_allowlist: upTo(49_000).map((n) => `a${n}.example`),
        }),
      ),
      as(put('/application/settings', { asset_proxy_allowlist: upTo(49_000).map(String) })),
      put(site, { topics: upTo(49_000).map((index) => `topic${index}`) }),
      put(site, { topics: upTo(900).map((index) => `topic${index}`.padEnd(200, 'x')) }),
      put(`${tracker}/issues/1`, { add_labels: upTo(49_000).map((index) => `x${index}`) }),
      put(`${tracker}/issues/1`, { remove_labels: upTo(49_000).map((index) => `x${index}`) }),
      put(`${tracker}/issues/1`, { labels: upTo(900_000).join() }),
      put(`${tracker}/issues/1`, { assignee_ids: upTo(49_000) }),
      post(`${tracker}/issues`, { title: 'a', labels: repeated('a,', 9_000_000) }),
      as(post('/groups/big/members', { user_id: upTo(49_000).join(), access_level: 30 })),
      as(post('/groups/big/members', { username: 'u1,'.repeat(3_000_000), access_level: 30 })),
      as(post(`${site}/members`, { user_id: upTo(3000).join(), access_level: 30 })),
      post('/user/personal_access_tokens', {
        name: 'a',
        scopes: upTo(49_000).map(() => 'k8s_proxy'),
      }),
      as(
        post('/users/2/personal_access_tokens', {
          name: 'a',
          scopes: upTo(49_000).map(() => 'api'),
        }),
      ),
      as(
        post('/hooks', {
          url: 'http://127.0.0.1:9/',
          custom_headers: upTo(16_000).map((n) => ({ key: `k${n}`, value: 'a' })),
        }),
      ),
      post(`${refs}/releases`, {
        tag_name: 't1',
        milestones: upTo(49_000).map((index) => `m${index}`),
      }),
      post(`${refs}/releases`, {
        tag_name: 't2',
        assets: {
          links: upTo(16_000).map((n) => ({ name: `n${n}`, url: `http://a.example/${n}` })),
        },
      }),
    ],
  },
  {
    name: 'pages of many entries, and of paths of many steps',
    before: () => [
      as(put('/groups/big', { visibility: 'public' })),
      as(put(tracker, { visibility: 'public' })),
    ],
    calls: () => [
      page('/big'),
      page('/big/tracker/-/issues'),
      page('/big/tracker/-/milestones/1'),
      page('/big/tracker/-/labels'),
      page('/jane/refs'),
      page('/users/sign_in'),
      ...['a/', 'tree/', 'big/tracker/-/tree/', 'begin/'].flatMap((steps) =>
        ['/', '/groups/', '/jane/refs/-/tree/', '/jane/refs/-/tree/begin/'].flatMap((begin) => [
          page(`${begin}${repeated(steps, addressLength)}`),
          page(`${begin}${repeated(`${'x'.repeat(70)}/${steps}`, addressLength)}`),
          page(`${begin}${steps.repeat(195).split('/').slice(0, 195).join('/')}`),
        ]),
      ),
    ],
  },
  {
    name: 'an archive of bzip2',
    before: () => [
      commit(upTo(2).map((index) => write('create', 'ab'.repeat(1_000_000), `f${index}`))),
      commit([
        {
          action: 'create',
          file_path: 'noise',
          encoding: 'base64',
          content: shuffled(numbered(300_000)).join('').replace(/\W/g, '').slice(0, 2_000_000),
        },
      ]),
    ],
    calls: () => [get(`${site}/repository/archive.tar.bz2`)],
  },
  {
    name: 'a hook whose template names the payload again and again',
    before: () =>
      upTo(100).map((index) =>
        post(`${site}/hooks`, {
          url: `http://127.0.0.1:9/${index}`,
          issues_events: true,
          custom_webhook_template: `[${'{{object_attributes}},'.repeat(180)}1]`,
        }),
      ),
    calls: () => [
      post(`${site}/issues`, { title: 'a', description: 'a"'.repeat(textLength / 2) }),
      get('/user'),
    ],
  },
  {
    name: 'JSON that is nested deeply',
    calls: () => [
      post(`${tracker}/issues`, `${'{"a":'.repeat(49_000)}1${'}'.repeat(49_000)}`),
      post(`${tracker}/issues`, `{"title":${'['.repeat(49_000)}${']'.repeat(49_000)}}`),
      put(`${tracker}/issues/1`, `{"labels":${'['.repeat(49_000)}${']'.repeat(49_000)}}`),
      post(commits, `{"actions":${'[{"a":'.repeat(24_000)}1${'}]'.repeat(24_000)}}`),
    ],
  },
  {
    name: 'texts of a megabyte',
    calls: () =>
      [
        counted((index) => `@u${index} `),
        counted((index) => `#${index} `),
        repeated('/label ~a ~b\n', textLength),
        repeated('/spend 1h\n', textLength),
        repeated('Signed-off-by: a <b>\n', textLength),
      ].flatMap((text) => [
        post(`${tracker}/issues/1/notes`, { body: text }),
        post(`${tracker}/issues`, { title: 'a', description: text }),
        put(`${tracker}/issues/1`, { description: text }),
        post(`${refs}/snippets`, {
          title: 'a',
          visibility: 'public',
          files: upTo(9).map((index) => ({ file_path: `f${index}`, content: text })),
        }),
        post(commits, {
          branch: 'master',
          commit_message: text,
          actions: [write('create', 'a', `f${text.length}${text.slice(1, 3).trim()}`)],
        }),
        get(`${commits}?trailers=true`),
        post(`${tracker}/issues/1/add_spent_time`, { duration: text }),
        post(`${refs}/releases`, { tag_name: 't3', description: text }),
      ]),
  },
  {
    name: 'durations, dates and names that are long',
    calls: () => [
      post(`${tracker}/issues/1/time_estimate`, { duration: '1h '.repeat(300_000) }),
      post(`${tracker}/issues/1/time_estimate`, { duration: '9'.repeat(9_000_000) }),
      post('/user/keys', { title: 'a', key: `ssh-rsa ${'A'.repeat(9_000_000)}` }),
      post('/user/emails', { email: `${'a.'.repeat(4_000_000)}@x.example` }),
      post('/projects', { name: 'a'.repeat(9_000_000) }),
      post('/projects', { path: `${'a.'.repeat(4_000_000)}git` }),
      post('/groups', { name: 'a', path: '-'.repeat(9_000_000) }),
      as(put('/users/2', { name: ' '.repeat(9_000_000) })),
      as(post('/topics', { name: 'a'.repeat(9_000_000), title: 'a' })),
      post(`${site}/repository/branches`, { branch: '/'.repeat(9_000_000), ref: 'master' }),
      post(`${site}/repository/branches`, { branch: 'b', ref: '~1'.repeat(4_000_000) }),
      post(`${site}/repository/tags`, { tag_name: '.'.repeat(9_000_000), ref: 'master' }),
      post(`${site}/protected_branches`, { name: '*a'.repeat(4_500_000) }),
    ],
  },
  {
    name: 'issues with descriptions of a megabyte',
    before: () =>
      upTo(60).map((index) =>
        post(`${site}/issues`, {
          title: 'a',
          description: `${'x'.repeat(1_000_000)} ${upTo(6000)
            .map((n) => `w${n}`)
            .join(' ')} ${index}`,
        }),
      ),
    calls: () => [
      get(`${site}/issues?search=${words((index) => `w${index}`)}`),
      get(`${site}/issues?search=xy`),
      get(`${site}/issues?per_page=20`),
      get(`${site}/issues_statistics?search=xy`),
    ],
  },
]

const deep = upTo(18)
const deepPath = `big${deep.map((level) => `/d${level}`).join('')}`
const create = (file_path: string) => ({ action: 'create' as const, file_path, content: 'a' })
const begin = { message: 'Begin', author: 'jane', label: 'begin' }
const begun = { commits: [{ ...begin, actions: [create('README')] }] }

/** Project 1 is worked in, 2 has many refs, 3 a long history, 4 many issues; a group has thousands of everything. */
export const worldOfAttacks: Seed = {
  users: [
    { username: 'root', admin: true },
    { username: 'jane' },
    ...upTo(3000).map((index) => ({ username: `u${index}` })),
  ],
  groups: [
    {
      path: 'big',
      members: {
        jane: 'owner',
        ...Object.fromEntries(upTo(3000).map((index) => [`u${index}`, 'developer' as const])),
      },
    },
    ...deep.map((level) => ({
      path: `big${deep
        .slice(0, level)
        .map((each) => `/d${each}`)
        .join('')}`,
    })),
    ...upTo(3000).map((index) => ({ path: `big/g${index}` })),
  ],
  projects: [
    { path: 'jane/site', repository: begun },
    {
      path: 'jane/refs',
      visibility: 'public',
      repository: { ...begun, branches: { begin: 'begin' } },
    },
    {
      path: 'jane/history',
      repository: {
        commits: [
          { ...begin, actions: [create('first')] },
          ...upTo(10_000).map((index) => ({
            message: `Commit ${index}`,
            author: 'jane',
            actions: [
              {
                action: index === 1 ? ('create' as const) : ('update' as const),
                file_path: 'a',
                content: `${index}\n`,
              },
            ],
          })),
        ],
        branches: { begin: 'begin' },
      },
    },
    {
      path: 'big/tracker',
      milestones: upTo(500).map((index) => ({ title: `m${index}`, due_date: '2017-01-01' })),
      labels: upTo(500).map((index) => `l${index}`),
      issues: upTo(5000).map((index) => ({
        title: `Issue ${index}`,
        author: `u${(index % 3000) + 1}`,
        description: upTo(1000).join(' ').slice(0, 2000),
        labels: upTo(5).map((label) => `l${((index + label) % 500) + 1}`),
        milestone: `m${(index % 500) + 1}`,
      })),
    },
    {
      path: 'jane/tree',
      repository: {
        commits: [{ ...begin, actions: upTo(9000).map((index) => create(inFolders(index))) }],
        branches: { begin: 'begin' },
      },
    },
    ...upTo(3000).map((index) => ({
      path: `big/g${index}/p`,
      description: 'a'.repeat(500),
      tags: upTo(5).map((topic) => `t${((index + topic) % 1000) + 1}`),
    })),
  ],
}
