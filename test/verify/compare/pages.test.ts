import { expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { type History, replay, type Step } from '../../../src/verify/compare/index.ts'

const fetch = () => Promise.reject(new TypeError('There is no network behind this server.'))

const id = '<project1>'
const group = { name: '<group1.name>', path: '<group1.name>', visibility_level: 0 }
const project = { name: '<project1.name>', namespace_id: '<group1>', shared_runners_enabled: false }

/** Makes issues of these times, and reads the second of them alone. */
const historyOf = (times: readonly (string | undefined)[]): History => [
  { operation: 'createGroup', as: 'admin', parameters: group, makes: 'group1' },
  { operation: 'createProject', as: 'admin', parameters: project, makes: 'project1' },
  ...times.map((created_at, place) => ({
    operation: 'createIssue' as const,
    as: 'admin',
    parameters: { id, title: `The ${place}.`, created_at },
    makes: `issue${place}`,
  })),
  { operation: 'listIssuesOfProject', as: 'admin', parameters: { id, per_page: 1, page: 2 } },
]

/** Compares a server that has the first page of issues for each, and returns where it differs. */
async function differencesOf(history: History): Promise<readonly string[]> {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const options = {
    url: 'http://forge.test',
    token: 'root-token',
    async fetch(request: Request) {
      const answer = await forge.fetch(request.clone())
      if (!/\/issues\?.*page=2/.test(request.url)) return answer
      const url = request.url.replace('&page=2', '').replace('page=2&', '')
      const first = await forge.fetch(new Request(url, request))
      return new Response(first.body, { status: first.status, headers: answer.headers })
    },
    patience: 50,
  }
  return (await replay(options, history)).map(({ place }) => place)
}

it('tells items of another page where their times are far apart', async () => {
  const times = ['2015-01-01T00:00:00Z', '2016-01-01T00:00:00Z', '2017-01-01T00:00:00Z']
  expect(await differencesOf(historyOf(times))).toEqual(['[] (no such item)'])
})

it('leaves open which item is on a page where they are of one moment', async () => {
  expect(await differencesOf(historyOf([undefined, undefined, undefined]))).toEqual([])
})

/** An issue with three notes, which are read one by one. */
const notes: History = [
  ...historyOf(['2015-01-01T00:00:00Z']).slice(0, -1),
  ...['One', 'Two', 'Three'].map((body) => ({
    operation: 'createIssueNote' as const,
    as: 'admin',
    parameters: { id, issue_id: '<issue0>', body },
  })),
  {
    operation: 'listIssueNotes',
    as: 'admin',
    parameters: { id, issue_id: '<issue0>', per_page: 2, page: 1 },
  },
]

/** Compares a server that changes the headers of lists of notes. */
async function differencesWith(headers: Readonly<Record<string, string>>) {
  const forge = await createForge({ seed: 'demo', log: () => {}, fetch })
  const options = {
    url: 'http://forge.test',
    token: 'root-token',
    async fetch(request: Request) {
      const answer = await forge.fetch(request)
      if (!/\/notes\?/.test(request.url)) return answer
      const changed = { ...Object.fromEntries(answer.headers), ...headers }
      return new Response(answer.body, { status: answer.status, headers: changed })
    },
    patience: 50,
  }
  return (await replay(options, notes)).map(({ place, forge, server }) => [place, forge, server])
}

it('leaves open how many notes of the system there are, but not which pages follow from their number', async () => {
  expect(await differencesWith({ 'x-total': '4' })).toEqual([])
  expect(await differencesWith({ 'x-total': '5', 'x-total-pages': '3' })).toEqual([])
  expect(await differencesWith({ 'x-total-pages': '3' })).toEqual([
    ['header X-Total-Pages', '2', '3'],
  ])
  expect(await differencesWith({ 'x-total': '5' })).toEqual([['header X-Total-Pages', '3', '2']])
  expect(await differencesWith({ 'x-next-page': '' })).toEqual([['header X-Next-Page', '2', '']])
  const afterThird = '<http://forge.test/?page=3>; rel="next"'
  const [link] = await differencesWith({ link: afterThird })
  expect(link).toEqual(['header Link', 'first, last, next', 'next'])
  expect(await differencesWith({ link: '' })).toEqual([['header Link', 'first, last, next', '']])
  expect(await differencesWith({ 'x-per-page': '20' })).toEqual([['header X-Per-Page', '2', '20']])
})

it('tells an item that is on two pages, unless something was written between', async () => {
  const moment = '2015-01-01T00:00:00Z'
  const page = (page: number): Step => ({
    ...{ operation: 'listIssuesOfProject', as: 'admin' },
    parameters: { id, per_page: 1, page },
  })
  const made = historyOf([moment, moment]).slice(0, -1)
  const another = '[] (an item of another page)'
  expect(await differencesOf([...made, page(1), page(2)])).toEqual([another])
  const [, , issue] = historyOf([moment])
  const between = [page(1), ...(issue ? [{ ...issue, makes: 'issue9' }] : []), page(2)]
  expect(await differencesOf([...made, ...between])).toEqual([])
})
