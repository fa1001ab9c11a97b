import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

const seed = { users: [{ username: 'root', admin: true }] }
const path = '/admin/ci/variables'

describeV4('the variables of the instance', { seed }, (api) => {
  it('are created, shown, changed and removed', async () => {
    const root = api.as('root')
    const made = await root.post(path, { key: 'TOKEN', value: 'a-secret', masked: true })
    expect(made.status).toBe(201)
    const variable = {
      variable_type: 'env_var',
      key: 'TOKEN',
      value: 'a-secret',
      protected: false,
      masked: true,
      raw: false,
      description: null,
    }
    expect(made.body).toEqual(variable)
    expect((await root.get(path)).body).toEqual([variable])
    expect((await root.get(`${path}/TOKEN`)).body).toEqual(variable)
    const changes = { variable_type: 'file', protected: true, raw: true, description: 'For all' }
    const changed = await root.put(`${path}/TOKEN`, changes)
    expect([changed.status, changed.body]).toEqual([200, { ...variable, ...changes }])
    expect((await root.delete(`${path}/TOKEN`)).status).toBe(204)
    const gone = await root.get(`${path}/TOKEN`)
    expect([gone.status, gone.body]).toEqual([404, { message: '404 InstanceVariable Not Found' }])
  })

  it('have keys of letters, digits and underscores, each once', async () => {
    const root = api.as('root')
    const refusal = async (key: string) => {
      const { status, body } = await root.post(path, { key, value: 'a' })
      expect(status).toBe(400)
      return body.message.key
    }
    expect(await refusal('NO-HYPHEN')).toEqual(["can contain only letters, digits and '_'."])
    expect(await refusal('A'.repeat(256))).toEqual(['is too long (maximum is 255 characters)'])
    await root.post(path, { key: 'ONE', value: 'a' })
    expect(await refusal('ONE')).toEqual(['(ONE) has already been taken'])
    const missing = await root.post(path, { key: 'TWO' })
    expect([missing.status, missing.body]).toEqual([400, { error: 'value is missing' }])
  })

  it('are masked only where a log can hide them', async () => {
    const root = api.as('root')
    const short = await root.post(path, { key: 'ONE', value: 'short', masked: true })
    expect([short.status, short.body]).toEqual([400, { message: { value: ['is invalid'] } }])
    await root.post(path, { key: 'ONE', value: 'short' })
    expect((await root.put(`${path}/ONE`, { masked: true })).status).toBe(400)
    expect((await root.put(`${path}/ONE`, { masked: true, value: 'long-enough' })).status).toBe(200)
  })
})
