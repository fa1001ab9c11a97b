import type { Page } from '@playwright/test'
import { expect, test as forgeTest } from '../../src/adapters/playwright/index.ts'

/** The address of the front-end is known to the workers alone: the runner starts it after it read this. */
const test = forgeTest.extend({
  // biome-ignore lint/correctness/noEmptyPattern: Playwright reads which fixtures another one needs from its parameter.
  baseURL: ({}, use) => use(process.env.FRONT_END_URL),
})
const rounds = Number(process.env.FRONT_END_ROUNDS ?? 50)

async function openProject(page: Page, path: string): Promise<void> {
  await page.goto('/')
  await page.getByRole('button', { name: path }).click()
  await expect(page.getByRole('heading', { level: 2 })).toHaveText(path)
}
const items = (page: Page) => page.locator('#issues li')
async function create(page: Page, title: string): Promise<void> {
  await page.getByLabel('Title').fill(title)
  await page.getByRole('button', { name: 'Create issue' }).click()
}

for (let round = 1; round <= rounds; round++) {
  test(`creates an issue and sees it alone, ${round}`, async ({ page, forge }) => {
    await openProject(page, 'jane/website')
    await create(page, `Of round ${round}`)
    await expect(items(page)).toContainText([
      '#1 The first of website (open)',
      '#2 The second of website (open)',
      `#3 Of round ${round} (open)`,
    ])
    await expect(items(page)).toHaveCount(3)
    await expect(forge).toHaveReceived('createIssue', { title: `Of round ${round}` }, { times: 1 })
    await expect(forge).toHaveIssue({ project: 'jane/website', iid: 3, title: `Of round ${round}` })
  })

  test(`closes an issue that is open for everybody else, ${round}`, async ({ page, forge }) => {
    await openProject(page, 'jane/docs')
    await page.getByRole('button', { name: 'Close #1' }).click()
    await expect(items(page)).toContainText(['(closed)', '(open)'])
    await expect(forge).toHaveIssue({ project: 'jane/docs', iid: 1, state: 'closed' })
    await expect(forge).not.toHaveIssue({ project: 'jane/docs', iid: 2, state: 'closed' })
    await expect(forge).toHaveReceived('updateIssue', {}, { times: 1, user: 'jane' })
  })

  test(`shows what the suite adds, ${round}`, async ({ page, forge }) => {
    const title = `Added in round ${round}`
    await forge.add({
      projects: [{ path: `jane/new-${round}`, issues: [{ title, author: 'jane' }] }],
    })
    await openProject(page, `jane/new-${round}`)
    await expect(page.locator('#projects li')).toHaveCount(3)
    await expect(items(page)).toContainText([`#1 ${title} (open)`])
    await create(page, 'One more')
    await expect(items(page)).toHaveCount(2)
    await expect(forge).toHaveReceived('createIssue', {}, { times: 1 })
  })

  test(`reports when the forge fails, ${round}`, async ({ page, forge, request }) => {
    await openProject(page, 'jane/website')
    await forge.faults.add({ operation: 'createIssue', status: 503, times: 1 })
    await create(page, 'Once')
    await expect(page.getByRole('alert')).toContainText('503')
    await page.getByRole('button', { name: 'Create issue' }).click()
    await expect(items(page)).toHaveCount(3)
    const answer = await request.get('/api/v3/projects/2/issues', {
      headers: { 'PRIVATE-TOKEN': forge.tokens.jane ?? '' },
    })
    expect((await answer.json()).map(({ iid }: { iid: number }) => iid)).toEqual([3, 2, 1])
    await expect(forge).not.toHaveReceived('createIssue', {}, { times: 3 })
  })
}
