import { describe, expect, it } from 'vitest'
import { createForge } from '../../src/create-forge.ts'
import { createApplication } from '../../src/server/application.ts'

describe('the application of a forge', () => {
  const origin = 'http://localhost:5173'
  async function ask(path: string, init: RequestInit): Promise<Response> {
    const application = createApplication(await createForge())
    return application.fetch(new Request(`http://127.0.0.1:8080${path}`, init))
  }

  it('lets a front-end on another origin read answers and their pagination', async () => {
    const headers = { origin, 'private-token': 'root-token' }
    const response = await ask('/api/v3/users', { headers })
    expect(response.status).toBe(200)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    const exposed = response.headers.get('access-control-expose-headers')?.split(',')
    expect(exposed).toEqual(expect.arrayContaining(['Link', 'X-Total', 'X-Next-Page']))
    expect(await response.json()).toHaveLength(1)
  })

  it('answers a preflight', async () => {
    const response = await ask('/api/v3/users', {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'DELETE',
        'access-control-request-headers': 'private-token',
      },
    })
    expect(response.status).toBe(204)
    expect(response.headers.get('access-control-allow-origin')).toBe(origin)
    expect(response.headers.get('access-control-allow-credentials')).toBe('true')
    expect(response.headers.get('access-control-allow-methods')).toContain('DELETE')
    expect(response.headers.get('access-control-allow-headers')).toBe('private-token')
  })

  it.each<Record<string, string>>([{}, { origin }])(
    'tells a supervisor that it is there, to %j',
    async (headers) => {
      const response = await ask('/_forge/health', { headers })
      expect(await response.json()).toEqual({ status: 'ok' })
    },
  )
})
