import { expect, it } from 'vitest'
import { application } from '../../../src/adapters/server/application.ts'
import { callsOf, isRemovable, makers } from '../../../src/console/world/record-calls.ts'
import { createForge } from '../../../src/forge/create-forge.ts'
import { type TableName, tableNames } from '../../../src/store/tables.ts'
import { connect } from '../../../src/worlds/client/index.ts'

const url = 'http://forge.test'

it('leads from the records of the demo world to where each API shows them', async () => {
  const forge = await createForge({ seed: 'demo' })
  const { fetch } = application(forge)
  const { collections } = connect(url, { fetch: async (...given) => fetch(new Request(...given)) })
  const find = async (collection: string, id: unknown) =>
    (await collections.get(collection as TableName, Number(id)).catch(() => undefined))?.record
  const shown = new Set<string>()
  for (const name of tableNames) {
    const { records } = await collections.list(name, { per_page: 12 })
    for (const record of records) {
      const calls = await callsOf(name, record, find)
      for (const [api, path] of Object.entries(calls)) {
        const headers = { 'private-token': forge.tokens.root ?? '' }
        const answer = await forge.fetch(`${url}/api/${api}${path}`, { headers })
        // A removed record is kept, and shown to nobody.
        const isRemoved = record.deleted_at !== null && record.deleted_at !== undefined
        expect([`${name} ${api} ${path}`, answer.status]).toEqual([
          `${name} ${api} ${path}`,
          isRemoved ? 404 : 200,
        ])
        const body = await answer.json()
        if (!Array.isArray(body) && 'id' in body && name !== 'members') {
          expect([name, path, body.id]).toEqual([name, path, record.id])
        }
        shown.add(`${name} ${api}`)
      }
    }
  }
  expect(shown.size).toBeGreaterThan(25)
})

it('knows operations of v4 that make records, and places that can be removed', async () => {
  const forge = await createForge()
  const document = await (await forge.fetch(`${url}/api/v4/openapi.json`)).json()
  const ids = Object.values<Record<string, { operationId?: string }>>(document.paths).flatMap(
    (methods) => Object.values(methods).map(({ operationId }) => operationId),
  )
  expect(Object.values(makers).filter((id) => !ids.includes(id))).toEqual([])
  expect(isRemovable('issues', { v4: '/projects/1/issues/1' })).toBe(true)
  expect(isRemovable('issues', {})).toBe(false)
  expect(isRemovable('events', { v4: '/events/1' })).toBe(false)
})
