import { expect, it } from 'vitest'
import { codeWorld, referencesOf, shaOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { anonymousNodeGitlab, calledOf, callingNodeGitlabOf, nodeGitlabOf } from './connect.ts'

const website = encodeURIComponent('acme/website')
const tag = '/projects/:id/repository/tags/:tag_name'

describeRunning('node-gitlab: tags and releases', codeWorld, (running) => {
  const bob = () => nodeGitlabOf(running, 'bob')

  it('lists them, the last name first, and shows one', async () => {
    expect(await bob().repository.getTags({ id: website })).toMatchObject([
      { name: 'v1.0', message: 'Version one', commit: { parents_ids: [shaOf(running, 'v0.9')] } },
      { name: 'v0.9', message: null, release: null, commit: { parents_ids: [] } },
    ])
    const one = { id: id.website, tag_name: 'v1.0' }
    expect(await bob().request('get', tag, one)).toMatchObject({
      release: { tag_name: 'v1.0', description: 'It *counts*.' },
      commit: { id: shaOf(running, 'release/1.x') },
    })
    const [posted] = await anonymousNodeGitlab(running).repository.getTags({ id: id.blog })
    expect(posted).toMatchObject({ name: 'posted', commit: { message: 'First post' } })
  })

  it('creates them, plain and with a message and a release', async () => {
    const plain = { type: 'tags', id: id.website, tag_name: 'nightly/1', ref: 'feature/login' }
    await bob().repository.create(plain)
    expect(shaOf(running, 'nightly/1')).toBe(shaOf(running, 'feature/login'))

    const { repository } = callingNodeGitlabOf(running, 'bob')
    const attributes = {
      id: id.website,
      tag_name: 'v1.1',
      ref: 'v1.0',
      message: 'Better & bétter',
      release_description: 'A=1\n- *more*',
    }
    const created = await calledOf((answered) => repository.createTag({ ...attributes }, answered))
    expect(created).toMatchObject({
      message: 'Better & bétter',
      commit: { id: shaOf(running, 'release/1.x') },
      release: { description: 'A=1\n- *more*' },
    })
    expect(shaOf(running, 'v1.1')).not.toBe(shaOf(running, 'release/1.x'))
    await expect(
      calledOf((answered) => repository.createTag({ ...attributes }, answered)),
    ).rejects.toMatchObject({ statusCode: 405, message: 'Tag v1.1 already exists' })
  })

  it('removes one with its release', async () => {
    const one = { id: id.website, tag_name: 'v1.0' }
    expect(await bob().request('delete', tag, { ...one })).toEqual({ tag_name: 'v1.0' })
    expect(referencesOf(running)).not.toContain('refs/tags/v1.0')
    expect(running.forge.db.releases.all()).toEqual([])
    const plain = { type: 'tags', id: id.website, branch: 'v0.9' }
    expect(await bob().repository.remove(plain)).toEqual({ tag_name: 'v0.9' })
    expect(asked(running)).toEqual(['deleteTag 200', 'deleteTag 200'])
  })

  it('writes releases', async () => {
    const early = { id: id.website, tag_name: 'v0.9', description: 'Early' }
    const release = `${tag}/release`
    expect(await bob().request('post', release, { ...early })).toEqual({
      tag_name: 'v0.9',
      description: 'Early',
    })
    await expect(bob().request('post', release, { ...early })).rejects.toMatchObject({
      statusCode: 409,
    })
    await bob().request('put', release, { ...early, description: 'Earlier' })
    expect(running.forge.db.releases.all().at(-1)?.description).toBe('Earlier')
    const carol = nodeGitlabOf(running, 'carol')
    await expect(carol.request('put', release, { ...early })).rejects.toMatchObject({
      statusCode: 403,
    })
  })
})
