import { expect, it } from 'vitest'
import { codeWorld, referencesOf, shaOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: tags and releases', codeWorld, (running) => {
  const bob = () => gitlabOf(running, 'bob')
  const tags = `projects/${id.website}/repository/tags`

  it('lists them, the last name first, and shows one', async () => {
    const { projects } = bob()
    const listed = await dataOf(projects.repository.listTags, 'acme/website')
    expect(listed).toMatchObject([
      { name: 'v1.0', message: 'Version one', release: { description: 'It *counts*.' } },
      { name: 'v0.9', message: null, release: null },
    ])
    expect(listed.map(({ commit }) => commit.parents_ids)).toEqual([[shaOf(running, 'v0.9')], []])
    expect(await dataOf(projects.listTags, { id: id.website })).toEqual(listed)
    const one = await dataOf(projects.repository.showTag, id.website, 'v1.0')
    expect(one).toMatchObject({
      name: 'v1.0',
      commit: { id: shaOf(running, 'release/1.x'), parent_ids: [shaOf(running, 'v0.9')] },
    })
  })

  it('adds a plain one, and one with a message and a release', async () => {
    const { repository } = bob().projects
    const plain = { id: id.website, tag_name: 'nightly/1', ref: 'feature/login' }
    expect(await dataOf(repository.addTag, plain)).toMatchObject({
      name: 'nightly/1',
      message: null,
      commit: { message: 'Let people in' },
    })
    await dataOf(repository.addTag, {
      id: 'acme/website',
      tag_name: 'v1.1',
      ref: shaOf(running, 'master'),
      message: 'Better',
      release_description: '- *more*',
    })
    expect(shaOf(running, 'nightly/1')).toBe(shaOf(running, 'feature/login'))
    expect(shaOf(running, 'v1.1')).not.toBe(shaOf(running, 'master'))
    expect(await dataOf(repository.showTag, id.website, 'v1.1')).toMatchObject({
      message: 'Better',
      commit: { id: shaOf(running, 'master') },
      release: { tag_name: 'v1.1', description: '- *more*' },
    })
  })

  it('gets an error that says why one is not added', async () => {
    const add = (tag_name: string, ref: string) => rawOf(bob().post, tags, { tag_name, ref })
    expect(await add('v0.9', 'master')).toMatchObject({
      status: 405,
      body: { message: 'Tag v0.9 already exists' },
    })
    expect(await add('v2', 'nowhere')).toMatchObject({
      status: 405,
      body: { message: 'Target nowhere is invalid' },
    })
    expect(await add('v 2', 'master')).toMatchObject({ status: 405 })
    expect(referencesOf(running)).toHaveLength(6)
  })

  it('removes one with its release', async () => {
    const { repository } = bob().projects
    expect(await handed(repository.deleteTag, id.website, 'v1.0')).toBe(true)
    expect(referencesOf(running)).not.toContain('refs/tags/v1.0')
    expect(running.forge.db.releases.all()).toEqual([])
    expect(await handed(repository.deleteTag, id.website, 'v1.0')).toBe(false)
    expect(await handed(repository.showTag, id.website, 'v1.0')).toBe(null)
    expect(asked(running)).toEqual(['deleteTag 200', 'deleteTag 404', 'getTag 404'])
  })

  it('writes releases', async () => {
    const { post, put } = bob()
    const created = await rawOf(post, `${tags}/v0.9/release`, { description: 'Early' })
    expect(created).toMatchObject({
      status: 201,
      body: { tag_name: 'v0.9', description: 'Early' },
    })
    expect(await rawOf(post, `${tags}/v0.9/release`, { description: 'Again' })).toMatchObject({
      status: 409,
      body: { message: 'Release already exists' },
    })
    await rawOf(put, `${tags}/v0.9/release`, { description: 'Earlier' })
    expect(running.forge.db.releases.all().at(-1)).toMatchObject({
      tag_name: 'v0.9',
      description: 'Earlier',
    })
    const missing = await rawOf(put, `${tags}/v7/release`, { description: 'x' })
    expect(missing).toMatchObject({ status: 404 })
  })
})
