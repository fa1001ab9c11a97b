import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startConsole } from './open-console.ts'

/**
 * Writes what the console looks like, each view at three widths, in light and in dark, into
 * `test-results/screenshots`. Run by `npm run screenshots`, of some views by `npm run screenshots -- requests start`.
 */
interface Screenshot {
  readonly name: string
  /** The address below `/_forge/`. */
  readonly view: string
  /** What is done, or waited for, before it is taken. */
  readonly prepare?: (page: Page) => Promise<unknown>
}

const screenshots: readonly Screenshot[] = [
  { name: 'start', view: '' },
  { name: 'deliveries', view: 'deliveries/1' },
  { name: 'requests', view: 'requests' },
  {
    name: 'request',
    view: 'requests?status=4',
    prepare: (page) => page.getByRole('row', { name: /DELETE.*403/ }).click(),
  },
  { name: 'world', view: 'world/issues' },
  { name: 'record', view: 'world/issues/12?show=change' },
  { name: 'projects', view: 'projects' },
  { name: 'files', view: 'projects/tidewater/website' },
  { name: 'commits', view: 'projects/tidewater/website/-/commits' },
  { name: 'issue', view: 'projects/tidewater/website/-/issues/6' },
  { name: 'changes', view: 'projects/tidewater/collection-api/-/merge_requests/2/diffs' },
  { name: 'pipeline', view: 'projects/tidewater/website/-/pipelines/2' },
  {
    name: 'merge-request',
    view: 'projects/tidewater/collection-api/-/merge_requests/2',
    prepare: (page) => page.getByRole('button', { name: 'Edit' }).click(),
  },
  { name: 'boards', view: 'projects/tidewater/website/-/boards' },
  { name: 'environments', view: 'projects/tidewater/website/-/environments' },
  { name: 'wiki', view: 'projects/tidewater/website/-/wikis' },
  { name: 'members', view: 'projects/tidewater/website/-/project_members' },
  { name: 'worlds', view: 'worlds/default' },
  { name: 'snapshots', view: '/w/kept/_forge/snapshots', prepare: prepareSnapshots },
  { name: 'clock', view: 'clock' },
  { name: 'faults', view: '/w/faulty/_forge/faults', prepare: prepareFaults },
  { name: 'contract', view: 'contract/v4' },
  {
    name: 'operation',
    view: 'contract/v4/listIssuesOfProject?text=issues',
    prepare: (page) => page.getByRole('button', { name: 'Call as' }).click(),
  },
  { name: 'coverage', view: 'contract/v4?show=coverage' },
  { name: 'report', view: 'contract/report' },
]

/** Requests as a front-end and its mistakes make them. */
async function ask(url: string, receiver: string): Promise<void> {
  await fetch(`${url}/api/v4/hooks?url=${receiver}`, {
    method: 'POST',
    headers: { 'private-token': 'root-token' },
  })
  const calls: [who: string, method: string, path: string, body?: object][] = [
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
  for (const [who, method, path, body] of calls) {
    await fetch(`${url}/api/v4${path}`, {
      method,
      headers: {
        ...(who === '' ? {} : { 'private-token': `${who}-token` }),
        'content-type': 'application/json',
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  }
}

/** Takes what hooks deliver. */
async function receiveDeliveries() {
  const server = createServer((request, response) => {
    request.resume().on('end', () => response.end('Thank you'))
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/hook`, close: () => server.close() }
}

/** A snapshot, and an issue that is another one since. */
async function prepareSnapshots(page: Page) {
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('button', { name: /^Compare snapshot \d+ with/ })
    .last()
    .click()
  await page.evaluate(async () => {
    const headers = { 'PRIVATE-TOKEN': 'root-token' }
    const issue = `/w/kept/api/v4/projects/1/issues/1?title=It+pours,+${Date.now() % 1000}+mm&description=Since+noon&labels=bug,rain`
    await fetch(issue, { method: 'PUT', headers })
    const branch = '/w/kept/api/v4/projects/1/repository/branches?ref=master&branch=dry-feet'
    await fetch(branch + Date.now(), { method: 'POST', headers })
  })
  await page
    .getByRole('row', { name: /changed.*#1/ })
    .first()
    .click()
  await page.getByRole('region', { name: 'Change', exact: true }).waitFor()
}

/** Some faults of different kinds, one of them switched off. */
async function prepareFaults(page: Page) {
  const list = page.getByRole('region', { name: 'The faults of this world' })
  if ((await list.getByRole('switch').count()) === 0) {
    for (const name of ['Slow network', 'Flaky writes', 'Rate limited']) {
      await page.getByRole('button', { name }).click()
    }
  }
  await list.getByRole('switch').nth(2).waitFor()
  await page
    .getByRole('switch', { name: 'The fault 2' })
    .uncheck({ force: true })
    .catch(() => {})
  await page.getByRole('button', { name: 'Describe a fault' }).click()
}

const wanted = process.argv.slice(2)
const folder = fileURLToPath(new URL('../../test-results/screenshots', import.meta.url))
mkdirSync(folder, { recursive: true })
const console = await startConsole({ seed: 'demo' })
const receiver = await receiveDeliveries()
try {
  await ask(console.server.url, receiver.url)
  for (const name of ['kept', 'faulty']) await console.worlds.create({ name })
  for (const { name, view, prepare } of screenshots) {
    if (wanted.length > 0 && !wanted.includes(name)) continue
    for (const width of [320, 1280, 2560]) {
      for (const colorScheme of ['light', 'dark'] as const) {
        const height = width === 320 ? 640 : Math.round((width * 10) / 16)
        const { page, close } = await console.open(view, { width, height, colorScheme })
        await page.locator('.live.is-on').waitFor({ state: 'attached' })
        await page.waitForTimeout(200)
        await prepare?.(page)
        await page.waitForTimeout(prepare ? 300 : 0)
        const path = join(folder, `${name}-${width}-${colorScheme}.png`)
        await page.screenshot({ path })
        process.stdout.write(`${path}\n`)
        await close()
      }
    }
  }
} finally {
  await console.close()
  receiver.close()
}
