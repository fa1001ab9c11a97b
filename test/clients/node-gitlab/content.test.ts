import { execFileSync } from 'node:child_process'
import { expect, it } from 'vitest'
import { lacks } from '../../programs.ts'
import { codeWorld, contentOf, logo, shaOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { anonymousNodeGitlab, calledOf, callingNodeGitlabOf, nodeGitlabOf } from './connect.ts'

const website = encodeURIComponent('acme/website')

describeRunning('node-gitlab: tree, raw content, archive, compare', codeWorld, (running) => {
  const carol = () => nodeGitlabOf(running, 'carol')

  it('lists the tree', async () => {
    const { repository } = carol()
    expect(await repository.getTree({ id: website })).toMatchObject([
      { name: 'docs', type: 'tree' },
      { name: 'src', type: 'tree' },
      { name: 'README.md', type: 'blob' },
      { name: 'logo.gif', type: 'blob' },
    ])
    const src = await repository.getTree({
      id: id.website,
      path: '/src',
      ref_name: 'feature/login',
      recursive: true,
    })
    expect(src.map(({ path }) => path)).toEqual(['src/app.js', 'src/login.js'])
  })

  it('reads raw files and blobs, byte for byte', async () => {
    const file = await carol().repository.getBlob({
      id: id.website,
      sha: 'feature/login',
      filepath: 'logo.gif',
    })
    expect(file.toString('base64')).toBe(logo)
    const documented = await carol().request('get', '/projects/:id/repository/blobs/:sha', {
      id: website,
      sha: shaOf(running, 'v0.9'),
      filepath: 'logo.gif',
      contentType: 'buffer',
    })
    expect(documented).toEqual(file)
    const { repository } = callingNodeGitlabOf(running, 'carol')
    const tree = await carol().repository.getTree({ id: id.website })
    const sha = tree.find(({ name }) => name === 'logo.gif')?.id
    const blob = await calledOf((answered) =>
      repository.getRawBlob({ id: id.website, sha }, answered),
    )
    expect(blob).toEqual(file)
    expect(asked(running)).toEqual([
      'getRawFile 200',
      'getRawFile 200',
      'listTree 200',
      'getRawBlob 200',
    ])
    await expect(
      carol().repository.getBlob({ id: id.website, sha: 'master', filepath: 'nothing' }),
    ).rejects.toMatchObject({ statusCode: 404 })
  })

  it.skipIf(lacks('tar'))('fetches an archive that tar unpacks', async () => {
    const input = await carol().repository.archive({ id: website, sha: 'feature/login' })
    const folder = `website-feature-login-${shaOf(running, 'feature/login')}`
    const unpacked = execFileSync('tar', ['-xzOf', '-', `${folder}/logo.gif`], { input })
    expect(await contentOf(running, 'logo.gif', 'master')).toEqual(unpacked)
    const post = await anonymousNodeGitlab(running).repository.archive({ id: id.blog })
    const names = execFileSync('tar', ['-tzf', '-'], { input: post }).toString()
    expect(names).toContain('/first.md\n')
  })

  it('compares', async () => {
    const { repository } = carol()
    const between = { id: website, from: 'master', to: 'feature/login' }
    expect(await repository.compare({ ...between })).toMatchObject({
      commits: [{ id: shaOf(running, 'feature/login') }],
      diffs: [{ new_path: 'src/login.js', new_file: true }],
      compare_same_ref: false,
    })
    const same = { ...between, from: shaOf(running, 'feature/login') }
    expect(await repository.compare(same)).toMatchObject({ commits: [], compare_same_ref: true })
    await expect(repository.compare({ ...between, to: 'nowhere' })).rejects.toMatchObject({
      statusCode: 404,
    })
    await expect(repository.compare({ id: website, from: 'master' })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('"to"'),
    })
  })

  it('lists who wrote how much', async () => {
    const found = await carol().request('get', '/projects/:id/repository/contributors', {
      id: id.website,
      per_page: 100,
    })
    expect(found).toContainEqual({
      name: 'Bob Roe',
      email: 'bob@example.com',
      commits: 1,
      additions: 2,
      deletions: 1,
    })
  })

  it('reads what is public without a token, and nothing else', async () => {
    const nobody = anonymousNodeGitlab(running)
    const blob = { sha: 'posted', filepath: 'first.md' }
    expect((await nobody.repository.getBlob({ id: id.blog, ...blob })).toString()).toBe('Ahoy\n')
    const ends = { from: 'master', to: 'posted' }
    expect(await nobody.repository.compare({ id: id.blog, ...ends })).toMatchObject({
      compare_same_ref: true,
    })
    await expect(nobody.repository.getTree({ id: id.website })).rejects.toMatchObject({
      statusCode: 404,
    })
    await expect(nobody.repository.getBranches({ id: id.blog })).rejects.toMatchObject({
      statusCode: 401,
    })
  })
})
