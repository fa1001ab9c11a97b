import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createForge } from '../../../src/forge/create-forge.ts'
import { createWorkFolder, makeRepository, type WorkFolder } from '../../git/work-folder.ts'
import { createTestForge } from '../../harness.ts'
import { lacks } from '../../programs.ts'

describe.skipIf(lacks('git'))('a repository that is imported', () => {
  let work: WorkFolder
  let path = ''
  beforeAll(() => {
    work = createWorkFolder()
    makeRepository(work, 'website')
    path = join(work.path, 'website')
  })
  afterAll(() => work.remove())

  const seed = {
    users: [{ username: 'root', admin: true }, { username: 'jane' }],
    groups: [{ path: 'team' }],
    projects: [
      { path: 'jane/empty', description: 'Mine' },
      {
        path: 'jane/full',
        repository: {
          commits: [
            {
              message: 'First',
              author: 'jane',
              actions: [{ action: 'create' as const, file_path: 'a', content: 'a' }],
            },
          ],
        },
      },
    ],
  }
  const forgeWith = (imports: Record<string, string | URL>) => createTestForge({ seed, imports })
  const get = async (forge: Awaited<ReturnType<typeof forgeWith>>, address: string) => {
    const headers = { 'private-token': 'root-token' }
    return (await forge.fetch(`http://forge.test/api/v4${address}`, { headers })).json()
  }
  const head = () => work.git('website', 'rev-parse', 'main').trim()

  it('makes its project, and the groups above, and is there again after a reset', async () => {
    const forge = await forgeWith({ 'demo/web/site': path })
    forge.reset()
    expect(await get(forge, '/projects/demo%2Fweb%2Fsite')).toMatchObject({
      path_with_namespace: 'demo/web/site',
      visibility: 'private',
      default_branch: 'main',
      created_at: '2017-01-15T12:00:00.000Z',
    })
    const [commit] = await get(forge, '/projects/demo%2Fweb%2Fsite/repository/commits')
    expect(commit.id).toBe(head())
    const members = await get(forge, '/groups/demo/members')
    expect(members).toMatchObject([{ username: 'root', access_level: 50 }])
  })

  it.each([
    ['a user', 'jane/website'],
    ['a group', 'team/website'],
    ['an empty project', 'jane/empty'],
  ])('goes into %s that is there', async (_, project) => {
    const forge = await forgeWith({ [project]: pathToFileURL(path) })
    const [commit] = await get(forge, `/projects/${encodeURIComponent(project)}/repository/commits`)
    expect(commit.id).toBe(head())
  })

  it('is in forks of the world, whose commits leave it as it is', async () => {
    const forge = await forgeWith({ 'jane/website': path })
    const fork = forge.fork()
    const made = await fork.fetch(
      'http://forge.test/api/v4/projects/jane%2Fwebsite/repository/commits',
      {
        method: 'POST',
        headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
        body: JSON.stringify({
          branch: 'main',
          commit_message: 'On top',
          actions: [{ action: 'update', file_path: 'src/main.c', content: 'int main;\n' }],
        }),
      },
    )
    expect(made.status).toBe(201)
    expect(await made.json()).toMatchObject({ parent_ids: [head()] })
    const [commit] = await get(forge, '/projects/jane%2Fwebsite/repository/commits')
    expect(commit.id).toBe(head())
  })

  it('is found by the first digits of a commit, be it imported twice', async () => {
    const forge = await forgeWith({ 'jane/one': path, 'jane/two': path })
    const short = head().slice(0, 8)
    expect((await get(forge, `/projects/jane%2Ftwo/repository/commits/${short}`)).id).toBe(head())
  })

  it.each(['loose', 'packed'])('is in a saved world: %s', async (form) => {
    work.git('.', 'clone', '-q', ...(form === 'packed' ? ['--no-local'] : []), 'website', form)
    expect(work.git(form, 'count-objects', '-v')).toMatch(
      form === 'packed' ? /^packs: 1$/m : /^packs: 0$/m,
    )
    const forge = await forgeWith({ 'jane/website': join(work.path, form) })
    const again = await createForge({ from: await forge.toBytes() })
    const [commit] = await get(again, '/projects/jane%2Fwebsite/repository/commits')
    expect(commit.id).toBe(head())
    const { blob_id } = await get(
      again,
      '/projects/jane%2Fwebsite/repository/files/src%2Fother.c?ref=main',
    )
    expect(blob_id).toBe(work.git('website', 'rev-parse', 'main:src/other.c').trim())
  })

  it('is refused where the project has a repository', async () => {
    await expect(forgeWith({ 'jane/full': path })).rejects.toThrow(
      /cannot be imported into jane\/full: .*the project has a repository already/,
    )
  })

  it('is refused where there is none, with the path and the reason', async () => {
    await expect(forgeWith({ 'jane/website': join(work.path, 'gone') })).rejects.toThrow(
      `${join(work.path, 'gone')} cannot be imported into jane/website: there is no folder`,
    )
  })

  it('goes not with a saved world alone', async () => {
    const from = await (await createTestForge({ seed })).toBytes()
    await expect(createForge({ from, imports: { 'jane/website': path } })).rejects.toThrow(
      'createForge: `imports` go with a seed, and not with a saved world alone.',
    )
  })
})
