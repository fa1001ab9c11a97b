import { mkdirSync } from 'node:fs'
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
  { name: 'requests', view: 'requests' },
  {
    name: 'request',
    view: 'requests?status=4',
    prepare: (page) => page.locator('.table-row').nth(2).click(),
  },
  { name: 'projects', view: 'projects' },
  { name: 'files', view: 'projects/tidewater/website' },
  { name: 'commits', view: 'projects/tidewater/website/-/commits' },
  { name: 'issue', view: 'projects/tidewater/website/-/issues/6' },
  { name: 'changes', view: 'projects/tidewater/collection-api/-/merge_requests/2/diffs' },
  { name: 'pipeline', view: 'projects/tidewater/website/-/pipelines/2' },
]

/** Requests as a front-end and its mistakes make them. */
async function ask(url: string): Promise<void> {
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

const wanted = process.argv.slice(2)
const folder = fileURLToPath(new URL('../../test-results/screenshots', import.meta.url))
mkdirSync(folder, { recursive: true })
const console = await startConsole({ seed: 'demo' })
try {
  await ask(console.server.url)
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
}
