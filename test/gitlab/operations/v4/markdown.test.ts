import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

const seed = {
  users: [
    {
      username: 'jane',
      personal_access_tokens: [{ token: 'reads', name: 'reads', scopes: ['read_api' as const] }],
    },
    { username: 'omar' },
  ],
  projects: [{ path: 'jane/secret', visibility: 'private' as const }],
}

describeV4('texts as HTML', { seed }, (api) => {
  it('are their paragraphs, escaped', async () => {
    const { status, body } = await api.as('jane').post('/markdown', { text: 'One < two\n\nThree' })
    expect([status, body]).toEqual([
      201,
      { html: '<p dir="auto">One &lt; two</p>\n<p dir="auto">Three</p>' },
    ])
  })

  it('are given to whoever may read, who changes nothing by it', async () => {
    const path = '/markdown?private_token=reads'
    const { status } = await api.anonymous.post(path, { text: 'It works' })
    expect(status).toBe(201)
  })

  it('are read in a project that the caller sees', async () => {
    const text = { text: 'It works', project: 'jane/secret' }
    expect((await api.as('jane').post('/markdown', text)).status).toBe(201)
    for (const unseen of [text, { ...text, project: 'jane/none' }]) {
      const { status, body } = await api.as('omar').post('/markdown', unseen)
      expect([status, body]).toEqual([404, { message: '404 Project Not Found' }])
    }
  })

  it('need a text, and somebody who asks', async () => {
    const { status, body } = await api.as('jane').post('/markdown', {})
    expect([status, body]).toEqual([400, { error: 'text is missing' }])
    expect((await api.anonymous.post('/markdown', { text: 'It works' })).status).toBe(401)
  })
})
