import { expect, it } from 'vitest'
import { describeV4 } from '../../harness.ts'

/** Specification of v4, people-groups-projects.md, section 14.2. */
describeV4('what set-ups wait for', { seed: { users: [] } }, (api) => {
  it.each([
    ['health', 'text/plain', 'GitLab OK'],
    ['readiness', 'application/json', { status: 'ok', master_check: [{ status: 'ok' }] }],
    ['liveness', 'application/json', { status: 'ok' }],
  ])('says by %s that it is there', async (name, type, expected) => {
    const { status, headers, body } = await api.request(`/-/${name}`)
    expect([status, headers.get('content-type'), body]).toEqual([200, type, expected])
  })
})
