import { expect, it } from 'vitest'
import { codeWorld, contentOf, logo, shaOf, textOf } from '../code-world.ts'
import { describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { anonymousNodeGitlab, nodeGitlabOf } from './connect.ts'

const website = encodeURIComponent('acme/website')

describeRunning('node-gitlab: files', codeWorld, (running) => {
  const bob = () => nodeGitlabOf(running, 'bob').repositoryFiles
  const change = { id: id.website, branch_name: 'feature/login', commit_message: 'Change it' }

  it('shows one', async () => {
    expect(await bob().get({ id: website, file_path: 'src/app.js', ref: 'master' })).toMatchObject({
      file_name: 'app.js',
      encoding: 'base64',
      content: btoa('one\nTWO\nthree\nfour\n'),
      commit_id: shaOf(running, 'master'),
      last_commit_id: shaOf(running, 'release/1.x'),
    })
    const post = { id: id.blog, file_path: 'first.md', ref: 'posted' }
    expect(await anonymousNodeGitlab(running).repositoryFiles.get(post)).toMatchObject({ size: 5 })
    await expect(bob().get({ id: website, file_path: 'src', ref: 'master' })).rejects.toMatchObject(
      { statusCode: 404 },
    )
  })

  it('creates one of text and one of bytes, out of a form', async () => {
    const text = 'naïve — 100%\r\n&=+;\u{1f6a2}\n'
    const attributes = {
      ...change,
      file_path: 'docs/ä-b.md',
      content: text,
      author_email: 'erin@acme.example',
      author_name: 'Érin & Moe',
    }
    expect(await bob().create(attributes)).toEqual({
      file_path: 'docs/ä-b.md',
      branch_name: 'feature/login',
    })
    expect(await textOf(running, 'docs/ä-b.md', 'feature/login')).toBe(text)
    const branches = nodeGitlabOf(running, 'bob').repositoryBranches
    const { commit } = await branches.get({ id: id.website, branch: 'feature/login' })
    expect(commit).toMatchObject({ author_name: 'Érin & Moe', committer_name: 'Bob Roe' })

    await bob().create({ ...change, file_path: 'icon.gif', content: logo, encoding: 'base64' })
    const bytes = await contentOf(running, 'icon.gif', 'feature/login')
    expect(bytes?.toString('base64')).toBe(logo)
    await bob().create({ ...change, file_path: 'empty.txt', content: '' })
    expect(await textOf(running, 'empty.txt', 'feature/login')).toBe('')
  })

  it('changes and removes one', async () => {
    const login = { ...change, file_path: 'src/login.js' }
    await bob().update({ ...login, content: 'logout()\n' })
    expect(await textOf(running, 'src/login.js', 'feature/login')).toBe('logout()\n')
    expect(await bob().remove({ ...login })).toEqual({
      file_path: 'src/login.js',
      branch_name: 'feature/login',
    })
    expect(await textOf(running, 'src/login.js', 'feature/login')).toBeUndefined()
    expect(await textOf(running, 'src/app.js', 'feature/login')).toBeDefined()
  })

  it('gets the same error whatever stands in the way', async () => {
    const before = shaOf(running, 'feature/login')
    const refused = { statusCode: 400, message: 'Your changes could not be committed' }
    const login = { ...change, file_path: 'src/login.js', content: 'login()\n' }
    await expect(bob().create({ ...login })).rejects.toMatchObject(refused)
    await expect(bob().update({ ...login })).rejects.toMatchObject(refused)
    const climbing = { ...login, file_path: 'src/../x' }
    await expect(bob().create({ ...climbing })).rejects.toMatchObject(refused)
    await expect(bob().remove({ ...change, file_path: 'nothing' })).rejects.toMatchObject(refused)
    await expect(bob().remove({ ...change })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('"file_path"'),
    })
    expect(shaOf(running, 'feature/login')).toBe(before)
    const carol = nodeGitlabOf(running, 'carol').repositoryFiles
    await expect(carol.create({ ...login })).rejects.toMatchObject({ statusCode: 403 })
  })
})
