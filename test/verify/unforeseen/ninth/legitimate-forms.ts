import { at, type LegitimateServer } from '../server.ts'
import {
  answeringAll,
  behind,
  type Call,
  changed,
  eachChanged,
  encoded,
  fieldOf,
  forAll,
  headOf,
  idOf,
  jsonAnswer,
  newIssue,
  newMergeRequest,
  newProject,
  newRepository,
  type Rule,
  samePage,
  serving,
  writeFile,
} from '../shared-tools.ts'
import { allOf, withHeaders } from './tools-forms.ts'

/** Answers a list in an order of its own, page by page. */
const inOrder =
  (
    pathOf: (call: Call) => string,
    compare: (a: Record<string, unknown>, b: Record<string, unknown>) => number,
  ): Rule =>
  async (call) => {
    const response = await call.send()
    if (!response.ok) return response
    const { searchParams } = new URL(call.request.url)
    for (const name of ['page', 'per_page']) searchParams.delete(name)
    const all = await allOf((path) => call.ask('GET', path), `${pathOf(call)}?${searchParams}`)
    return changed(response, () => samePage(response, all.toSorted(compare)))
  }

const isInstant = (name: string, value: unknown): value is string =>
  /(_at|_date|^timestamp)$/.test(name) && /T\d\d:\d\d:\d\d(\.\d+)?Z$/.test(String(value))

function withOffsets(json: unknown): unknown {
  if (Array.isArray(json)) return json.map(withOffsets)
  if (typeof json !== 'object' || json === null) return json
  return Object.fromEntries(
    Object.entries(json).map(([name, value]) => [
      name,
      isInstant(name, value) ? value.replace('Z', '+00:00') : withOffsets(value),
    ]),
  )
}

const withLabelsTurned = (issue: Readonly<Record<string, unknown>>) =>
  Array.isArray(issue.labels) ? { ...issue, labels: issue.labels.toReversed() } : issue

export const legitimateFormsServers: readonly LegitimateServer[] = [
  {
    name: 'The links between pages begin with the last page and end with the first one',
    allowedBy: 'Document 1, Limits: Link has the relations; no sentence about their order',
    start: behind((response) => {
      const links = response.headers.get('link')?.split(', ')
      const order = ['last', 'next', 'prev', 'first']
      const placeOf = (link: string) => order.findIndex((name) => link.includes(`rel="${name}"`))
      return withHeaders(response, {
        ...(links && { link: links.toSorted((a, b) => placeOf(a) - placeOf(b)).join(', ') }),
      })
    }),
    async isShown(ask) {
      const { headers } = await ask('GET', '/projects/1/issues?per_page=2&page=2')
      return /^<[^>]*>; rel="last"/.test(headers.get('link') ?? '')
    },
  },
  {
    name: 'Instants in universal time have an offset of zero instead of a Z',
    allowedBy: 'Document 1, Conventions 3: timestamps are ISO 8601 strings, which may be so',
    start: answeringAll(withOffsets),
    async isShown(ask) {
      return String(at((await ask('GET', '/projects/1')).json, 'created_at')).endsWith('+00:00')
    },
  },
  {
    name: 'Raw files and blobs are bytes to be saved under their names',
    allowedBy: 'Document 3, Repository content: media types of the raw responses: not shown',
    start: serving(() =>
      forAll(['getRawFile', 'getRawBlob'], async (call) => {
        const response = await call.send()
        const name = String(call.given.filepath ?? call.path.sha)
          .split('/')
          .at(-1)
        return response.ok
          ? withHeaders(response, {
              'content-type': 'application/octet-stream',
              'content-disposition': `attachment; filename*=UTF-8''${encoded(name)}`,
            })
          : response
      }),
    ),
    async isShown(ask) {
      const path = '/projects/1/repository/blobs/master?filepath=README.md'
      return (await ask('GET', path)).headers.get('content-type') === 'application/octet-stream'
    },
  },
  {
    name: 'There is no page zero of any list',
    allowedBy: 'Document 1, Limits: X-Page starts at 1; 400 where an attribute failed validation',
    start: (forge) => async (request) => {
      const response = await forge.fetch(request.clone())
      const isZero = new URL(request.url).searchParams.get('page') === '0'
      return isZero && response.ok && response.headers.has('x-page')
        ? jsonAnswer(400, { message: { page: ['must be greater than 0'] } })
        : response
    },
    isShown: async (ask) => (await ask('GET', '/projects/1/issues?page=0')).status === 400,
  },
  {
    name: 'Whether a merge request can be merged is checked once somebody looks at it alone',
    allowedBy: 'Document 2, Merge request: merge_status, other values: not shown',
    start: serving(() => {
      const checked = new Set<number>()
      const shown: Rule = async (call) =>
        eachChanged(await call.send(), (one) =>
          one.merge_status === undefined || checked.has(Number(one.id))
            ? one
            : { ...one, merge_status: 'unchecked' },
        )
      return {
        ...forAll(['listMergeRequests', 'createMergeRequest', 'updateMergeRequest'], shown),
        async getMergeRequest(call) {
          const response = await call.send()
          if (response.ok) checked.add(Number(call.path.merge_request_id))
          return response
        },
      }
    }),
    async isShown(ask) {
      const project = await newRepository(ask)
      await newMergeRequest(ask, project, 'checked')
      const { json } = await ask('GET', `/projects/${project}/merge_requests`)
      return at(json, '0.merge_status') === 'unchecked'
    },
  },
  {
    name: 'The labels of an issue are in the reverse order of the alphabet',
    allowedBy: 'Document 2, Issue: labels, array of strings; no sentence about their order',
    start: serving(() =>
      forAll(
        [
          'listOwnIssues',
          'listIssuesOfGroup',
          'listIssuesOfProject',
          'getIssue',
          'createIssue',
          'updateIssue',
          'moveIssue',
          'subscribeToIssue',
          'unsubscribeFromIssue',
          'listIssuesClosedByMergeRequest',
        ],
        async (call) => {
          const response = await call.send()
          return response.ok ? eachChanged(response, withLabelsTurned) : response
        },
      ),
    ),
    async isShown(ask) {
      const project = await newProject(ask)
      const path = `/projects/${project}/issues`
      const id = await newIssue(ask, project, { labels: 'ant,bee' })
      return at((await ask('GET', `${path}/${id}`)).json, 'labels.0') === 'bee'
    },
  },
  {
    name: 'Files and directories of a tree are in one order of their paths',
    allowedBy: 'Document 3, GET .../repository/tree: no sentence about the order',
    start: serving(() => ({
      listTree: inOrder(
        ({ path }) => `/projects/${encoded(path.id)}/repository/tree`,
        (a, b) => (String(a.path) < String(b.path) ? -1 : 1),
      ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      await writeFile(ask, project, { file_path: 'deck/rope.txt' })
      const { json } = await ask('GET', `/projects/${project}/repository/tree`)
      return fieldOf(json, 'path').join() === 'README.md,deck'
    },
  },
  {
    name: 'The statuses of a commit are listed from the newest to the oldest',
    allowedBy: 'Document 3, GET .../statuses: no sentence about the order',
    start: serving(() => ({
      listCommitStatuses: inOrder(
        ({ path }) =>
          `/projects/${encoded(path.id)}/repository/commits/${encoded(path.sha)}/statuses`,
        (a, b) => Number(b.id) - Number(a.id),
      ),
    })),
    async isShown(ask) {
      const project = await newRepository(ask)
      const sha = await headOf(ask, project)
      const ids: number[] = []
      for (const name of ['lint', 'test']) {
        const body = { state: 'success', name }
        ids.push(idOf((await ask('POST', `/projects/${project}/statuses/${sha}`, { body })).json))
      }
      const path = `/projects/${project}/repository/commits/${sha}/statuses`
      return fieldOf((await ask('GET', path)).json, 'id').indexOf(ids[1]) === 0
    },
  },
]
