import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [{ path: 'jane/site', visibility: 'public' as const, snippets_enabled: true }],
}

/** Specification of v4, issues-and-notes.md, sections 11.2 and 11.3. */
describeV4('what snippets were written with', { seed }, (api) => {
  it.each(['/snippets', '/projects/1/snippets'])('is not known of %s', async (path) => {
    const files = { file_name: 'a', content: '1', title: 'A', visibility: 'public' }
    const { id } = (await api.as('jane').post(path, files)).body
    const { status, body } = await api.as('root').get(`${path}/${id}/user_agent_detail`)
    expect([status, body]).toEqual([404, { message: '404 UserAgentDetail Not Found' }])
    expect((await api.as('jane').get(`${path}/${id}/user_agent_detail`)).status).toBe(403)
    expect((await api.anonymous.get(`${path}/${id}/user_agent_detail`)).status).toBe(401)
  })
})
