import type { APIRequestContext } from '@playwright/test'
import { expect, test } from '../../../../src/adapters/playwright/index.ts'
import type { ServedWorld } from '../../../../src/worlds/client/index.ts'

const createIssue = (request: APIRequestContext, forge: ServedWorld, title: string) =>
  request.post('/api/v3/projects/1/issues', {
    headers: { 'private-token': forge.tokens.jane ?? '' },
    data: { title },
  })

test('fails', async ({ request, forge }) => {
  await createIssue(request, forge, 'of the one that fails')
  expect((await createIssue(request, forge, '')).status()).toBe(201)
})

test('takes too long', async ({ request, forge }) => {
  await createIssue(request, forge, 'of the one that takes too long')
  // It is over from here on, however long a slow machine took to come here.
  test.setTimeout(1)
  await new Promise(() => {})
})

test('passes', async ({ request, forge }) => {
  expect((await createIssue(request, forge, 'of the one that passes')).status()).toBe(201)
})

test('fails as it is meant to', async ({ request, forge }) => {
  test.fail()
  expect((await createIssue(request, forge, '')).status()).toBe(201)
})
