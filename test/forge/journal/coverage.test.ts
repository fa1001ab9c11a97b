import { describe, expect, it } from 'vitest'
import { v3, v4 } from '../../../src/contract/apis.ts'
import { operations } from '../../../src/contract/generated/v3/operations.ts'
import type { Forge } from '../../../src/forge/forge.ts'
import { createTestForge } from '../../harness.ts'

async function get(forge: Forge, path: string, token = 'root-token', base = '/api/v3') {
  const address = `http://forge.test${base}${path}?private_token=${token}`
  return (await forge.fetch(new Request(address))).status
}

const statusesOf = (forge: Forge, id: string) =>
  forge.coverage().operations.find(({ operation }) => operation === id)?.statuses

describe('forge.coverage', () => {
  it('has every operation with the statuses that the contract states', async () => {
    const forge = await createTestForge({ apis: ['v3'] })
    const { operations: covered, share } = forge.coverage()
    expect(covered.map(({ operation }) => operation)).toEqual(operations.map(({ id }) => id))
    expect(share).toBe(0)
    const { paths } = await v3.loadDocument()
    const stated = Object.values(paths).flatMap((methods) => Object.values(methods))
    for (const { operationId, responses } of stated) {
      const statuses = Object.keys(responses).map((status) => [status, 0])
      expect(statusesOf(forge, operationId)).toEqual(Object.fromEntries(statuses))
    }
  })

  it('counts each answer of an operation, those that are not stated too', async () => {
    const forge = await createTestForge()
    for (const path of ['/users/1', '/users/1', '/users/99']) await get(forge, path)
    await get(forge, '/users/1', 'wrong')
    expect(statusesOf(forge, 'getUser')).toMatchObject({ 200: 2, 401: 1, 404: 1, 403: 0 })
    await forge.fetch(
      new Request('http://forge.test/api/v3/users/1', { method: 'PUT', body: 'plain text' }),
    )
    expect(statusesOf(forge, 'updateUser')).toMatchObject({ 415: 1 })
    expect(operations.find(({ id }) => id === 'updateUser')?.statuses).not.toContain(415)
    expect(forge.coverage().share).toBe(2 / operations.length)
  })

  it('counts nothing that the console asks to show something', async () => {
    const forge = await createTestForge()
    const headers = { 'private-token': 'root-token', 'x-forge-console': '1' }
    await forge.fetch(new Request('http://forge.test/api/v4/user', { headers }))
    expect(forge.coverage().share).toBe(0)
  })

  it('has the operations of the APIs that were called alone, each as what its API answered', async () => {
    const forge = await createTestForge()
    const apisOf = () => [...new Set(forge.coverage().operations.map(({ api }) => api))]
    expect(apisOf()).toEqual(['v4', 'v3'])
    await get(forge, '/version', 'root-token', '/api/v4')
    expect(apisOf()).toEqual(['v4'])
    expect(forge.coverage().share).toBe(1 / v4.operations.length)
    await get(forge, '/user')
    expect(apisOf()).toEqual(['v4', 'v3'])
    const { operations: covered, share } = forge.coverage()
    const answered = covered.filter(({ statuses }) => statuses[200])
    expect(answered.map(({ api, operation }) => `${api} ${operation}`)).toEqual([
      'v4 getVersion',
      'v3 getCurrentUser',
    ])
    expect(share).toBe(2 / (v3.operations.length + v4.operations.length))
  })

  it('does not count what is no operation', async () => {
    const forge = await createTestForge({ log: () => {} })
    await get(forge, '/nonsense')
    await get(forge, '/openapi.json')
    expect(forge.coverage().share).toBe(0)
  })

  it('goes on over a reset, and is a fork’s own', async () => {
    const forge = await createTestForge()
    await get(forge, '/user')
    forge.reset()
    const fork = forge.fork()
    expect(fork.coverage().share).toBe(0)
    await get(fork, '/user')
    await get(fork, '/users')
    expect(forge.coverage().share).toBe(1 / operations.length)
    expect(fork.coverage().share).toBe(2 / operations.length)
  })

  it('gives an answer that stays as it is', async () => {
    const forge = await createTestForge()
    const before = forge.coverage()
    await get(forge, '/user')
    expect(before.share).toBe(0)
    expect(
      before.operations.every(({ statuses }) => Object.values(statuses).every((n) => n === 0)),
    ).toBe(true)
  })
})
