import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

describeV4('the metadata', { seed: { users: [{ username: 'jane' }] } }, (api) => {
  it('is the same at both paths', async () => {
    const version = await api.as('jane').get('/version')
    const metadata = await api.as('jane').get('/metadata')
    expect(version.status).toBe(200)
    expect(version.body).toEqual({
      version: expect.stringMatching(/^18\.\d+\.\d+$/),
      revision: expect.any(String),
      kas: { enabled: false, externalUrl: null, externalK8sProxyUrl: null, version: null },
      enterprise: false,
    })
    expect(metadata.body).toEqual(version.body)
  })

  it('is for who is signed in', async () => {
    const { status, body } = await api.anonymous.get('/metadata')
    expect([status, body]).toEqual([401, { message: '401 Unauthorized' }])
  })

  it('has other methods refused in the words of v4', async () => {
    const { status, body, headers } = await api.as('jane').post('/metadata')
    expect([status, body]).toEqual([405, { error: '405 Not Allowed' }])
    expect(headers.get('allow')).toBe('GET')
  })
})
