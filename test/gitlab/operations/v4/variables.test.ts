import { describe, expect, it } from 'vitest'
import type { Seed } from '../../../../src/seed/schema.ts'
import { createTestForge, describeV4 } from '../../../harness.ts'

const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'mona' }, { username: 'dev' }],
  groups: [{ id: 50, path: 'acme', members: { mona: 'owner', dev: 'developer' } }],
  projects: [{ path: 'acme/site', created_by: 'mona' }],
}

const places = [
  ['a project', '/projects/1/variables', 'Variable'],
  ['a group', '/groups/50/variables', 'GroupVariable'],
] as const

describeV4('variables', { seed }, (api) => {
  it.each(places)('of %s are added, shown, listed, changed and removed', async (_, path, kind) => {
    const mona = api.as('mona')
    const made = await mona.post(path, { key: 'KEY_1', value: 'one' })
    const shown = {
      variable_type: 'env_var',
      key: 'KEY_1',
      value: 'one',
      hidden: false,
      protected: false,
      masked: false,
      raw: false,
      environment_scope: '*',
      description: null,
    }
    expect([made.status, made.body]).toEqual([201, shown])
    expect((await mona.get(path)).body).toEqual([shown])
    const changes = { protected: true, variable_type: 'file', description: 'One', raw: true }
    const changed = await mona.put(`${path}/KEY_1`, { ...changes, key: 'OTHER', value: null })
    expect([changed.status, changed.body]).toEqual([200, { ...shown, ...changes }])
    expect((await mona.get(`${path}/KEY_1`)).body).toEqual(changed.body)
    expect((await api.as('dev').get(path)).status).toBe(403)
    expect((await mona.delete(`${path}/KEY_1`)).status).toBe(204)
    const gone = await mona.get(`${path}/KEY_1`)
    expect([gone.status, gone.body]).toEqual([404, { message: `404 ${kind} Not Found` }])
  })

  it.each(places)('of %s are told apart by their scopes', async (_, path) => {
    const mona = api.as('mona')
    for (const environment_scope of ['*', 'production']) {
      await mona.post(path, { key: 'A', value: environment_scope, environment_scope })
    }
    const several = await mona.get(`${path}/A`)
    expect([several.status, several.body]).toEqual([
      409,
      {
        message:
          "There are multiple variables with provided parameters. Please use 'filter[environment_scope]'",
      },
    ])
    const query = '?filter[environment_scope]=production'
    expect((await mona.get(`${path}/A${query}`)).body.value).toBe('production')
    const filter = { environment_scope: '*' }
    expect((await mona.put(`${path}/A`, { value: 'b', filter })).body).toMatchObject({
      value: 'b',
      environment_scope: '*',
    })
    expect((await mona.delete(`${path}/A${query}`)).status).toBe(204)
    expect((await mona.get(`${path}/A`)).body.value).toBe('b')
    expect(
      (await mona.put(`${path}/A`, { value: 'b', filter: { environment_scope: 'x' } })).status,
    ).toBe(404)
  })

  it('are refused a key or a value that they cannot have', async () => {
    const path = '/projects/1/variables'
    const refusal = async (parameters: object) => {
      const { status, body } = await api.as('mona').post(path, { ...parameters })
      return status === 400 ? (body.message ?? body.error) : status
    }
    expect(await refusal({ key: 'A', value: '1' })).toBe(201)
    expect(await refusal({ key: 'A', value: '1' })).toEqual({
      key: ['(A) has already been taken'],
    })
    expect(await refusal({ key: 'a-b', value: '1' })).toEqual({
      key: ["can contain only letters, digits and '_'."],
    })
    expect(await refusal({ key: 'B', value: 'short', masked: true })).toEqual({
      value: ['is invalid'],
    })
    expect(await refusal({ key: 'B', value: 'long "enough"', masked: true, raw: true })).toEqual({
      value: ['is invalid'],
    })
    expect(await refusal({ key: 'B', value: '"quoted"', masked: true })).toEqual({
      value: ['is invalid'],
    })
    expect(await refusal({ key: 'B', value: '"quoted"', masked: true, raw: true })).toBe(201)
    expect(await refusal({ value: '1' })).toBe('key is missing')
    expect(await refusal({ key: 'C' })).toBe('value is missing')
    await refusal({ key: 'A', value: '1', environment_scope: 'x' })
    const moved = await api.as('mona').put(`${path}/A?filter[environment_scope]=*`, {
      environment_scope: 'x',
      filter: { environment_scope: '*' },
    })
    expect([moved.status, moved.body]).toEqual([
      400,
      { message: { key: ['(A) has already been taken'] } },
    ])
  })

  it('are hidden from the beginning, and for ever', async () => {
    const path = '/projects/1/variables'
    const mona = api.as('mona')
    const made = await mona.post(path, { key: 'A', value: 'secret_value', masked_and_hidden: true })
    expect(made.body).toMatchObject({ value: null, hidden: true, masked: true, description: null })
    const changed = await mona.put(`${path}/A`, {
      value: null,
      description: 'New',
      masked_and_hidden: false,
    })
    expect(changed.body).toMatchObject({ value: null, hidden: true, description: 'New' })
    expect(api.forge.db.variables.all()).toMatchObject([{ value: 'secret_value' }])
  })

  it('go with their project and their group', async () => {
    for (const [, path] of places) await api.as('mona').post(path, { key: 'A', value: '1' })
    const remove = { permanently_remove: true, full_path: 'acme/site' }
    await api.as('root').delete('/projects/1')
    await api.as('root').delete('/projects/1', remove)
    await api.as('root').delete('/groups/50')
    await api.as('root').delete('/groups/50', { permanently_remove: true, full_path: 'acme' })
    api.forge.clock.advance('40d')
    expect(api.forge.db.projects.all()).toEqual([])
    expect(api.forge.db.variables.all()).toEqual([])
  })
})

describe('variables in a seed', () => {
  const variables = [
    { project: 'acme/site', key: 'A', value: '1', type: 'file' as const, environment_scope: 'x' },
    { group: 'acme', key: 'A', value: '2', masked: true, hidden: true },
  ]

  it('are of projects and groups, and exported as they are', async () => {
    const forge = await createTestForge({ seed: { ...seed, variables } })
    expect(forge.db.variables.all()).toMatchObject([
      { project_id: 1, group_id: null, variable_type: 'file', environment_scope: 'x' },
      { project_id: null, group_id: 50, is_masked: true, is_hidden: true },
    ])
    const copy = await createTestForge({ seed: forge.export() })
    expect(copy.db.variables.all()).toEqual(forge.db.variables.all())
  })

  it('are each of one place, and there once in a scope', async () => {
    const load = (more: NonNullable<Seed['variables']>) =>
      createTestForge({ seed: { ...seed, variables: [...variables, ...more] } })
    await expect(load([{ key: 'A', value: '1' }])).rejects.toThrow(
      'variables[2]: needs a project or a group, and not both',
    )
    await expect(load([{ group: 'acme', key: 'A', value: '1' }])).rejects.toThrow(
      'variables[2].key: "A" is there twice',
    )
  })
})
