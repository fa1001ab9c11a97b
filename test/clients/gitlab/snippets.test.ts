import { expect, it } from 'vitest'
import { describeRunning } from '../running-forge.ts'
import { tracked, trackerWorld, website } from '../tracker-world.ts'
import { gitlabOf, rawOf } from './connect.ts'

const snippets = `${website}/snippets`

describeRunning('gitlab: snippets', trackerWorld, (running) => {
  const bob = () => gitlabOf(running, 'bob')

  it('lists them, shows one and reads its text', async () => {
    const listed = await rawOf(bob().get, snippets, {})
    expect(listed.body).toMatchObject([{ title: 'Deploy', author: { username: 'jane' } }])
    const shown = await rawOf(bob().get, `${snippets}/${tracked.deployScript}`, {})
    expect(shown.body).toEqual((listed.body as object[])[0])
    const raw = await rawOf(bob().get, `${snippets}/${tracked.deployScript}/raw`, {})
    expect(raw).toMatchObject({ status: 200, body: '#!/bin/sh\nmake — all\n' })
    expect(raw.headers['content-type']).toMatch(/^text\/plain/)
  })

  it('creates, changes and removes one, which nobody else sees', async () => {
    const attributes = { title: 'Tides', file_name: 'tides.txt', code: 'ebb\n' }
    const created = await rawOf(bob().post, snippets, { ...attributes, visibility_level: 0 })
    expect(created).toMatchObject({ status: 201, body: { title: 'Tides' } })
    const one = `${snippets}/${(created.body as { id: number }).id}`
    const jane = gitlabOf(running, 'jane')
    expect((await rawOf(jane.get, one, {})).status).toBe(404)

    expect(await rawOf(bob().put, one, { code: 'flood\n', visibility_level: 10 })).toMatchObject({
      status: 200,
      body: { title: 'Tides', file_name: 'tides.txt' },
    })
    expect(await rawOf(jane.get, `${one}/raw`, {})).toMatchObject({ body: 'flood\n' })
    expect((await rawOf(bob().delete, one)).status).toBe(200)
    expect((await rawOf(bob().delete, one)).status).toBe(200)
    expect(running.forge.db.snippets.all()).toHaveLength(1)
  })

  it('gets an error that says what cannot be done', async () => {
    expect(await rawOf(bob().post, snippets, { title: 'x' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"file_name"') },
    })
    const carol = gitlabOf(running, 'carol')
    const one = `${snippets}/${tracked.deployScript}`
    expect((await rawOf(carol.put, one, { title: 'Mine' })).status).toBe(403)
    expect((await rawOf(carol.delete, one)).status).toBe(403)
    expect(running.forge.db.snippets.all()).toMatchObject([{ title: 'Deploy' }])
  })
})
