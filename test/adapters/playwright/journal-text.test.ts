import { describe, expect, it } from 'vitest'
import { journalText } from '../../../src/adapters/playwright/journal-text.ts'
import { createTestForge } from '../../harness.ts'

describe('the requests of a failed test', () => {
  it('are told one after the other, with what was asked and answered', async () => {
    const forge = await createTestForge({ seed: { users: [{ username: 'jane' }] } })
    const headers = { 'private-token': 'jane-token' }
    await forge.fetch(new Request('http://forge.test/api/v3/projects/9', { headers }))
    await forge.fetch(new Request('http://forge.test/api/v3/nothing'))
    forge.faults.add({ operation: 'getCurrentUser', status: 503 })
    await forge.fetch(new Request('http://forge.test/api/v3/user', { headers }))
    expect(journalText(forge.requests).replace(/after \d+ ms/g, 'after N ms')).toBe(
      [
        '1. GET /api/v3/projects/9 by jane, answered 404 after N ms (getProject)',
        '   parameters: {"id":9}',
        '   answer: {"message":"404 Project Not Found"}',
        '',
        '2. GET /api/v3/nothing by nobody, answered 404 after N ms (no operation)',
        '   parameters: {}',
        '   answer: {"error":"404 Not Found"}',
        '',
        '3. GET /api/v3/user by jane, answered 503 after N ms (getCurrentUser, fault 1)',
        '   parameters: {}',
        '   answer: {"message":"503 Service Unavailable"}',
        '',
      ].join('\n'),
    )
  })

  it('are said to be none where there are none', () => {
    expect(journalText([])).toBe('The forge received no request of this test.\n')
  })
})
