import { describe, expect, it } from 'vitest'
import { journalText } from '../../../src/adapters/playwright/journal-text.ts'
import { createTestForge } from '../../harness.ts'

const textOf = (...given: Parameters<typeof journalText>) =>
  journalText(...given)
    .replace(/\d+ ms/g, 'N ms')
    .replace(/\{[^\n]*"username":"jane"[^\n]*\}/g, 'JANE')

describe('the requests of a failed test', () => {
  it('are a line each, failed ones first and then the newest, and what was asked and answered below', async () => {
    const forge = await createTestForge({ seed: { users: [{ username: 'jane' }] } })
    const headers = { 'private-token': 'jane-token' }
    const get = (path: string) => forge.fetch(`http://forge.test/api/v3${path}`, { headers })
    await get('/user?first')
    await forge.fetch(new Request('http://forge.test/api/v3/nothing'))
    await get('/user?second')
    forge.faults.add({ operation: 'getCurrentUser', status: 503 })
    await get('/user')
    forge.faults.clear()
    forge.faults.add({ connection: 'drop' })
    await get('/user')
    expect(textOf(forge.requests)).toBe(
      [
        '5 requests to the forge, 3 of them failed.',
        '',
        '5. GET /api/v3/user no answer jane N ms (getCurrentUser, fault 2)',
        '4. GET /api/v3/user 503 jane N ms (getCurrentUser, fault 1)',
        '2. GET /api/v3/nothing 404 anonymous N ms (no operation)',
        '3. GET /api/v3/user?second 200 jane N ms (getCurrentUser)',
        '1. GET /api/v3/user?first 200 jane N ms (getCurrentUser)',
        '',
        '5. GET /api/v3/user',
        '   parameters: {}',
        '   answer: no JSON',
        '',
        '4. GET /api/v3/user',
        '   parameters: {}',
        '   answer: {"message":"503 Service Unavailable"}',
        '',
        '2. GET /api/v3/nothing',
        '   parameters: {}',
        '   answer: {"error":"404 Not Found"}',
        '',
        '3. GET /api/v3/user?second',
        '   parameters: {}',
        '   answer: JANE',
        '',
        '1. GET /api/v3/user?first',
        '   parameters: {}',
        '   answer: JANE',
        '',
      ].join('\n'),
    )
  })

  it('say how many there were', async () => {
    const forge = await createTestForge()
    await forge.fetch('http://forge.test/api/v3/user?private_token=root-token')
    expect(textOf(forge.requests)).toMatch(
      /^1 request to the forge, none of them failed\.\n\n1\. GET/,
    )
  })

  it('are said to be none where there are none', () => {
    expect(journalText([])).toBe('The forge received no request of this test.\n')
  })
})
