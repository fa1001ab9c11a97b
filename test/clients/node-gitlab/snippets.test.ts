import { expect, it } from 'vitest'
import { asked, describeRunning } from '../running-forge.ts'
import { tracked, trackerWorld } from '../tracker-world.ts'
import { id } from '../world.ts'
import { anonymousNodeGitlab, nodeGitlabOf } from './connect.ts'

const snippets = '/projects/:id/snippets'
const one = `${snippets}/:snippet_id`

describeRunning('node-gitlab: snippets', trackerWorld, (running) => {
  const bob = () => nodeGitlabOf(running, 'bob')
  const script = { id: id.website, snippet_id: tracked.deployScript }

  it('lists them, shows one and reads its text', async () => {
    const listed = await bob().request('get', snippets, { id: id.website })
    expect(listed).toMatchObject([{ title: 'Deploy', file_name: 'deploy.sh' }])
    expect([await bob().request('get', one, { ...script })]).toEqual(listed)
    const raw = await bob().request('get', `${one}/raw`, { ...script, contentType: 'buffer' })
    expect(String(raw)).toBe('#!/bin/sh\nmake — all\n')
  })

  it('creates, changes and removes one, which nobody else sees', async () => {
    const attributes = { title: 'Tides', file_name: 'tides.txt', code: 'ebb & flow\r\n' }
    const created = await bob().request('post', snippets, {
      id: id.website,
      visibility_level: 0,
      ...attributes,
    })
    const tides = { id: id.website, snippet_id: (created as { id: number }).id }
    expect(running.forge.db.snippets.get(tides.snippet_id)).toMatchObject({
      content: 'ebb & flow\r\n',
      visibility_level: 0,
      author_id: id.bob,
    })
    const jane = nodeGitlabOf(running, 'jane')
    await expect(jane.request('get', one, { ...tides })).rejects.toMatchObject({ statusCode: 404 })
    await bob().request('put', one, { ...tides, title: 'Tide', visibility_level: 10 })
    expect(await jane.request('get', one, { ...tides })).toMatchObject({ title: 'Tide' })
    await bob().request('delete', one, { ...tides })
    expect(await bob().request('delete', one, { ...tides })).toBe(null)
    expect(asked(running).slice(-2)).toEqual(['deleteSnippet 200', 'deleteSnippet 200'])
    expect(running.forge.db.snippets.all()).toHaveLength(1)
  })

  it('gets an error that says what cannot be done', async () => {
    const create = (attributes: object) =>
      bob().request('post', snippets, { id: id.website, ...attributes })
    await expect(create({ title: 'x', file_name: 'x', code: 'x' })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('"visibility_level"'),
    })
    const attributes = { title: 'x', file_name: 'x', code: 'x', visibility_level: 5 }
    await expect(create(attributes)).rejects.toMatchObject({ statusCode: 400 })
    const carol = nodeGitlabOf(running, 'carol')
    await expect(carol.request('put', one, { ...script, title: 'Mine' })).rejects.toMatchObject({
      statusCode: 403,
    })
    await expect(
      anonymousNodeGitlab(running).request('get', one, { ...script }),
    ).rejects.toMatchObject({ statusCode: 401 })
  })
})
