import { expect, it } from 'vitest'
import { codeWorld, contentOf, logo, shaOf, textOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: files', codeWorld, (running) => {
  const bob = () => gitlabOf(running, 'bob')
  const files = `projects/${id.website}/repository/files`
  const change = {
    projectId: id.website,
    branch_name: 'feature/login',
    commit_message: 'Change it',
  }

  it('shows one by a ref, and its bytes by the id of its blob', async () => {
    const { showFile, listTree } = bob().projects.repository
    const shown = await handed(showFile, 'acme/website', { file_path: 'logo.gif', ref: 'v1.0' })
    expect(shown).toMatchObject({
      file_name: 'logo.gif',
      size: 11,
      encoding: 'base64',
      content: logo,
      ref: 'v1.0',
      commit_id: shaOf(running, 'release/1.x'),
      last_commit_id: shaOf(running, 'v0.9'),
    })
    const intro = { file_path: 'docs/guide/intro.md', ref: 'v0.9' }
    const listed = await dataOf(listTree, id.website, { path: 'docs/guide', ref_name: 'v0.9' })
    const file_id = listed[0]?.id ?? ''
    const { file_path } = intro
    expect(await handed(showFile, id.website, { file_path, file_id })).toBe('hello\n')
    expect(await handed(showFile, id.website, { ...intro, ref: 'master' })).toBe(null)
    expect(asked(running)).toEqual(['getFile 200', 'listTree 200', 'getRawBlob 200', 'getFile 404'])
  })

  it('creates one of text and one of bytes', async () => {
    const { createFile } = bob().projects.repository
    const text = 'naïve — 100%\n&=+\u{1f6a2}\n'
    const created = await dataOf(createFile, {
      ...change,
      file_path: 'docs/ä-b.md',
      content: text,
      author_email: 'erin@acme.example',
      author_name: 'Erin Moe',
    })
    expect(created).toEqual({ file_path: 'docs/ä-b.md', branch_name: 'feature/login' })
    expect(await textOf(running, 'docs/ä-b.md', 'feature/login')).toBe(text)
    const branch = await dataOf(bob().projects.repository.showBranch, id.website, 'feature/login')
    expect(branch.commit).toMatchObject({
      message: 'Change it',
      author_name: 'Erin Moe',
      author_email: 'erin@acme.example',
      committer_name: 'Bob Roe',
    })

    const icon = { file_path: 'icon.gif', content: logo, encoding: 'base64' }
    await dataOf(createFile, { ...change, ...icon })
    const bytes = await contentOf(running, 'icon.gif', 'feature/login')
    expect(bytes?.toString('base64')).toBe(logo)
  })

  it('changes and removes one', async () => {
    const login = { ...change, file_path: 'src/login.js' }
    await dataOf(bob().projects.repository.updateFile, { ...login, content: 'logout()\n' })
    expect(await textOf(running, 'src/login.js', 'feature/login')).toBe('logout()\n')

    // The client has no method for it, and its delete takes no parameters.
    const query = new URLSearchParams({
      file_path: 'src/login.js',
      branch_name: 'feature/login',
      commit_message: 'Nobody comes in',
    })
    expect(await rawOf(bob().delete, `${files}?${query}`)).toMatchObject({ status: 200 })
    expect(await textOf(running, 'src/login.js', 'feature/login')).toBeUndefined()
    expect(await textOf(running, 'src/app.js', 'feature/login')).toBeDefined()
  })

  it('gets the same error whatever stands in the way', async () => {
    const before = shaOf(running, 'feature/login')
    const { post, put } = bob()
    const refused = { status: 400, body: { message: 'Your changes could not be committed' } }
    const climbing = { ...change, file_path: 'src/../../etc/passwd', content: 'x' }
    expect(await rawOf(post, files, climbing)).toMatchObject(refused)
    const taken = { ...change, file_path: 'src/login.js', content: 'login()\n' }
    expect(await rawOf(post, files, { ...taken })).toMatchObject(refused)
    expect(await rawOf(put, files, { ...taken })).toMatchObject(refused)
    const broken = { ...change, file_path: 'b.gif', content: '&&&', encoding: 'base64' }
    expect(await rawOf(post, files, broken)).toMatchObject({ status: 400 })
    expect(await rawOf(post, files, { ...change, content: 'x' })).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('"file_path"') },
    })
    expect(shaOf(running, 'feature/login')).toBe(before)
  })

  it('is not let to write by reporters and strangers', async () => {
    const attributes = { ...change, file_path: 'c.txt', content: 'c' }
    const carol = gitlabOf(running, 'carol').projects.repository
    expect(await handed(carol.createFile, attributes)).toBe(true)
    const onBlog = { ...attributes, projectId: 'jane/blog', branch_name: 'master' }
    expect(await handed(bob().projects.repository.createFile, onBlog)).toBe(true)
    expect(asked(running)).toEqual(['createFile 403', 'createFile 403'])
  })
})
