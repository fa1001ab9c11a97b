import { expect, it } from 'vitest'
import { createForge } from '../../../../src/forge/create-forge.ts'
import type { History, Step } from '../../../../src/verify/compare/index.ts'
import {
  asAdmin,
  asPerson,
  differencesOf,
  issue,
  mending,
  note,
  ofIssue,
  ofRequest,
  person,
  personAs,
} from '../steps.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))
const startForge = () => createForge({ seed: 'demo', log: () => {}, fetch })

type Fields = Readonly<Record<string, unknown>>

/** Shows other fields in responses to calls whose method and path match. */
const showing = async (call: RegExp, edit: (shown: Fields, request: Request) => Fields) => {
  const forge = await startForge()
  return async (request: Request) => {
    const answer = await forge.fetch(request.clone())
    if (!isCall(call, request) || !answer.ok) return answer
    return Response.json(edit(await answer.json(), request), answer)
  }
}

/** Lists other items in responses to calls whose method and path match, with their number. */
const listing = async (
  call: RegExp,
  edit: (shown: readonly Fields[], request: Request) => readonly Fields[],
) => {
  const forge = await startForge()
  return async (request: Request) => {
    const answer = await forge.fetch(request.clone())
    if (!isCall(call, request) || !answer.ok) return answer
    const items = edit(await answer.json(), request)
    const headers = new Headers(answer.headers)
    headers.set('X-Total', String(items.length))
    return Response.json(items, { status: answer.status, headers })
  }
}

const isCall = (call: RegExp, { method, url }: Request) =>
  call.test(`${method} ${new URL(url).pathname}`)

const merge = asAdmin('mergeMergeRequest', ofRequest)
const opened: History = [
  asAdmin('createBranch', { branch_name: 'later', ref: 'master' }),
  asAdmin('createFile', {
    ...{ branch_name: 'later', file_path: 'later.txt', content: 'Later' },
    commit_message: 'Add what comes later',
  }),
  {
    ...asAdmin('createMergeRequest', {
      ...{ source_branch: 'later', target_branch: 'master', title: 'Add it later' },
    }),
    makes: 'mergeRequest2',
  },
]

it('leaves open whether merged requests are listed without a state, but not the opened ones', async () => {
  const forge = await startForge()
  const openedAlone = (request: Request) => {
    const url = new URL(request.url)
    const isList = request.method === 'GET' && url.pathname.endsWith('/merge_requests')
    if (isList && !url.searchParams.has('state')) url.searchParams.set('state', 'opened')
    return forge.fetch(new Request(url, request))
  }
  const all = asAdmin('listMergeRequests', { state: 'all' })
  const list = asAdmin('listMergeRequests')
  const page = asAdmin('listMergeRequests', { per_page: 1, page: 1 })
  const history = [...mending, ...opened, merge, list, page, all]
  expect(await differencesOf(openedAlone, history)).toEqual([])
  const without = (state: string) =>
    listing(/^GET .+merge_requests$/, (items) => items.filter((one) => one.state !== state))
  expect(await differencesOf(await without('opened'), history)).toEqual([
    'listMergeRequests | [] (no such item)',
  ])
  expect(await differencesOf(await without('merged'), [...mending, merge, all])).toEqual([
    'listMergeRequests | [] (no such item)',
  ])
})

it('leaves open which issues a merged request closes, but not one that nothing names', async () => {
  const closes = asAdmin('listIssuesClosedByMergeRequest', ofRequest)
  const history = [...mending, closes, merge, closes]
  let isMerged = false
  const plain = await listing(/closes_issues$/, (items) => (isMerged ? [] : items))
  const noneOnceMerged = (request: Request) => {
    if (request.method === 'PUT' && request.url.endsWith('/merge')) isMerged = true
    return plain(request)
  }
  expect(await differencesOf(noneOnceMerged, history)).toEqual([])
  const closeIt = asAdmin('updateIssue', { ...ofIssue, state_event: 'close' })
  const also = await listing(/closes_issues$/, (items) =>
    items.map((one) => ({ ...one, state: 'closed' })),
  )
  expect(await differencesOf(also, [...mending, closeIt, closes])).toEqual([])
  const other: Step = { ...asAdmin('createIssue', { title: 'A draught' }), makes: 'issue2' }
  let known: Fields = {}
  const more = await listing(/closes_issues$/, (items) => [...items, known])
  const naming = async (request: Request) => {
    const answer = await more(request)
    if (request.method === 'POST' && request.url.endsWith('/issues'))
      known = await answer.clone().json()
    return answer
  }
  expect(await differencesOf(naming, [...mending, other, closes])).toEqual([
    'listIssuesClosedByMergeRequest | [] (a further item)',
  ])
})

it('leaves open which words close an issue, but not that a merge closes what it lists', async () => {
  const forge = await startForge()
  /** Closing words mean nothing to this server. */
  const wordless = async (request: Request) => {
    const body = request.method === 'GET' ? undefined : await request.clone().text()
    const sent = body?.replaceAll('Closes #', 'About #')
    const answer = await forge.fetch(
      new Request(request, sent === undefined || sent === '' ? {} : { body: sent }),
    )
    const text = (await answer.text()).replaceAll('About #', 'Closes #')
    return new Response(text === '' ? null : text, answer)
  }
  const reads: History = [
    asAdmin('listIssuesClosedByMergeRequest', ofRequest),
    merge,
    asAdmin('getIssue', ofIssue),
    asAdmin('listIssuesOfProject', { state: 'closed' }),
    asAdmin('listIssuesOfProject', { state: 'opened' }),
    asAdmin('getProject'),
    asAdmin('listProjectEvents'),
  ]
  expect(await differencesOf(wordless, [...mending, ...reads])).toEqual([])
  const stays = await showing(/^GET .+issues\/\d+$/, (one) => ({ ...one, state: 'opened' }))
  expect(await differencesOf(stays, [...mending, ...reads])).toEqual(['getIssue | state'])
})

const confidential: Step = {
  ...asAdmin('createIssue', { title: 'A leak', confidential: true }),
  makes: 'issue1',
}
const joins = (level: number) =>
  asAdmin('addProjectMember', { user_id: '<user1>', access_level: level })

it('leaves open which members see a confidential issue, but not that developers do and strangers do not', async () => {
  const forge = await startForge()
  const toAll = (request: Request) => {
    if (request.method !== 'GET' || !/\/issues/.test(request.url)) return forge.fetch(request)
    const headers = new Headers(request.headers)
    headers.set('PRIVATE-TOKEN', 'root-token')
    return forge.fetch(new Request(request, { headers }))
  }
  const reads = [asAdmin('getIssue', ofIssue), asAdmin('listIssuesOfProject')].map(asPerson)
  const page = asPerson(asAdmin('listIssuesOfProject', { per_page: 1, page: 1 }))
  const ofMember = [...person, joins(10), issue, confidential, ...reads, page]
  expect(await differencesOf(toAll, ofMember)).toEqual([])
  const ofStranger = [
    ...person,
    ...personAs('user2'),
    joins(10),
    confidential,
    ...reads.map((step) => ({ ...step, as: 'user2' })),
  ]
  expect(await differencesOf(toAll, ofStranger)).toEqual(['getIssue | status 404 → 200'])
  const toNobody = async (request: Request) => {
    const isOfPerson = request.headers.get('PRIVATE-TOKEN') !== 'root-token'
    const isHidden = isOfPerson && /issues\/\d+$/.test(request.url)
    return isHidden ? Response.json({}, { status: 404 }) : forge.fetch(request)
  }
  expect(
    await differencesOf(toNobody, [...person, joins(30), confidential, ...reads.slice(0, 1)]),
  ).toEqual(['getIssue | status 200 → 404'])
})

it('leaves open whether members are subscribed from the first, but not once they have chosen', async () => {
  const always = () => showing(/^GET .+issues\/\d+$/, (one) => ({ ...one, subscribed: true }))
  const read = asPerson(asAdmin('getIssue', ofIssue))
  const member = [...person, joins(30), issue]
  expect(await differencesOf(await always(), [...member, read])).toEqual([])
  const leaves = asPerson(asAdmin('unsubscribeFromIssue', ofIssue))
  expect(await differencesOf(await always(), [...member, leaves, read])).toEqual([
    'getIssue | subscribed',
  ])
  const joined = asPerson(asAdmin('subscribeToIssue', ofIssue))
  expect(await differencesOf(await always(), [...member, joined, leaves, read])).toEqual([
    'getIssue | subscribed',
  ])
})

it('leaves open which titles are those of work in progress, but not that a plain one is not', async () => {
  const titled = (title: string) => [
    ...mending,
    asAdmin('updateMergeRequest', {
      ...{ ...ofRequest, source_branch: 'topic', target_branch: 'master', title },
    }),
    asAdmin('getMergeRequest', ofRequest),
  ]
  const being = (work_in_progress: boolean) =>
    showing(/^GET .+merge_requests\/\d+$/, (one) => ({ ...one, work_in_progress }))
  expect(await differencesOf(await being(false), titled('WIP: Mend it'))).toEqual([])
  expect(await differencesOf(await being(true), titled('Draft: Mend it'))).toEqual([])
  expect(await differencesOf(await being(true), titled('Mend it'))).toEqual([
    'getMergeRequest | work_in_progress',
  ])
})

it('leaves open what a moved issue loses, but not its texts and labels', async () => {
  const rich: Step = {
    ...asAdmin('createIssue', {
      ...{ title: 'A leak', description: 'Wet', labels: 'roof', due_date: '2016-05-01' },
      ...{ assignee_id: '<user1>', created_at: '2016-02-01T12:00:00Z' },
    }),
    makes: 'issue1',
  }
  const moved = { id: '<project2>', issue_id: '<issue2>' }
  const history: History = [
    ...person,
    joins(30),
    asAdmin('addProjectMember', { id: '<project2>', user_id: '<user1>', access_level: 30 }),
    asAdmin('createIssue', { id: '<project2>', title: 'Dry', labels: 'roof' }),
    rich,
    note,
    { ...asAdmin('moveIssue', { ...ofIssue, to_project_id: '<project2>' }), makes: 'issue2' },
    asAdmin('getIssue', moved),
    asAdmin('listIssuesOfProject', { id: '<project2>' }),
    asAdmin('listIssueNotes', moved),
  ]
  const losing = async (lost: Fields) => {
    const forge = await startForge()
    let id: unknown
    const lose = (one: Fields) => (one.id === id ? { ...one, ...lost } : one)
    return async (request: Request) => {
      const answer = await forge.fetch(request.clone())
      if (!/\/issues/.test(request.url) || !answer.ok) return answer
      const shown: unknown = await answer.json()
      const isMove = request.url.endsWith('/move')
      if (isMove) id = Object(shown).id
      if (request.url.endsWith(`${id}/notes`))
        return Response.json([], {
          headers: { ...Object.fromEntries(answer.headers), 'x-total': '0' },
        })
      const body = Array.isArray(shown) ? shown.map(lose) : lose(Object(shown))
      return Response.json(body, answer)
    }
  }
  const created_at = new Date().toISOString()
  const anew = { created_at, assignee: null, due_date: null, user_notes_count: 0 }
  expect(await differencesOf(await losing(anew), history)).toEqual([])
  for (const lost of [{ description: null }, { labels: [] }, { title: 'Moved' }]) {
    const [field] = Object.keys(lost)
    const [first = ''] = await differencesOf(await losing(lost), history)
    expect(first).toMatch(new RegExp(`^(?:moveIssue|getIssue) \\| ${field}`))
  }
})

it('leaves open what a merged request shows of its commits and changes, but not of others', async () => {
  const reads = [
    asAdmin('listMergeRequestCommits', ofRequest),
    asAdmin('getMergeRequestChanges', ofRequest),
  ]
  const changes = await showing(/\/changes$/, (one) =>
    one.state === 'merged' ? { ...one, changes: [] } : one,
  )
  let isMerged = false
  const none = async (request: Request) => {
    if (request.method === 'PUT' && request.url.endsWith('/merge')) isMerged = true
    const answer = await changes(request)
    if (!isMerged || !request.url.endsWith('/commits') || request.method !== 'GET') return answer
    const headers = new Headers(answer.headers)
    headers.set('X-Total', '0')
    return Response.json([], { headers })
  }
  expect(await differencesOf(none, [...mending, ...reads, merge, ...reads])).toEqual([])
  const foreign = await listing(/^GET .+merge_requests\/\d+\/commits$/, (items) => [
    ...items,
    { ...items[0], id: 'f'.repeat(40), title: 'Foreign', message: 'Foreign' },
  ])
  expect(await differencesOf(foreign, [...mending, merge, ...reads.slice(0, 1)])).toEqual([
    'listMergeRequestCommits | [] (a further item)',
  ])
})
