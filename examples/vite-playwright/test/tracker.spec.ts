import type { Page } from '@playwright/test'
import { expect, test } from 'forgery/playwright'

async function signIn(page: Page, token: string | undefined): Promise<void> {
  await page.goto('/')
  await page.getByLabel('Token').fill(token ?? '')
  await page.getByRole('button', { name: 'Sign in' }).click()
}

test('shows the open issues', async ({ page, forge }) => {
  await signIn(page, forge.tokens.jane)
  await expect(page.getByRole('heading')).toHaveText('Issues for Jane Doe')
  await expect(page.getByRole('listitem')).toContainText([
    '#1 The menu hides the search',
    '#2 Add opening hours',
  ])
})

test('creates an issue', async ({ page, forge }) => {
  await signIn(page, forge.tokens.jane)
  await page.getByLabel('Title').fill('It leaks')
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(3)
  await expect(forge).toHaveReceived('createIssue', { title: 'It leaks' }, { times: 1 })
})

test('closes an issue', async ({ page, forge }) => {
  await signIn(page, forge.tokens.jane)
  await page.getByRole('button', { name: 'Close #1' }).click()
  await expect(page.getByRole('listitem')).toHaveCount(1)
  await expect(forge).toHaveIssue({ project: 'jane/website', iid: 1, state: 'closed' })
})

test('says that the server is down', async ({ page, forge }) => {
  await signIn(page, forge.tokens.jane)
  await forge.faults.add({ operation: 'createIssue', status: 503 })
  await page.getByLabel('Title').fill('It leaks')
  await page.getByRole('button', { name: 'Create issue' }).click()
  await expect(page.getByRole('alert')).toHaveText('The server answers 503.')
})
