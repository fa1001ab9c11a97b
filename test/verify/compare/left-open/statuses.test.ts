import { expect, it } from 'vitest'
import { createForge } from '../../../../src/forge/create-forge.ts'
import { type History, replay, type Step } from '../../../../src/verify/compare/index.ts'
import { differenceKey } from '../../../../src/verify/compare/options.ts'
import {
  asAdmin,
  asPerson,
  commit,
  differencesOf,
  hiddenSnippet,
  issue,
  mending,
  note,
  ofIssue,
  ofNote,
  ofRequest,
  ofSnippet,
  person,
  personAs,
  place,
} from '../steps.ts'

/** A call of a server, and what Forgery answers to it. */
interface Call {
  readonly method: string
  readonly path: string
  readonly query: URLSearchParams
  readonly body: Record<string, unknown>
  readonly own: Response
}

/** Returns what a server with another answer to some calls differs in; it answers after Forgery has carried out a call. */
async function differencesWith(
  answer: (call: Call) => Response | Promise<Response | undefined> | undefined,
  history: History,
  isBefore = false,
): Promise<readonly string[]> {
  const forge = await createForge({ seed: 'demo', log: () => {} })
  const handle = async (request: Request) => {
    const { pathname: path, searchParams: query } = new URL(request.url)
    const text = await request.clone().text()
    const body = text.startsWith('{') ? JSON.parse(text) : {}
    const call = { method: request.method, path, query, body }
    if (isBefore) {
      const other = await answer({ ...call, own: new Response() })
      return other ?? forge.fetch(request)
    }
    const own = await forge.fetch(request)
    return (await answer({ ...call, own: own.clone() })) ?? own
  }
  return differencesOf(handle, history)
}

const refusal = (status: number, message: unknown = 'Not so') =>
  Response.json({ message }, { status })
const unmodified = () => new Response(null, { status: 304 })

it('leaves open whether a taken name is a conflict, but not that it is taken', async () => {
  const [made] = person
  if (!made) throw new Error('A person is made by a call.')
  const again = { ...made, makes: 'user2' }
  const taken = { email: ['has already been taken'] }
  expect(
    await differencesWith(
      ({ own }) => (own.status === 409 ? refusal(400, taken) : undefined),
      [made, again],
    ),
  ).toEqual([])
  const twice = ({ own }: Call) =>
    own.status === 409 ? Response.json({ id: 77 }, { status: 201 }) : undefined
  expect(await differencesWith(twice, [made, again])).toEqual(['createUser | status 409 → 201'])
})

it.each([400, 404])(
  'leaves open that a page behind the end is a %i, but no other',
  async (status) => {
    const refusing =
      (from: number) =>
      ({ path, query }: Call) =>
        path.endsWith('/issues') && Number(query.get('page')) >= from ? refusal(status) : undefined
    const list = (page: number) => asAdmin('listIssuesOfProject', { per_page: 1, page })
    const issues = ['one', 'two'].map((title) => asAdmin('createIssue', { title }))
    expect(await differencesWith(refusing(3), [...issues, list(1), list(2), list(3)])).toEqual([])
    expect(await differencesWith(refusing(2), [...issues, list(1), list(2)])).toEqual([
      `listIssuesOfProject | status 200 → ${status}`,
    ])
  },
)

it('leaves open whether a folder or a branch that is not there is unknown', async () => {
  const isEmpty = async (own: Response) => own.status === 200 && (await own.text()) === '[]'
  const unknown = async ({ path, own }: Call) =>
    /\/(?:tree|commits)$/.test(path) && (await isEmpty(own)) ? refusal(404) : undefined
  const lists = (ref_name: string, folder: string) => [
    asAdmin('listTree', { ref_name }),
    asAdmin('listTree', { path: folder }),
    asAdmin('listCommits', { ref_name }),
  ]
  expect(await differencesWith(unknown, [commit, ...lists('nowhere', 'nowhere')])).toEqual([])
  const file = { branch_name: 'master', file_path: 'lib/a.txt', content: 'A', commit_message: 'A' }
  const never = ({ path, query }: Call) =>
    /\/tree$/.test(path) && query.has('path') ? refusal(404) : undefined
  const history = [commit, asAdmin('createFile', file), ...lists('master', 'lib')]
  expect(await differencesWith(never, history)).toEqual(['listTree | status 200 → 404'])
})

const closing = asAdmin('updateIssue', { ...ofIssue, state_event: 'close' })
const reopening = asAdmin('updateIssue', { ...ofIssue, state_event: 'reopen' })

it.each([304, 400, 409])('leaves open that closing what is closed is a %i', async (status) => {
  let isClosed = false
  const refusing = ({ method, body }: Call) => {
    if (method !== 'PUT' || body.state_event === undefined) return undefined
    const wanted = body.state_event === 'close'
    const isSo = wanted === isClosed
    isClosed = wanted
    if (!isSo) return undefined
    return status === 304 ? unmodified() : refusal(status)
  }
  expect(await differencesWith(refusing, [issue, closing, closing])).toEqual([])
  isClosed = false
  expect(await differencesWith(refusing, [issue, reopening, closing])).toEqual([])
  const always = ({ method }: Call) =>
    method === 'PUT' ? (status === 304 ? unmodified() : refusal(status)) : undefined
  expect(await differencesWith(always, [issue, closing])).toEqual([
    `updateIssue | status 200 → ${status}`,
  ])
})

it('leaves open that a change to the same values is not modified, but no other change', async () => {
  const change = (values: Step['parameters']) => asAdmin('updateIssue', { ...ofIssue, ...values })
  const snippet = { title: 'Mine', file_name: 'a.rb', code: 'puts 1', visibility_level: 0 }
  const ofCode = (code: string) => asAdmin('updateSnippet', { ...ofSnippet, code })
  const made = [
    asAdmin('updateProject', { snippets_enabled: true }),
    { ...asAdmin('createSnippet', snippet), makes: 'snippet1' },
  ]
  const unlessChanged = (isChange: (body: Call['body']) => boolean) => (call: Call) =>
    call.method === 'PUT' && !isChange(call.body) && !/projects\/\d+$/.test(call.path)
      ? unmodified()
      : undefined
  const same = [
    change({ title: 'A leak' }),
    change({ labels: 'roof' }),
    change({ labels: 'roof', title: 'A leak' }),
    ofCode('puts 1'),
  ]
  const isFirst = ({ labels, title }: Call['body']) => labels !== undefined && title === undefined
  expect(await differencesWith(unlessChanged(isFirst), [issue, ...made, ...same])).toEqual([])
  const none = unlessChanged(() => false)
  const told = ['updateIssue | status 200 → 304']
  expect(await differencesWith(none, [issue, change({ title: 'Another' })])).toEqual(told)
  expect(await differencesWith(none, [issue, change({ title: 'A leak', labels: 'x' })])).toEqual(
    told,
  )
  expect(await differencesWith(none, [...made, ofCode('puts 2')])).toEqual([
    'updateSnippet | status 200 → 304',
  ])
})

const merging = asAdmin('mergeMergeRequest', ofRequest)
const values = { source_branch: 'topic', target_branch: 'master', title: 'Mended' }
const retitling = asAdmin('updateMergeRequest', { ...ofRequest, ...values })
const commenting = asAdmin('createMergeRequestNote', { ...ofRequest, body: 'It is dry' })

it.each([retitling, commenting])(
  'leaves open that a merged request is finished: %o',
  async (step) => {
    let isMerged = false
    const finished =
      (isToBeMerged: boolean) =>
      ({ method, path }: Call) => {
        const isWrite = method === 'PUT' || method === 'POST'
        if (path.endsWith('/merge')) isMerged = true
        else if (isWrite && /requests\/\d+/.test(path) && (isMerged || !isToBeMerged))
          return refusal(403)
        return undefined
      }
    expect(await differencesWith(finished(true), [...mending, merging, step])).toEqual([])
    isMerged = false
    expect((await differencesWith(finished(false), [...mending, step])).join()).toMatch(
      /status 20[01] → 403/,
    )
  },
)

it('leaves open how the merge of work in progress is refused, but not that of a conflict', async () => {
  const conflict = ({ path, own }: Call) =>
    path.endsWith('/merge') && own.status === 405 ? refusal(409) : undefined
  const draft = asAdmin('updateMergeRequest', { ...ofRequest, ...values, title: 'WIP: Mend it' })
  expect(await differencesWith(conflict, [...mending, draft, merging])).toEqual([])
  const sent = { file_path: 'mended.txt', content: 'Broken', commit_message: 'Break it' }
  const other = asAdmin('createFile', { branch_name: 'master', ...sent })
  expect(await differencesWith(conflict, [...mending, other, merging])).toEqual([
    'mergeMergeRequest | status 405 → 409',
  ])
})

it('leaves open whether the same branches have a second merge request', async () => {
  const made = ({ own }: Call) =>
    own.status === 409 ? Response.json({ id: 77, iid: 77 }, { status: 201 }) : undefined
  const second = asAdmin('createMergeRequest', { ...values, title: 'Once more' })
  expect(await differencesWith(made, [...mending, second])).toEqual([])
  const tag = asAdmin('createTag', { tag_name: 'v1', ref: 'master', release_description: 'One' })
  const again = asAdmin('createRelease', { tag_name: 'v1', description: 'Two' })
  expect(await differencesWith(made, [commit, tag, again])).toEqual([
    'createRelease | status 409 → 201',
  ])
})

it('leaves open what a change of a missing file or release does', async () => {
  const done = ({ method, own }: Call) =>
    ['PUT', 'DELETE'].includes(method) && own.status >= 400
      ? Response.json({}, { status: 200 })
      : undefined
  const file = { branch_name: 'master', file_path: 'missing.txt', commit_message: 'Away' }
  expect(await differencesWith(done, [commit, asAdmin('deleteFile', file)])).toEqual([])
  const writing = (more: Step['parameters']) =>
    asAdmin('updateFile', { ...file, content: 'Here', ...more })
  expect(await differencesWith(done, [commit, writing({})])).toEqual([])
  const release = asAdmin('updateRelease', { tag_name: 'v1', description: 'One' })
  const tag = asAdmin('createTag', { tag_name: 'v1', ref: 'master' })
  expect(await differencesWith(done, [commit, tag, release])).toEqual([])
  const told = ['updateFile | status 400 → 200']
  expect(await differencesWith(done, [commit, writing({ file_path: 'a/../b.txt' })])).toEqual(told)
  expect(await differencesWith(done, [commit, writing({ branch_name: 'nowhere' })])).toEqual(told)
  const there = asAdmin('createFile', { ...file, content: 'Here' })
  expect(await differencesWith(done, [commit, there, writing({})])).toEqual(told)
  const lacking = asAdmin('deleteFile', { ...file, commit_message: undefined })
  expect(await differencesWith(done, [commit, lacking])).toEqual(['deleteFile | status 400 → 200'])
  expect((await differencesWith(done, [commit, release])).join()).toMatch(/updateRelease \| status/)
})

/** A member's snippet that only they may see, and their comment on it. */
const snippetOfPerson: History = [
  ...hiddenSnippet.slice(0, -1),
  ...hiddenSnippet.slice(-1).map(asPerson),
]
const readingSnippet = [
  asAdmin('getSnippet', ofSnippet),
  asAdmin('getRawSnippet', ofSnippet),
  asAdmin('listSnippetNotes', ofSnippet),
]

it.each([403, 404])(
  'leaves open whether administrators see private snippets: %i',
  async (status) => {
    const hidden = ({ path, own }: Call) =>
      own.status < 300 && /\/snippets\/\d+/.test(path) ? refusal(status) : undefined
    for (const step of [
      ...readingSnippet,
      asAdmin('updateSnippet', { ...ofSnippet, title: 'Ours' }),
    ])
      expect(await differencesWith(hidden, [...snippetOfPerson, step])).toEqual([])
    const unlisted = ({ method, path, own }: Call) =>
      method === 'GET' && path.endsWith('/snippets')
        ? Response.json([], { headers: { ...Object.fromEntries(own.headers), 'X-Total': '0' } })
        : undefined
    const list = asAdmin('listSnippets')
    expect(await differencesWith(unlisted, [...snippetOfPerson, list])).toEqual([])
    for (const step of [asPerson(list), { ...list, sudo: '<user1>' }])
      expect((await differencesWith(unlisted, [...snippetOfPerson, step])).join()).toContain(
        'listSnippets | [] (no such item)',
      )
    const own = asPerson(asAdmin('getSnippet', ofSnippet))
    expect(await differencesWith(hidden, [...snippetOfPerson, own])).toEqual([
      `getSnippet | status 200 → ${status}`,
    ])
    expect((await differencesWith(hidden, [...hiddenSnippet, ...readingSnippet])).join()).toContain(
      `getSnippet | status 200 → ${status}`,
    )
  },
)

it('tells that another member sees a private snippet', async () => {
  const shown = ({ method, path, own }: Call) =>
    method === 'GET' && /\/snippets\/\d+$/.test(path) && own.status === 404
      ? Response.json({ id: 1, title: 'Mine' })
      : undefined
  const history = [...hiddenSnippet, asPerson(asAdmin('getSnippet', ofSnippet))]
  expect(await differencesWith(shown, history)).toEqual(['getSnippet | status 404 → 200'])
})

it("leaves open whether an administrator may delete another's note, but not one of their own", async () => {
  const refusing = ({ method, path }: Call) =>
    method === 'DELETE' && /\/notes\//.test(path) ? refusal(403) : undefined
  const removal = asAdmin('deleteIssueNote', { ...ofIssue, ...ofNote })
  const member = asAdmin('addProjectMember', { user_id: '<user1>', access_level: 30 })
  const history = [issue, ...personAs('user1'), member]
  expect(await differencesWith(refusing, [...history, asPerson(note), removal], true)).toEqual([])
  expect(await differencesWith(refusing, [...history, note, removal], true)).toEqual([
    'deleteIssueNote | status 200 → 403',
  ])
})

it('leaves open whether it comes before a missing text that a note is changed by its author alone', async () => {
  const refusing =
    (status: number) =>
    ({ method, path }: Call) =>
      method === 'PUT' && /\/notes\//.test(path) ? refusal(status) : undefined
  const change = asAdmin('updateIssueNote', { ...ofIssue, ...ofNote })
  const member = asAdmin('addProjectMember', { user_id: '<user1>', access_level: 30 })
  const history = [issue, ...personAs('user1'), member, asPerson(note), change]
  expect(await differencesWith(refusing(403), history, true)).toEqual([])
  expect(await differencesWith(refusing(404), history, true)).toEqual([
    'updateIssueNote | status 400 → 404',
  ])
})

it('leaves open whether a member may merge, but not whether an administrator may', async () => {
  const refusing = ({ path }: Call) => (path.endsWith('/merge') ? refusal(401) : undefined)
  const member = asAdmin('addProjectMember', { user_id: '<user1>', access_level: 40 })
  const history = [...personAs('user1'), member, ...mending]
  expect(await differencesWith(refusing, [...history, asPerson(merging)], true)).toEqual([])
  expect(await differencesWith(refusing, [...history, merging], true)).toEqual([
    'mergeMergeRequest | status 200 → 401',
  ])
})

it('leaves open which names branches and tags may have, but for the usual ones', async () => {
  const plain = ({ method, path, body }: Call) =>
    method === 'POST' &&
    /\/(?:branches|tags)$/.test(path) &&
    !/^[\w.-]+$/.test(String(body.branch_name ?? body.tag_name))
      ? refusal(400)
      : undefined
  const branch = (branch_name: string) => asAdmin('createBranch', { branch_name, ref: 'master' })
  const tag = (tag_name: string) => asAdmin('createTag', { tag_name, ref: 'master' })
  for (const step of [branch('größer'), tag('größer')])
    expect(await differencesWith(plain, [commit, step], true)).toEqual([])
  expect(await differencesWith(plain, [commit, branch('feature/one')], true)).toEqual([
    'createBranch | status 201 → 400',
  ])
})

it('leaves open whether a change closes a merge request, but not that it stays as it is shown', async () => {
  const closingRequest = asAdmin('updateMergeRequest', {
    ...{ ...ofRequest, ...values },
    state_event: 'close',
  })
  const reading = asAdmin('getMergeRequest', ofRequest)
  const opened =
    (methods: readonly string[]) =>
    async ({ method, path, own }: Call) =>
      methods.includes(method) && /merge_requests\/\d+$/.test(path)
        ? Response.json({ ...(await own.json()), state: 'opened' })
        : undefined
  const history = [...mending, closingRequest, reading]
  expect(await differencesWith(opened(['PUT', 'GET']), history)).toEqual([])
  expect(await differencesWith(opened(['GET']), history)).toEqual(['getMergeRequest | state'])
})

it('leaves open which addresses hooks may have, until the server took one', async () => {
  const hook = (symbol: string): Step => ({
    ...{ operation: 'createSystemHook', as: 'admin', makes: symbol, from: '0' },
    parameters: { url: `http://<${symbol}.name>.invalid/` },
  })
  const refusedFrom = async (first: number) => {
    const forge = await createForge({ seed: 'demo', log: () => {} })
    let made = 0
    const refusing = async (request: Request) =>
      request.method === 'POST' && request.url.endsWith('/hooks') && ++made >= first
        ? refusal(422)
        : forge.fetch(request)
    const server = { url: 'http://forge.test', token: 'root-token', fetch: refusing, patience: 50 }
    const instance = { instance: true, journal: () => {} }
    return replay({ ...server, ...instance }, [...place, hook('hook1'), hook('hook2')])
  }
  expect(await refusedFrom(1)).toEqual([])
  expect((await refusedFrom(2)).map(differenceKey)).toEqual(['createSystemHook | status 201 → 422'])
})
