import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A journal that kept the bodies would need half as much again as the heap; `npm run search` sends 2,000. */
const bodies = Number(process.env.FORGERY_LARGE_BODIES ?? 80)

/** Runs a file of this directory in a process with some options, and reads what it printed. */
async function outputOf(file: string, options: readonly string[], words: readonly string[] = []) {
  const start = pathOf('../../node_modules/jiti/lib/jiti-cli.mjs')
  const all = [...options, start, pathOf(file), ...words]
  return JSON.parse((await promisify(execFile)(process.execPath, all)).stdout)
}

// An object that begins with a spread and goes on with more fields has a hidden class of its own in V8 11, of
// 450 bytes and more. What is made there stays until all of the heap is looked at, with all that it leads to.
it('makes next to nothing for a creation where what lasts is made', async () => {
  const options = ['--expose-gc', '--min-semi-space-size=256', '--max-semi-space-size=256']
  const bytesEach: Readonly<Record<string, number>> = await outputOf('many-creations.ts', options)
  expect(Object.keys(bytesEach)).toEqual(['issue', 'note', 'snippet'])
  expect(Object.entries(bytesEach).filter(([, bytes]) => bytes > 350)).toEqual([])
})

it(`takes ${bodies} bodies of 10 MiB with a heap of 512 MB`, async () => {
  const options = ['--max-old-space-size=512']
  const report = await outputOf('many-large-bodies.ts', options, [String(bodies)])
  const { statuses, requests, journalCharacters } = report
  expect({ statuses, requests }).toEqual({ statuses: [401], requests: Math.min(bodies, 1000) })
  expect(journalCharacters).toBeLessThan(1_000_000)
})
