import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, it } from 'vitest'

const pathOf = (path: string) => fileURLToPath(new URL(path, import.meta.url))

/** A journal that kept the bodies would need three times the heap; `npm run search` sends 2,000. */
const bodies = Number(process.env.FORGERY_LARGE_BODIES ?? 150)

it(`takes ${bodies} bodies of 10 MiB with a heap of 512 MB`, async () => {
  const words = [pathOf('../../node_modules/jiti/lib/jiti-cli.mjs'), pathOf('many-large-bodies.ts')]
  const { stdout } = await promisify(execFile)(process.execPath, [
    '--max-old-space-size=512',
    ...words,
    String(bodies),
  ])
  const { statuses, requests, keptCharacters } = JSON.parse(stdout)
  expect({ statuses, requests }).toEqual({ statuses: [401], requests: Math.min(bodies, 1000) })
  expect(keptCharacters).toBeLessThan(1_000_000)
}, 300_000)
