import fs from 'node:fs'
import { join } from 'node:path'
import git from 'isomorphic-git'
import http from 'isomorphic-git/http/web'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../../src/adapters/msw.ts'
import { scratchFolder } from '../git/git-program.ts'
import { clientOver } from '../git-clients/javascript-client.ts'
import { repositoryWorld } from '../gitlab/operations/v3/repository-world.ts'
import { createTestForge } from '../harness.ts'

/** A client of git in JavaScript, as front-ends and workers have it. */
const folder = scratchFolder()
afterAll(() => fs.rmSync(folder, { recursive: true }))

const forge = await createTestForge({ seed: repositoryWorld })

describe.each([
  ['forge.fetch', 'http://forge.test', '*'],
  ['msw', 'https://git.example.com/gitlab', 'https://git.example.com/gitlab'],
  ['msw-anywhere', 'https://anywhere.test', '*'],
])('isomorphic-git, by %s,', (transport, base, baseUrl) => {
  const client = transport === 'forge.fetch' ? clientOver(forge.fetch) : http
  const server = setupServer(...handlers(forge, { baseUrl }))
  beforeAll(() => {
    if (client === http) server.listen({ onUnhandledRequest: 'error' })
  })
  afterAll(() => server.close())
  const dir = join(folder, transport)
  const repository = { fs, http: client, dir }

  it('clones a project, and fetches what came since', async () => {
    await git.clone({ ...repository, url: `${base}/acme/site.git` })
    const head = forge.db.repositories.get(1)?.refs.get('refs/heads/master')
    expect(await git.resolveRef({ ...repository, ref: 'HEAD' })).toBe(head)
    expect(fs.readFileSync(join(dir, 'README.md'), 'utf8')).toBe('# Site\n\nA site of ours.\n')
    const response = await forge.fetch('http://forge.test/api/v4/projects/1/repository/branches', {
      method: 'POST',
      headers: { 'private-token': 'dev-token', 'content-type': 'application/json' },
      body: JSON.stringify({ branch: `later-${transport}`, ref: 'feature/login' }),
    })
    expect(response.status).toBe(201)
    await git.fetch({ ...repository, tags: true })
    const branches = await git.listBranches({ ...repository, remote: 'origin' })
    expect(branches).toContain(`later-${transport}`)
  })

  it('clones a private project with a token, as far back as it is told', async () => {
    const secret = { ...repository, dir: `${dir}-secret`, url: `${base}/acme/secret.git` }
    await expect(git.clone(secret)).rejects.toThrow('401')
    await git.clone({
      ...secret,
      depth: 1,
      onAuth: () => ({ username: 'rita', password: 'rita-token' }),
    })
    expect(await git.log(secret)).toHaveLength(1)
  })

  it('pushes a branch with a token, and is told of one that it may not push to', async () => {
    const onAuth = () => ({ username: 'mona', password: 'mona-token' })
    const pushing = { ...repository, dir: `${dir}-pushing`, onAuth }
    await git.clone({ ...pushing, url: `${base}/acme/site.git` })
    const ref = `pushed-${transport}`
    await git.branch({ ...pushing, ref, checkout: true })
    fs.writeFileSync(join(pushing.dir, 'pushed.txt'), transport)
    await git.add({ ...pushing, filepath: 'pushed.txt' })
    const author = { name: 'Mona', email: 'mona@example.com' }
    const id = await git.commit({ ...pushing, author, message: `By ${transport}` })
    expect(await git.push({ ...pushing, ref })).toMatchObject({ ok: true })
    expect(forge.db.repositories.get(1)?.refs.get(`refs/heads/${ref}`)).toBe(id)
    const hidden = git.push({ ...pushing, ref, remoteRef: 'refs/merge-requests/1/head' })
    await expect(hidden).rejects.toThrow('deny updating a hidden ref')
  })

  it('lists refs by version 2 of the protocol', async () => {
    const refs = await git.listServerRefs({
      http: client,
      url: `${base}/acme/site.git`,
      protocolVersion: 2,
      symrefs: true,
      peelTags: true,
    })
    expect(refs.find(({ ref }) => ref === 'HEAD')?.target).toBe('refs/heads/master')
    expect(refs.find(({ ref }) => ref === 'refs/tags/v1.0')?.peeled).toMatch(/^[0-9a-f]{40}$/)
  })
})
