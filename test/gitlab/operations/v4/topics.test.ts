import { expect, it } from 'vitest'
import { describeV4 } from '../../../harness.ts'

const seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [
    { path: 'jane/site', tags: ['web', 'Harbour'] },
    { path: 'jane/tool', tags: ['web'] },
  ],
}

describeV4('topics', { seed }, (api) => {
  const names = async (parameters = {}) =>
    (await api.anonymous.get('/topics', parameters)).body.map((one: { name: string }) => one.name)

  it('come with the projects that name them, the most used first, for everybody', async () => {
    const { status, body } = await api.anonymous.get('/topics')
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        id: 1,
        name: 'web',
        title: 'web',
        description: null,
        total_projects_count: 2,
        organization_id: 1,
        avatar_url: null,
      },
      expect.objectContaining({ id: 2, name: 'Harbour', total_projects_count: 1 }),
    ])
    expect((await api.anonymous.get('/topics/2')).body.name).toBe('Harbour')
  })

  it('are searched by a part of the name or the title, and without projects', async () => {
    const root = api.as('root')
    await root.post('/topics', { name: 'idle', title: 'Not in use' })
    expect(await names({ search: 'HARB' })).toEqual(['Harbour'])
    expect(await names({ search: 'in use' })).toEqual(['idle'])
    expect(await names({ without_projects: true })).toEqual(['idle'])
    expect(await names({ organization_id: 2 })).toEqual([])
  })

  it('are created by administrators, each name once whatever its case', async () => {
    const root = api.as('root')
    const made = await root.post('/topics', { name: 'boats', title: 'Boats', description: 'Float' })
    expect(made.status).toBe(201)
    expect(made.body).toMatchObject({
      name: 'boats',
      description: 'Float',
      total_projects_count: 0,
    })
    const again = await root.post('/topics', { name: 'BOATS', title: 'Boats' })
    expect([again.status, again.body]).toEqual([
      400,
      { message: { name: ['has already been taken'] } },
    ])
    const blank = await root.post('/topics', { name: ' ', title: '' })
    expect(blank.body).toEqual({ message: { name: ["can't be blank"], title: ["can't be blank"] } })
    const long = await root.post('/topics', { name: 'a'.repeat(256), title: 'A' })
    expect(long.body.message.name).toEqual(['is too long (maximum is 255 characters)'])
  })

  it('have their parameters checked before who asks', async () => {
    const incomplete = await api.as('jane').post('/topics', { title: 'A' })
    expect([incomplete.status, incomplete.body]).toEqual([400, { error: 'name is missing' }])
    expect((await api.as('jane').post('/topics', { name: 'a', title: 'A' })).status).toBe(403)
    expect((await api.anonymous.post('/topics', { name: 'a', title: 'A' })).status).toBe(401)
  })

  it('are changed, and keep their projects under another name', async () => {
    const root = api.as('root')
    const { status, body } = await root.put('/topics/1', { name: 'www', title: 'The web' })
    expect(status).toBe(200)
    expect(body).toMatchObject({ name: 'www', title: 'The web', total_projects_count: 2 })
    expect(api.forge.db.projects.get(2)?.tag_list).toEqual(['www'])
    expect((await root.put('/topics/1', { name: 'WWW' })).body.name).toBe('WWW')
    expect((await root.put('/topics/1', { name: 'harbour' })).status).toBe(400)
  })

  it('are removed, from their projects as well', async () => {
    const root = api.as('root')
    expect((await root.delete('/topics/1')).status).toBe(204)
    expect(api.forge.db.projects.all().map(({ tag_list }) => tag_list)).toEqual([['Harbour'], []])
    const gone = await root.delete('/topics/1')
    expect([gone.status, gone.body]).toEqual([404, { message: '404 Not found' }])
  })

  it('are merged: the projects of one have the other', async () => {
    const root = api.as('root')
    const merge = (source_topic_id: number, target_topic_id: number) =>
      root.post('/topics/merge', { source_topic_id, target_topic_id })
    const merged = await merge(1, 2)
    expect(merged.status).toBe(201)
    expect(merged.body).toMatchObject({ id: 2, name: 'Harbour', total_projects_count: 2 })
    expect(await names()).toEqual(['Harbour'])
    const same = await merge(2, 2)
    expect([same.status, same.body]).toEqual([
      400,
      { message: 'The source topic and the target topic are identical.' },
    ])
  })
})
