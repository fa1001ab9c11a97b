import type { Seed } from '../../src/seed/schema.ts'

/** A request of an attack: legal, and as costly as one request of at most 10 MiB can be made. */
export interface Call {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** Below the API, or, of a page, from the root on. */
  readonly path: string
  /** A page beside the API, which a browser asks for. */
  readonly isPage?: true
  /** A call of git, from the root on. */
  readonly isGit?: true
  /** Texts and bytes are sent as they are. */
  readonly body?: object | string | Uint8Array<ArrayBuffer>
  /** Who asks; jane where it is left out. */
  readonly as?: 'root'
}

/** Requests of which each is measured, in a world of their own. */
export interface Attack {
  readonly name: string
  /** What is sent before, unmeasured. */
  readonly before?: () => readonly Call[]
  readonly calls: () => readonly Call[]
}

export const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

/** A small generator of numbers (Park and Miller). */
function createRandom(): (below: number) => number {
  let state = 20_161_222
  return (below) => {
    state = (state * 48_271) % 0x7fffffff
    return state % below
  }
}

export function shuffled(lines: readonly string[]): string[] {
  const random = createRandom()
  const result = [...lines]
  for (let index = result.length - 1; index > 0; index -= 1) {
    const other = random(index + 1)
    const [one = '', two = ''] = [result[index], result[other]]
    result[index] = two
    result[other] = one
  }
  return result
}

export const numbered = (count: number) => upTo(count).map((line) => `line ${line}\n`)

const site = '/projects/1'
const commits = `${site}/repository/commits`
export const get = (path: string): Call => ({ method: 'GET', path })
export const post = (path: string, body: object | string): Call => ({ method: 'POST', path, body })
export const put = (path: string, body: object | string): Call => ({ method: 'PUT', path, body })

interface Action {
  readonly action: 'create' | 'update' | 'delete' | 'move'
  readonly file_path: string
  readonly previous_path?: string
  readonly content?: string
}

const commit = (actions: readonly Action[], branch = 'master', message = 'Change') =>
  post(commits, { branch_name: branch, commit_message: message, actions })
const write = (action: 'create' | 'update', content: string, file_path = 'a'): Action => ({
  action,
  file_path,
  content,
})

/** A file that a commit replaces, and each place that shows what changed. */
function fileChange(name: string, contents: () => readonly [string, string]): Attack {
  return {
    name,
    before: () => [
      commit([write('create', contents()[0])]),
      post(`${site}/repository/branches`, { branch_name: 'base', ref: 'master' }),
    ],
    calls: () => [
      commit([write('update', contents()[1])]),
      get(`${commits}/master`),
      get(`${commits}/master/diff`),
      get(`${site}/repository/compare?from=base&to=master`),
      post(`${commits}/master/comments`, { note: 'a', path: 'a', line: 200_000, line_type: 'new' }),
    ],
  }
}

/** Both sides change the same file, each everywhere, and one is merged into the other. */
function mergeOf(
  name: string,
  contents: () => readonly [base: string, ours: string, theirs: string],
): Attack {
  return {
    name,
    before: () => {
      const [base, ours, theirs] = contents()
      return [
        commit([write('create', base)]),
        post(`${site}/repository/branches`, { branch_name: 'side', ref: 'master' }),
        commit([write('update', ours)]),
        commit([write('update', theirs)], 'side'),
      ]
    },
    calls: () => [
      post(`${site}/merge_requests`, {
        source_branch: 'side',
        target_branch: 'master',
        title: 'Merge',
      }),
      get(`${site}/merge_requests/1`),
      get(`${site}/merge_requests/1/changes`),
      post(`${commits}/side/cherry_pick`, { branch: 'master' }),
      put(`${site}/merge_requests/1/merge`, {}),
    ],
  }
}

const longFile = 10_000_000

function renamed(name: string, files: number, lines: number): Attack {
  const random = createRandom()
  const contents = upTo(files).map(() =>
    upTo(lines).map(() => `line ${random(1_000_000_000)} of a file\n`),
  )
  const changed = contents.map((all) =>
    all.map((line, index) => (index % 3 === 0 ? `other ${index}\n` : line)).join(''),
  )
  return {
    name,
    before: () => [
      commit(contents.map((all, index) => write('create', all.join(''), `old${index}`))),
    ],
    calls: () => [
      commit([
        ...contents.map((_, index) => ({ action: 'delete' as const, file_path: `old${index}` })),
        ...changed.map((content, index) => write('create', content, `new${index}`)),
      ]),
      get(`${commits}/master`),
      get(`${commits}/master/diff`),
    ],
  }
}

/** A text of an issue, a comment and a merge request, as long as the contract lets one be. */
function texts(name: string, text: () => string): Attack {
  return {
    name: `a text of ${name}`,
    calls: () => [
      post(`${site}/issues/1/notes`, { body: text() }),
      post(`${site}/issues`, { title: 'New', description: text() }),
      put(`${site}/issues/1`, { description: text() }),
      post(`${site}/merge_requests/1/notes`, { body: text() }),
      put(`${site}/merge_requests/1`, { description: text() }),
      commit([write('create', 'a')], 'master', text()),
      get(`${site}/issues/1/notes`),
    ],
  }
}

export const textLength = 1_048_576
export const repeated = (piece: string, length = textLength) =>
  piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
export const counted = (piece: (index: number) => string) => {
  const parts: string[] = []
  for (let index = 1, length = 0; length < textLength; index += 1) {
    const part = piece(index)
    parts.push(part)
    length += part.length
  }
  return parts.join('').slice(0, textLength)
}

/** A file that describes a pipeline, of a million characters. */
const pipelineFile = (name: string, text: () => string): Attack => ({
  name: `a .gitlab-ci.yml of ${name}`,
  calls: () => [
    commit([write('create', text(), '.gitlab-ci.yml')]),
    commit([write('create', 'a', 'more')]),
  ],
})
const pipelinePieces: readonly (readonly [name: string, prefix: string, piece: string])[] = [
  ['quotes', '', '"'],
  ['pairs of quotes', 'a: ', '""'],
  ['anchors and tags', '', '&a !t '],
  ['lists with anchors and tags', '', '- &a !t b\n'],
  ['unknown aliases', '', '- *a\n'],
  ['open brackets', 'a: ', '['],
  ['flow maps', 'a: [', '{a: b},'],
  ['empty flow maps', 'a: [', '{},'],
  ['commas', 'a: [', ','],
  ['nested lists', '', '- '],
  ['block texts', 'a: |\n ', ' x\n'],
  ['documents', '', '---\n'],
  ['the same key', '', 'a: { script: b }\n'],
  ['merge keys', 'a: { script: b }\n', '<<: { c: d }\n'],
  ['a long script', 'a:\n  script:\n', '    - b\n'],
  ['a script of wrong values', 'a:\n  script:\n', '    - { b: c }\n'],
  ['stages', 'a: { script: b, stage: c }\nstages:\n', '  - c\n'],
  ['comments', '', '#\n'],
  ['empty lines', 'a:', '\n'],
  ['escapes', 'a: "', '\\n'],
  ['one long line', 'a: ', 'b'],
]

const inFolders = (index: number) => `f${index % 100}/g${Math.floor(index / 100) % 49}/${index}`
const manyFiles = (count: number, after = 0) =>
  upTo(count).map((index) => write('create', `${index}`, inFolders(after + index)))

/** As many as the contract takes in a commit. */
const MAX_ACTIONS = 3000

/** Files in one folder, as many a commit as one can have. */
const fileCommits = (count: number): Call[] =>
  upTo(Math.ceil(count / MAX_ACTIONS)).map((part) =>
    commit(upTo(MAX_ACTIONS).map((index) => write('create', 'a', `f${part}-${index}`))),
  )

export const attacks: readonly Attack[] = [
  fileChange('a shuffled file of 400,000 lines', () => {
    const lines = numbered(400_000)
    return [lines.join(''), shuffled(lines).join('')]
  }),
  fileChange('a file of 10 MB of empty lines that becomes another', () => [
    '\n'.repeat(longFile / 2 - 1),
    'a\n'.repeat(longFile / 4),
  ]),
  fileChange('a file of 2,000,000 lines of two kinds in no order', () => {
    const random = createRandom()
    const lines = () => upTo(2_000_000).map(() => (random(2) === 0 ? 'a\n' : 'b\n'))
    return [lines().join(''), lines().join('')]
  }),
  fileChange('a file of 1,000,000 lines of a thousand kinds in no order', () => {
    const random = createRandom()
    const lines = () => upTo(1_000_000).map(() => `${random(1000)}\n`)
    return [lines().join(''), lines().join('')]
  }),
  fileChange('a file of 9 MB in which every third line changes', () => {
    const lines = numbered(700_000)
    const changed = lines.map((line, index) => (index % 3 === 0 ? `${index}\n` : line))
    return [lines.join(''), changed.join('')]
  }),
  fileChange('a file of 9 MB in one line', () => ['a'.repeat(9_000_000), 'b'.repeat(9_000_000)]),
  {
    name: '900 shuffled files of 500 lines',
    before: () => [
      commit(upTo(900).map((file) => write('create', numbered(500).join(''), `f${file}`))),
      post(`${site}/repository/branches`, { branch_name: 'base', ref: 'master' }),
    ],
    calls: () => [
      commit(
        upTo(900).map((file) => write('update', shuffled(numbered(500)).join(''), `f${file}`)),
      ),
      get(`${commits}/master`),
      get(`${commits}/master/diff`),
      get(`${site}/repository/compare?from=base&to=master`),
      get(`${site}/repository/contributors`),
    ],
  },
  renamed('50 renamed files of 100 kB, a third of each changed', 50, 5000),
  renamed('100 renamed files of 50 kB, a third of each changed', 100, 2500),
  renamed('1,000 renamed files of 5 kB, a third of each changed', 1000, 250),
  mergeOf('a merge of a file of 400,000 lines that both sides shuffled', () => {
    const lines = numbered(400_000)
    return [lines.join(''), shuffled(lines).join(''), shuffled(shuffled(lines)).join('')]
  }),
  mergeOf('a merge of a file of 600,000 lines that the sides changed in turn', () => {
    const lines = numbered(600_000)
    const side = (rest: number) =>
      lines.map((line, index) => (index % 4 === rest ? `${index}\n` : line)).join('')
    return [lines.join(''), side(0), side(2)]
  }),
  mergeOf('a merge of a file of 3,000,000 lines', () => {
    const random = createRandom()
    const lines = () => upTo(3_000_000).map(() => (random(2) === 0 ? 'a\n' : 'b\n'))
    return [lines().join(''), lines().join(''), lines().join('')]
  }),
  texts('mentions', () => counted((index) => `@u${index} `)),
  texts('mentions of one user', () => repeated('@jane ')),
  texts('references', () => counted((index) => `#${index} `)),
  texts('references to one issue', () => repeated('#1 ')),
  texts('references to merge requests of other projects', () =>
    counted((index) => `a/b${index}!1 `),
  ),
  texts('closing references', () =>
    `Closes ${counted((index) => `#${index}, `)}`.slice(0, textLength),
  ),
  texts('closing words', () => repeated('closes #1 ')),
  texts('addresses', () => counted((index) => `http://forge.test/jane/site/issues/${index} `)),
  texts('backticks', () => repeated('`')),
  texts('backticks and signs', () => repeated('`#@')),
  texts('fences', () => repeated('```\n#1\n')),
  texts('slashes', () => repeated('/')),
  texts('lines of commands', () => repeated('/close\n/reopen\n')),
  texts('label commands', () => repeated('/label ~a ~b\n')),
  texts('one label command', () => `/label ${repeated('~a ', textLength - 7)}`),
  texts('commands that are none', () => repeated('/a\n')),
  texts('title commands', () => repeated('/title a\n')),
  texts('due commands', () => repeated('/due tomorrow\n')),
  texts('emoji', () => repeated(':a:')),
  texts('commit ids', () => repeated('0123456789012345678901234567890123456789 ')),
  texts('words and dots', () => repeated('a.')),
  texts('empty lines', () => repeated('\n', textLength - 1).concat('a')),
  texts('spaces', () => repeated(' ', textLength - 1).concat('a')),
  ...[
    ['letters', 'x'],
    ['signs that JSON escapes', '\u0001'],
    ['emoji', '😀'],
  ].map(
    ([name = '', piece = '']): Attack => ({
      name: `a list of texts of ${name}`,
      before: () => upTo(100).map(() => post(`${site}/issues/1/notes`, { body: repeated(piece) })),
      calls: () => [
        get(`${site}/issues/1/notes?per_page=100`),
        get(`${site}/issues/1/notes?per_page=5`),
        get(`${site}/events?per_page=100`),
      ],
    }),
  ),
  {
    name: 'an issue with 300,000 labels',
    calls: () => [
      post(`${site}/issues`, { title: 'New', labels: upTo(300_000).join() }),
      put(`${site}/issues/1`, { labels: upTo(300_000).join() }),
      get(`${site}/labels`),
      get(`${site}/issues`),
      put(`${site}/issues/1`, {
        labels: upTo(300_000)
          .map((number) => `l${number}`)
          .join(),
      }),
    ],
  },
  ...pipelinePieces.map(([name, prefix, piece]) =>
    pipelineFile(name, () => prefix + repeated(piece, 1_000_000 - prefix.length - piece.length)),
  ),
  pipelineFile('500 jobs of 50 regular expressions', () =>
    upTo(500)
      .map(
        (job) =>
          `j${job}: { script: a, only: [${upTo(6)
            .map(() => '/(a|b)+c/')
            .join()}] }\n`,
      )
      .join(''),
  ),
  pipelineFile('500 jobs with long variables', () =>
    upTo(500)
      .map(
        (job) =>
          `j${job}: { script: a, variables: { A: ${'a'.repeat(1500)} }, environment: { name: e${job}, url: "http://$A$A$A$A" } }\n`,
      )
      .join(''),
  ),
  {
    name: 'a commit of 3,000 actions',
    calls: () => [
      commit(manyFiles(MAX_ACTIONS)),
      get(`${commits}/master/diff`),
      get(`${site}/repository/tree?recursive=true`),
      commit([write('create', 'a', 'one-more')]),
    ],
  },
  {
    name: 'a commit of 12,000 actions, and one that deletes 3,000 files',
    before: () => [commit(manyFiles(MAX_ACTIONS))],
    calls: () => [
      commit(manyFiles(12_000)),
      get(`${commits}/master/diff`),
      get(`${commits}/master`),
      commit(upTo(MAX_ACTIONS).map((index) => ({ action: 'delete', file_path: inFolders(index) }))),
    ],
  },
  {
    name: 'a commit of 2,000 actions in deep folders',
    calls: () => [
      commit(upTo(2000).map((index) => write('create', 'a', `${index}/${'a/'.repeat(2000)}b`))),
      get(`${site}/repository/tree?recursive=true`),
      get(`${commits}/master`),
    ],
  },
  {
    name: 'a tree of 50,000 files in one folder',
    before: () => fileCommits(50_000),
    calls: () => [
      get(`${site}/repository/tree`),
      get(`${site}/repository/tree?recursive=true&page=100&per_page=100`),
      commit([write('create', 'a', 'one-more')]),
      get(`${commits}/master`),
      get(`${commits}/master/diff`),
      get(`${site}/repository/archive`),
    ],
  },
  {
    name: 'an archive of 9,000 files in folders',
    before: () => upTo(3).map((part) => commit(manyFiles(MAX_ACTIONS, part * MAX_ACTIONS))),
    calls: () => [get(`${site}/repository/archive`)],
  },
  {
    name: 'an archive of a file of 7 MB in no order',
    before: () => {
      const random = createRandom()
      return [
        commit([
          write(
            'create',
            upTo(1_000_000)
              .map(() => random(1e6))
              .join(' '),
          ),
        ]),
      ]
    },
    calls: () => [
      get(`${site}/repository/archive`),
      get(`${site}/repository/blobs/master?filepath=a`),
    ],
  },
  {
    name: 'a repository of 10,000 branches and as many tags',
    calls: () => [
      get('/projects/2/repository/branches'),
      get('/projects/2/repository/branches/b5000'),
      get('/projects/2/repository/tags'),
      post('/projects/2/repository/branches', { branch_name: 'new', ref: 'master' }),
      post('/projects/2/repository/tags', { tag_name: 'new', ref: 'master' }),
      { method: 'DELETE', path: '/projects/2/repository/merged_branches' },
    ],
  },
  {
    name: 'a history of 10,000 commits',
    calls: () => [
      get('/projects/3/repository/commits'),
      get('/projects/3/repository/commits?page=400'),
      get('/projects/3/repository/commits?since=2017-01-01T00:00:00Z'),
      get('/projects/3/repository/compare?from=begin&to=master'),
      get('/projects/3/repository/contributors'),
      get('/projects/3/repository/files?file_path=first&ref=master'),
      post('/projects/3/merge_requests', {
        source_branch: 'master',
        target_branch: 'begin',
        title: 'All',
      }),
      get('/projects/3/merge_requests/3/commits'),
      get('/projects/3/merge_requests/3/changes'),
      put('/projects/3/merge_requests/3/merge', {}),
      get('/projects/3/events'),
    ],
  },
  {
    name: 'a search for 16,000 characters',
    calls: () => [
      get(`/projects?search=${'%25a'.repeat(2500)}`),
      get(`/users?search=${'a.*'.repeat(4000)}`),
      get(`${site}/issues?labels=${'a,'.repeat(7500)}`),
      get(`${site}/issues?iid=${'1'.repeat(15_000)}`),
    ],
  },
]

const create = (file_path: string) => ({ action: 'create' as const, file_path, content: 'a' })

/** Project 1 is worked in, project 2 has many refs, project 3 a long history. */
export const worldOfAttacks: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [
    {
      path: 'jane/site',
      repository: {
        commits: [
          { message: 'Begin', author: 'jane', actions: [create('README')] },
          { message: 'Add', author: 'jane', branch: 'topic', actions: [create('b')] },
        ],
      },
      issues: [{ title: 'First', author: 'jane' }],
      merge_requests: [{ title: 'Add', author: 'jane', source_branch: 'topic' }],
    },
    {
      path: 'jane/refs',
      repository: {
        commits: [
          { message: 'Begin', author: 'jane', label: 'begin', actions: [create('README')] },
          { message: 'Go on', author: 'jane', actions: [create('b')] },
        ],
        branches: { begin: 'begin' },
      },
    },
    {
      path: 'jane/history',
      repository: {
        commits: [
          { message: 'Begin', author: 'jane', label: 'begin', actions: [create('first')] },
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
  ],
}
