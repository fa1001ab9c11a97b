import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { faultPresets } from '../../src/forge/faults/presets.ts'
import type { ServedConsole } from './open-console.ts'

/** A view as somebody may come to see it, of a console that `fill` has filled. */
export interface ShownView {
  readonly name: string
  /** The address below `/_forge/`; one that begins with a slash is whole. */
  readonly view: string
  /** What is done before it is looked at. */
  readonly prepare?: (page: Page) => Promise<unknown>
  /** Stands in the view once it is there. */
  readonly has: string
}

/** A narrow window, a usual one, and all of a 4K screen. */
export const windows = [
  { width: 320, height: 640 },
  { width: 1280, height: 800 },
  { width: 3840, height: 2160 },
] as const

const website = 'projects/tidewater/website'
const collectionApi = 'projects/tidewater/collection-api'
const tideClock = 'projects/tobi/tide-clock'

/** Presses a button of the view, by the beginning of its name. */
const press = (name: string | RegExp) => (page: Page) =>
  page.getByRole('button', { name }).first().click()

/** Every view, and each part of one that has a look of its own. */
export const shownViews: readonly ShownView[] = [
  { name: 'start', view: '', has: '.call' },
  { name: 'start-tokens', view: '', has: '.menu-list', prepare: press('Use the token of') },
  { name: 'start-answer', view: '', has: '.call pre', prepare: press('Send: The projects') },
  {
    name: 'palette',
    view: '',
    has: '.palette-option',
    prepare: (page) => page.keyboard.press('Control+k'),
  },
  { name: 'keys', view: '', has: '.shortcuts', prepare: (page) => page.keyboard.press('?') },
  { name: 'requests', view: 'requests', has: '.table-row' },
  {
    name: 'request',
    view: 'requests?status=4',
    has: '.detail .note',
    prepare: (page) => page.getByRole('row', { name: /DELETE.*403/ }).click(),
  },
  { name: 'deliveries', view: 'deliveries', has: '.table-row' },
  { name: 'delivery', view: 'deliveries/1', has: '.detail .code-view' },
  { name: 'world', view: 'world', has: '.table-row' },
  { name: 'collection', view: 'world/issues', has: '.table-row' },
  { name: 'record', view: 'world/issues/12', has: '.detail .record' },
  { name: 'record-in-v4', view: 'world/issues/12?show=v4', has: '.shown-by .status' },
  { name: 'record-change', view: 'world/issues/12?show=change', has: '.record-form' },
  { name: 'record-new', view: 'world/labels?new=yes', has: '.record-form' },
  { name: 'projects', view: 'projects', has: '.table-row' },
  { name: 'files', view: website, has: '.files li' },
  { name: 'folder', view: `${website}/-/tree/master/scripts`, has: '.files li' },
  { name: 'file', view: `${website}/-/blob/master/scripts/build.js`, has: '.hljs-keyword' },
  { name: 'commits', view: `${website}/-/commits`, has: '.graph circle' },
  { name: 'commit', view: `${website}/-/commit/master`, has: '.diff-line' },
  {
    name: 'comparison',
    view: `${collectionApi}/-/compare/master...feature/images`,
    has: '.diff-line',
  },
  { name: 'branches', view: `${website}/-/branches`, has: 'main li, .table-row' },
  { name: 'tags', view: `${website}/-/tags`, has: 'main li, .table-row' },
  { name: 'issues', view: `${website}/-/issues`, has: '.table-row' },
  { name: 'issue', view: `${website}/-/issues/6`, has: '.comment' },
  { name: 'issue-new', view: `${website}/-/issues/new`, has: '.form-dialog' },
  { name: 'merge-requests', view: `${website}/-/merge_requests`, has: '.table-row' },
  { name: 'merge-request', view: `${collectionApi}/-/merge_requests/2`, has: '.comment' },
  {
    name: 'merge-request-commits',
    view: `${collectionApi}/-/merge_requests/2/commits`,
    has: '.entries li',
  },
  { name: 'changes', view: `${collectionApi}/-/merge_requests/2/diffs`, has: '.diff-note' },
  {
    name: 'merge-request-pipelines',
    view: `${website}/-/merge_requests/2/pipelines`,
    has: '.entries, .dim',
  },
  {
    name: 'merge-request-edit',
    view: `${collectionApi}/-/merge_requests/2`,
    has: '.form-dialog',
    prepare: press('Edit'),
  },
  { name: 'pipelines', view: `${website}/-/pipelines`, has: '.table-row' },
  { name: 'pipeline', view: `${website}/-/pipelines/2`, has: '.pipeline .job' },
  { name: 'job', view: `${website}/-/jobs/1`, has: '.code-view' },
  { name: 'environments', view: `${website}/-/environments`, has: '.entries li' },
  {
    name: 'environment',
    view: `${website}/-/environments`,
    has: '.page-title',
    prepare: (page) => page.getByRole('link', { name: 'staging' }).click(),
  },
  { name: 'boards', view: `${website}/-/boards`, has: '.board li' },
  { name: 'milestones', view: `${website}/-/milestones`, has: '.entries li' },
  { name: 'milestone', view: `${website}/-/milestones/1`, has: '.entries li' },
  { name: 'labels', view: `${website}/-/labels`, has: '.entries li' },
  { name: 'releases', view: `${website}/-/releases`, has: '.entries li' },
  {
    name: 'release',
    view: `${website}/-/releases`,
    has: '.page-title',
    prepare: (page) => page.locator('.entries a').first().click(),
  },
  { name: 'wiki', view: `${website}/-/wikis`, has: '.prose' },
  { name: 'wiki-edit', view: `${website}/-/wikis`, has: '.form-dialog', prepare: press('Edit') },
  { name: 'snippets', view: `${tideClock}/-/snippets`, has: '.entries li' },
  { name: 'snippet', view: `${tideClock}/-/snippets/1`, has: '.code-view' },
  { name: 'members', view: `${website}/-/project_members`, has: '.table-row' },
  { name: 'group', view: 'projects/groups/tidewater', has: '.table-row' },
  { name: 'group-subgroups', view: 'projects/groups/tidewater/-/subgroups', has: '.entries li' },
  { name: 'group-members', view: 'projects/groups/tidewater/-/group_members', has: '.table-row' },
  { name: 'group-milestones', view: 'projects/groups/tidewater/-/milestones', has: '.page' },
  { name: 'group-labels', view: 'projects/groups/tidewater/-/labels', has: '.page' },
  { name: 'group-boards', view: 'projects/groups/tidewater/-/boards', has: '.page' },
  { name: 'user', view: 'projects/tobi', has: '.table-row' },
  { name: 'worlds', view: 'worlds', has: '.table-row' },
  { name: 'world-detail', view: 'worlds/default', has: '.detail' },
  { name: 'world-new', view: 'worlds', has: 'input', prepare: press('New world') },
  {
    name: 'snapshots',
    view: '/w/kept/_forge/snapshots?since=before&open=issues-1',
    has: '.detail .code-view, .detail section',
  },
  { name: 'clock', view: 'clock', has: '.clock-face' },
  {
    name: 'faults',
    view: '/w/faulty/_forge/faults',
    has: '.fault-send',
    prepare: press('Describe a fault'),
  },
  { name: 'contract', view: 'contract/v4', has: '.table-row' },
  { name: 'contract-v3', view: 'contract/v3', has: '.table-row' },
  {
    name: 'operation',
    view: 'contract/v4/listLabelsOfProject?text=labels',
    has: '.try-it .status',
    prepare: press('Call as'),
  },
  { name: 'coverage', view: 'contract/v4?show=coverage', has: '.coverage-field' },
  { name: 'report', view: 'contract/report', has: '.code-view' },
  { name: 'nowhere', view: 'nowhere', has: 'h1' },
]

/** Fills the world that is shown, and makes the others that the views have: requests, deliveries, faults, a snapshot. */
export async function fill({ worlds, server }: ServedConsole): Promise<void> {
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end('Thank you'))
  })
  await once(receiver.listen(0, '127.0.0.1'), 'listening')
  const { port } = receiver.address() as AddressInfo
  await ask(server.url, ['root', 'POST', `/hooks?url=http://127.0.0.1:${port}/hook`])
  for (const call of calls) await ask(server.url, call)
  await worlds.default.forge.settled()
  receiver.close()
  const { forge: faulty } = await worlds.create({ name: 'faulty' })
  faulty.faults.add(faultPresets['slow-network'].fault)
  faulty.faults.add({ ...faultPresets['flaky-writes'].fault, isOff: true })
  faulty.faults.add({ operation: 'listProjects', status: 429, retryAfter: 30, times: 2 })

  const { forge: kept } = await worlds.create({ name: 'kept' })
  kept.snapshots.save('before')
  kept.snapshots.save('a name that is quite a bit longer than those of others are')
  const address = `${server.url}/w/kept`
  await ask(address, ['root', 'PUT', '/projects/1/issues/1?title=It+pours&labels=bug,rain'])
  await ask(address, ['root', 'POST', '/projects/1/repository/branches?branch=dry-feet&ref=master'])
}

type Call = readonly [who: string, method: string, path: string, body?: object]

/** Requests as a front-end and its mistakes make them. */
const calls: readonly Call[] = [
  ['root', 'GET', '/projects?per_page=20'],
  ['marta', 'GET', '/projects/1'],
  ['marta', 'GET', '/projects/1/issues?state=opened'],
  ['marta', 'POST', '/projects/1/issues', { title: 'The map is blank', labels: 'bug' }],
  ['jonas', 'PUT', '/projects/1/issues/1', { state_event: 'close' }],
  ['marta', 'GET', '/projects/1/merge_requests'],
  ['marta', 'GET', '/projects/99'],
  ['', 'GET', '/user'],
  ['marta', 'POST', '/projects', { path: 'no name' }],
  ['root', 'GET', '/projects/1/pipelines'],
  ['root', 'GET', '/projects/1/repository/commits'],
  ['jonas', 'DELETE', '/projects/1/issues/1'],
  ['root', 'POST', '/projects', { name: 'Atlas' }],
  ['root', 'GET', '/geo_nodes'],
]

async function ask(url: string, [who, method, path, body]: Call): Promise<void> {
  await fetch(`${url}/api/v4${path}`, {
    method,
    headers: {
      ...(who === '' ? {} : { 'private-token': `${who}-token` }),
      'content-type': 'application/json',
    },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
}
