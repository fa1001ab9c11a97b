import { describe, expect, it } from 'vitest'
import { type Api, describeForge, now } from '../../../harness.ts'
import { repositoryWorld, secret, site } from './repository-world.ts'

const shaOf = async (api: Api, name: string): Promise<string> =>
  (await api.as('rita').get(`${site}/commits/${name}`)).body.id

const nowhere = { path: null, line: null, line_type: null }

describeForge('comments on commits', { seed: repositoryWorld }, (api) => {
  async function comment(name: string, place: object) {
    const { body } = await api
      .as('rita')
      .post(`${site}/commits/${name}/comments`, { note: 'Hm.', ...place })
    const { path, line, line_type } = body
    return { path, line, line_type }
  }

  it('are answered with author, time and place', async () => {
    const { status, body } = await api
      .as('rita')
      .post(`${site}/commits/v1.0/comments`, { note: 'Well *counted*.' })
    expect(status).toBe(201)
    expect(body).toEqual({
      author: {
        id: 4,
        username: 'rita',
        name: 'rita',
        state: 'active',
        avatar_url: null,
        web_url: `${api.origin}/rita`,
      },
      created_at: now,
      note: 'Well *counted*.',
      ...nowhere,
    })
  })

  it('are listed with note and author, the oldest first, by any name of the commit', async () => {
    await comment('v1.0', { note: 'One' })
    await comment(await shaOf(api, 'v1.0'), { note: 'Two' })
    await comment('master', { note: 'Elsewhere' })
    const { status, body } = await api.as('rita').get(`${site}/commits/release/1.x/comments`)
    expect(status).toBe(200)
    expect(body).toEqual([
      {
        note: 'One',
        author: expect.objectContaining({ username: 'rita' }),
        ...nowhere,
        created_at: now,
      },
      {
        note: 'Two',
        author: expect.objectContaining({ username: 'rita' }),
        ...nowhere,
        created_at: now,
      },
    ])
  })

  it('are listed with their places', async () => {
    const place = { path: 'src/app.js', line: 2, line_type: 'new' }
    await comment('v1.0', { note: 'Here', ...place })
    const { body } = await api.as('rita').get(`${site}/commits/v1.0/comments`)
    expect(body).toMatchObject([{ note: 'Here', ...place }])
  })

  describe('placement', () => {
    const place = { path: 'src/app.js', line: 2, line_type: 'new' }

    it('is on a line of a file, of the full SHA', async () => {
      expect(await comment(await shaOf(api, 'v1.0'), place)).toEqual(place)
    })

    it('is on a line of the file as it was', async () => {
      const before = { ...place, line: 3, line_type: 'old' }
      expect(await comment(await shaOf(api, 'v1.0'), before)).toEqual(before)
      const added = { ...place, line: 4, line_type: 'old' }
      expect(await comment(await shaOf(api, 'v1.0'), added)).toEqual(nowhere)
    })

    it('is on the last line, and not behind it', async () => {
      const sha = await shaOf(api, 'v1.0')
      expect(await comment(sha, { ...place, line: 4 })).toEqual({ ...place, line: 4 })
      expect(await comment(sha, { ...place, line: 5 })).toEqual(nowhere)
    })

    it.each([
      ['the path does not exist', { ...place, path: 'nowhere.js' }],
      ['the path is a folder', { ...place, path: 'src' }],
      ['the line does not exist', { ...place, line: 999 }],
      ['the line is no line', { ...place, line: 0 }],
      ['the line is negative', { ...place, line: -1 }],
      ['there is no line', { path: 'src/app.js', line_type: 'new' }],
      ['there is no path', { line: 2, line_type: 'new' }],
    ])('is nowhere, but the comment is there, where %s', async (_, wrong) => {
      for (const name of [await shaOf(api, 'v1.0'), 'v1.0', 'release/1.x']) {
        expect(await comment(name, wrong)).toEqual(nowhere)
      }
      const { body } = await api.as('rita').get(`${site}/commits/v1.0/comments`)
      expect(body).toHaveLength(3)
    })

    it('goes to the tip of a branch', async () => {
      expect(await comment('feature/login', { path: 'nowhere' })).toEqual(nowhere)
      const { body } = await api
        .as('rita')
        .get(`${site}/commits/${await shaOf(api, 'feature/login')}/comments`)
      expect(body).toHaveLength(1)
    })
  })

  it('are 404 for an unknown commit, and need a note', async () => {
    const rita = api.as('rita')
    expect((await rita.get(`${site}/commits/nowhere/comments`)).status).toBe(404)
    const post = await rita.post(`${site}/commits/nowhere/comments`, { note: 'x' })
    expect(post.status).toBe(404)
    const silent = await rita.post(`${site}/commits/master/comments`)
    expect(silent.status).toBe(400)
    expect(silent.body.message).toContain('"note"')
    const blank = await rita.post(`${site}/commits/master/comments`, { note: ' ' })
    expect([blank.status, blank.body]).toEqual([400, { message: { note: ["can't be blank"] } }])
  })

  it('are for whoever is signed in and may read the code', async () => {
    const note = { note: 'x' }
    expect((await api.anonymous.post(`${site}/commits/master/comments`, note)).status).toBe(401)
    expect((await api.as('olga').post(`${site}/commits/master/comments`, note)).status).toBe(201)
    expect((await api.as('gus').post(`${secret}/commits/master/comments`, note)).status).toBe(403)
    expect((await api.as('gus').get(`${secret}/commits/master/comments`)).status).toBe(403)
  })

  it('are reported in the activity list', async () => {
    await comment('v1.0', {})
    const { body } = await api.anonymous.get('/projects/1/events')
    expect(body[0]).toMatchObject({
      action_name: 'commented on',
      project_id: 1,
      target_type: 'Note',
      target_title: 'Count further',
      author_username: 'rita',
      note: { body: 'Hm.', noteable_type: 'Commit', noteable_id: null, created_at: now },
    })
    expect(body[0].target_id).toBe(body[0].note.id)
  })

  it('are not shown to guests of a private project', async () => {
    await api.as('rita').post(`${secret}/commits/master/comments`, { note: 'x' })
    const actionsOf = async (username: string) =>
      (await api.as(username).get('/users/4/events')).body.map(
        ({ action_name }: { action_name: string }) => action_name,
      )
    expect([await actionsOf('dev'), await actionsOf('gus')]).toEqual([['commented on'], []])
  })

  it('go with their author', async () => {
    await comment('v1.0', {})
    await api.as('olga').post(`${site}/commits/master/comments`, { note: 'x' })
    await api.as('root').delete('/users/6')
    expect(api.forge.db.notes.all()).toHaveLength(1)
  })
})
