import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { lacksChromium, titleOf } from '../browser/chromium.ts'
import { type ServedConsole, startConsole } from './open-console.ts'

const manyFiles = Array.from({ length: 130 }, (_, place) => ({
  action: 'create' as const,
  file_path: `f${String(place).padStart(3, '0')}.txt`,
  content: `${place}\n`,
}))

const comments = Array.from({ length: 130 }, (_, place) => ({
  body: `Comment ${place + 1}.`,
  author: 'root',
}))

const seed: Seed = {
  users: [{ username: 'root', admin: true }],
  projects: [
    {
      path: 'root/site',
      issues: [{ title: 'Long', author: 'root', notes: comments }],
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'root',
            actions: [{ action: 'create', file_path: 'a', content: 'a' }],
          },
          { message: 'Many', author: 'root', branch: 'many', actions: manyFiles },
        ],
      },
      merge_requests: [{ title: 'Many', author: 'root', source_branch: 'many', notes: comments }],
    },
  ],
}

describe.skipIf(lacksChromium)(titleOf('long lists of the console'), () => {
  let served: ServedConsole
  beforeAll(async () => {
    served = await startConsole({ seed })
  })
  afterAll(() => served?.close())

  it.each([
    ['issues/1', 'discussions', '.discussion'],
    ['merge_requests/1', 'discussions', '.discussion'],
    ['merge_requests/1/diffs', 'files', '.file-diff'],
    ['commit/many', 'files', '.file-diff'],
  ])('say at %s that there are more %s, and show them', async (place, what, entry) => {
    const { page, problems, faults, close } = await served.open(`projects/root/site/-/${place}`)
    await page.getByText(`The first 100 ${what} are shown.`).waitFor()
    expect(await page.locator(entry).count()).toBe(100)
    if (place === 'issues/1') expect(await faults()).toEqual([])
    await page.getByRole('button', { name: `Show more ${what}` }).click()
    await expect.poll(() => page.locator(entry).count()).toBe(130)
    expect(await page.getByText(`${what} are shown.`).count()).toBe(0)
    expect(problems).toEqual([])
    await close()
  })
})
