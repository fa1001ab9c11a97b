import fs from 'node:fs'
import { join } from 'node:path'
import git, { type HttpClient } from 'isomorphic-git'
import http from 'isomorphic-git/http/web'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { handlers } from '../../src/adapters/msw.ts'
import { scratchFolder } from '../git/git-program.ts'
import { repositoryWorld } from '../gitlab/operations/v3/repository-world.ts'
import { createTestForge } from '../harness.ts'

/** A client of git in JavaScript, as front-ends and workers have it. */
const folder = scratchFolder()
afterAll(() => fs.rmSync(folder, { recursive: true }))

const forge = await createTestForge({ seed: repositoryWorld })

/** The library's own client, over `forge.fetch` alone. */
const direct: HttpClient = {
  async request({ url, method = 'GET', headers = {}, body }) {
    const chunks: Uint8Array[] = []
    for await (const chunk of body ?? []) chunks.push(chunk)
    const sent = method === 'POST' ? { body: new Blob(chunks as BlobPart[]) } : {}
    const response = await forge.fetch(url, { method, headers, ...sent })
    const bytes = new Uint8Array(await response.arrayBuffer())
    return {
      url: response.url || url,
      method,
      headers: Object.fromEntries(response.headers),
      body: (async function* () {
        yield bytes
      })(),
      statusCode: response.status,
      statusMessage: response.statusText,
    }
  },
}

describe.each([
  ['forge.fetch', 'http://forge.test', '*'],
  ['msw', 'https://git.example.com/gitlab', 'https://git.example.com/gitlab'],
  ['msw-anywhere', 'https://anywhere.test', '*'],
])('isomorphic-git, by %s,', (transport, base, baseUrl) => {
  const client = transport === 'forge.fetch' ? direct : http
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
