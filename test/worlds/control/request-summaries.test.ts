import { expect, it } from 'vitest'
import { serveWorlds } from './served-worlds.ts'

const asRoot = { 'private-token': 'root-token' }

it('lists requests without what they sent and were answered, and gives one whole', async () => {
  const { ask, control } = await serveWorlds()
  await ask('/api/v4/projects/1', { headers: asRoot })
  await ask('/api/v4/nothing', { headers: { ...asRoot, 'x-forge-console': '1' } })
  const { body } = await control('GET', '/requests/summaries')
  expect(body).toMatchObject([
    {
      method: 'GET',
      path: '/api/v4/projects/1',
      api: 'v4',
      operationId: 'getProject',
      user: 'root',
      status: 200,
      isUnhandled: false,
      isOfConsole: false,
    },
    { path: '/api/v4/nothing', status: 404, isUnhandled: true, isOfConsole: true },
  ])
  expect(Object.keys(body[0])).not.toContain('answer')
  const one = await control('GET', `/requests/${body[0].id}`)
  expect(one.body).toMatchObject({ operationId: 'getProject', answer: { path: 'website' } })
  expect((await control('GET', '/requests/none')).status).toBe(404)
})

it('streams them as they come', async () => {
  const { ask, fetch } = await serveWorlds()
  const stream = await fetch(new Request('http://127.0.0.1:8080/_forge/events/summaries'))
  const reader = stream.body?.getReader()
  await ask('/api/v4/projects/1', { headers: asRoot })
  const decoder = new TextDecoder()
  let text = ''
  while (!text.includes('event: request')) text += decoder.decode((await reader?.read())?.value)
  await reader?.cancel()
  const data = /event: request\ndata: (.*)\n/.exec(text)?.[1] ?? ''
  expect(JSON.parse(data)).toMatchObject({ operationId: 'getProject', status: 200 })
  expect(data).not.toContain('website')
})
