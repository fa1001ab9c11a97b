import { execFileSync } from 'node:child_process'
import createClient from 'gitlab'
import { expect, it } from 'vitest'
import { lacks } from '../../programs.ts'
import { codeWorld, contentOf, logo, shaOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: tree, raw content, archive, compare', codeWorld, (running) => {
  const carol = () => gitlabOf(running, 'carol')
  /** The client set up to leave bytes as they are. */
  const bytes = () =>
    createClient({
      url: running.url,
      token: 'carol-token',
      slumber: { request_opts: { encoding: null } },
    })
  const repository = `projects/${id.website}/repository`

  it('lists the tree', async () => {
    const { listTree } = carol().projects.repository
    expect(await dataOf(listTree, 'acme/website', {})).toMatchObject([
      { name: 'docs', type: 'tree', mode: '040000' },
      { name: 'src', type: 'tree' },
      { name: 'README.md', type: 'blob', mode: '100644' },
      { name: 'logo.gif', type: 'blob' },
    ])
    const src = await dataOf(listTree, id.website, { path: 'src', ref_name: 'feature/login' })
    expect(src.map(({ path }) => path)).toEqual(['src/app.js', 'src/login.js'])
    const all = await dataOf(listTree, id.website, { recursive: true, ref_name: 'v0.9' })
    expect(all.map(({ path }) => path)).toContain('docs/guide/intro.md')
    expect(await handed(listTree, id.website, { ref_name: 'nowhere' })).toBe(null)
  })

  it('reads raw files and blobs, text and bytes', async () => {
    const [entry] = await dataOf(carol().projects.repository.listTree, id.website, { path: 'src' })
    expect(await rawOf(carol().get, `${repository}/raw_blobs/${entry?.id}`, {})).toMatchObject({
      status: 200,
      body: 'one\nTWO\nthree\nfour\n',
    })
    const raw = await rawOf(bytes().get, `${repository}/blobs/feature/login`, {
      filepath: 'logo.gif',
    })
    expect(raw.headers['content-type']).toBe('text/plain')
    expect(Buffer.from(logo, 'base64').equals(raw.body as Buffer)).toBe(true)
    const missing = await rawOf(carol().get, `${repository}/blobs/master`, { filepath: 'nothing' })
    expect(missing.status).toBe(404)
  })

  it.skipIf(lacks('tar'))('fetches an archive that tar unpacks', async () => {
    const { body, headers } = await rawOf(bytes().get, `${repository}/archive`, { sha: 'v0.9' })
    const folder = `website-v0.9-${shaOf(running, 'v0.9')}`
    expect(headers['content-disposition']).toContain(`${folder}.tar.gz`)
    const input = body as Buffer
    const names = execFileSync('tar', ['-tzf', '-'], { input }).toString().split('\n')
    expect(names).toContain(`${folder}/docs/guide/intro.md`)
    const unpacked = execFileSync('tar', ['-xzOf', '-', `${folder}/logo.gif`], { input })
    expect(await contentOf(running, 'logo.gif', 'v0.9')).toEqual(unpacked)
  })

  it('compares branches, tags and commits', async () => {
    const { compare } = carol().projects.repository
    const ahead = await dataOf(compare, {
      projectId: id.website,
      from: 'master',
      to: 'feature/login',
    })
    expect(ahead).toMatchObject({
      commit: { title: 'Let people in' },
      commits: [{ id: shaOf(running, 'feature/login') }],
      diffs: [{ new_path: 'src/login.js', new_file: true, a_mode: '0', b_mode: '100644' }],
      compare_timeout: false,
      compare_same_ref: false,
    })
    const moved = await dataOf(compare, {
      projectId: 'acme/website',
      from: 'v1.0',
      to: shaOf(running, 'master'),
    })
    expect(moved).toMatchObject({
      commits: [
        { title: 'Mend a typo' },
        { title: 'Call it start' },
        { title: "Merge branch 'fix/typo'" },
      ],
      diffs: [
        { new_path: 'README.md', diff: expect.stringContaining('\n-A site of ouers.\n') },
        { old_path: 'docs/guide/intro.md', new_path: 'docs/guide/start.md', renamed_file: true },
      ],
    })
    const same = { projectId: id.website, from: 'master', to: 'master' }
    expect(await dataOf(compare, same)).toMatchObject({
      commit: null,
      commits: [],
      diffs: [],
      compare_same_ref: true,
    })
    expect(await handed(compare, { ...same, to: 'nowhere' })).toBe(null)
  })

  it('lists who wrote how much', async () => {
    const { body } = await rawOf(carol().get, `${repository}/contributors`, {})
    expect(body).toEqual(
      expect.arrayContaining([
        {
          name: 'Bob Roe',
          email: 'bob@example.com',
          commits: 1,
          additions: 2,
          deletions: 1,
        },
        expect.objectContaining({ name: 'Carol Poe', commits: 1, additions: 1, deletions: 1 }),
      ]),
    )
    expect(body).toHaveLength(3)
  })

  it('reads nothing of a private project from outside', async () => {
    await rawOf(gitlabOf(running, 'jane').delete, `projects/${id.website}/members/${id.carol}`)
    expect(await handed(carol().projects.repository.listTree, id.website, {})).toBe(null)
    expect(asked(running).at(-1)).toBe('listTree 404')
    const open = await dataOf(carol().projects.repository.listTree, 'jane/blog', {})
    expect(open).toMatchObject([{ name: 'first.md' }])
  })
})
