import fs from 'node:fs'
import { join } from 'node:path'
import git from 'isomorphic-git'
import http from 'isomorphic-git/http/web'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { repositoryWorld } from '../gitlab/operations/v3/repository-world.ts'
import { createWorkshop, type ServedForge, serveForge, type Workshop } from './served-forge.ts'

describe('isomorphic-git', () => {
  let workshop: Workshop
  let served: ServedForge
  beforeAll(async () => {
    workshop = createWorkshop()
    served = await serveForge({ seed: repositoryWorld })
  })
  afterAll(async () => {
    await served.close()
    workshop.remove()
  })

  const asMona = () => ({ username: 'mona', password: 'mona-token' })
  const author = {
    name: 'Jane',
    email: 'jane@example.com',
    timestamp: 1_700_000_000,
    timezoneOffset: 0,
  }
  const inFolder = (name: string) => ({
    fs,
    http,
    dir: join(workshop.path, name),
    url: served.address('acme/site'),
    onAuth: asMona,
  })
  const heads = async () => {
    const headers = { 'private-token': 'mona-token' }
    const address = 'http://forge.test/api/v4/projects/acme%2Fsite/repository/branches?per_page=100'
    const branches = await (await served.forge.fetch(address, { headers })).json()
    return new Map<string, string>(
      branches.map((one: { name: string; commit: { id: string } }) => [one.name, one.commit.id]),
    )
  }

  it('clones, whole and shallow', async () => {
    const place = inFolder('whole')
    await git.clone(place)
    expect(await git.resolveRef({ ...place, ref: 'HEAD' })).toBe((await heads()).get('master'))
    expect(fs.readFileSync(join(place.dir, 'README.md'), 'utf8')).toBe(
      '# Site\n\nA site of ours.\n',
    )
    const shallow = inFolder('shallow')
    await git.clone({ ...shallow, depth: 1, singleBranch: true })
    expect(await git.log(shallow)).toHaveLength(1)
  })

  it('pushes a branch, moves it, forces it and deletes it', async () => {
    const place = inFolder('pushing')
    await git.clone(place)
    const commit = async (content: string) => {
      fs.writeFileSync(join(place.dir, 'new.txt'), content)
      await git.add({ ...place, filepath: 'new.txt' })
      return git.commit({ ...place, author, message: content })
    }
    await git.branch({ ...place, ref: 'from-js', checkout: true })
    const first = await commit('one')
    expect(await git.push({ ...place, ref: 'from-js' })).toMatchObject({ ok: true })
    expect((await heads()).get('from-js')).toBe(first)
    const second = await commit('two')
    await git.push({ ...place, ref: 'from-js' })
    expect((await heads()).get('from-js')).toBe(second)
    await git.writeRef({ ...place, ref: 'refs/heads/from-js', value: first, force: true })
    await git.push({ ...place, ref: 'from-js', force: true })
    expect((await heads()).get('from-js')).toBe(first)
    await git.push({ ...place, remoteRef: 'from-js', ref: 'from-js', delete: true })
    expect((await heads()).has('from-js')).toBe(false)
  })

  it('fetches what came since', async () => {
    const place = inFolder('fetching')
    await git.clone(place)
    await served.forge.fetch(
      'http://forge.test/api/v4/projects/acme%2Fsite/repository/files/later.txt',
      {
        method: 'POST',
        headers: { 'private-token': 'mona-token', 'content-type': 'application/json' },
        body: JSON.stringify({
          branch: 'later',
          start_branch: 'master',
          content: 'later',
          commit_message: 'Later',
        }),
      },
    )
    await git.fetch(place)
    expect(await git.resolveRef({ ...place, ref: 'refs/remotes/origin/later' })).toBe(
      (await heads()).get('later'),
    )
  })

  it('is told what is refused', async () => {
    const place = inFolder('refused')
    await git.clone(place)
    const onAuth = () => ({ username: 'mona', password: 'wrong' })
    const onAuthFailure = () => ({ cancel: true })
    await expect(git.push({ ...place, ref: 'master', onAuth, onAuthFailure })).rejects.toThrow()
    await expect(
      git.clone({ ...inFolder('none'), onAuth, onAuthFailure, url: served.address('acme/none') }),
    ).rejects.toThrow()
  })
})
