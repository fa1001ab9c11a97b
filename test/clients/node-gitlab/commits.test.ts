import { expect, it } from 'vitest'
import { codeWorld, contentOf, logo, shaOf, textOf } from '../code-world.ts'
import { describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { nodeGitlabOf, postJson } from './connect.ts'

const website = encodeURIComponent('acme/website')
const commits = '/projects/:id/repository/commits'

describeRunning('node-gitlab: commits', codeWorld, (running) => {
  const bob = () => nodeGitlabOf(running, 'bob')
  const carol = () => nodeGitlabOf(running, 'carol')

  it('lists them, the newest first', async () => {
    const { repository } = carol()
    const all = await repository.getCommits({ id: website })
    expect(all.map(({ title }) => title)).toEqual([
      "Merge branch 'fix/typo'",
      'Call it start',
      'Mend a typo',
      'Count further',
      'Begin',
    ])
    const found = await repository.getCommits({
      id: id.website,
      ref_name: 'feature/login',
      since: '2017-01-02T12:00:00+02:00',
      until: '2017-01-02T10:00:00Z',
    })
    expect(found).toMatchObject([{ id: shaOf(running, 'release/1.x') }])
  })

  it('shows one and what it changes', async () => {
    const sha = shaOf(running, 'feature/login')
    expect(await carol().request('get', `${commits}/:sha`, { id: website, sha })).toMatchObject({
      message: 'Let people in',
      stats: { additions: 1, deletions: 0, total: 1 },
    })
    const diff = await carol().request('get', `${commits}/:sha/diff`, {
      id: id.website,
      sha: 'feature/login',
    })
    expect(diff).toMatchObject([{ new_path: 'src/login.js', new_file: true }])
  })

  it('creates one of many actions by JSON', async () => {
    const created = await postJson(running, 'bob', commits, {
      id: id.website,
      branch_name: 'feature/login',
      commit_message: 'Turn everything',
      actions: [
        { action: 'create', file_path: 'icon.gif', content: logo, encoding: 'base64' },
        {
          action: 'move',
          file_path: 'src/door.js',
          previous_path: 'src/login.js',
          content: 'in\n',
        },
        { action: 'delete', file_path: 'README.md' },
      ],
    })
    expect(created).toMatchObject({
      id: shaOf(running, 'feature/login'),
      author_name: 'Bob Roe',
      stats: { deletions: 4 },
    })
    const bytes = await contentOf(running, 'icon.gif', 'feature/login')
    expect(bytes?.toString('base64')).toBe(logo)
    expect(await textOf(running, 'src/door.js', 'feature/login')).toBe('in\n')
    expect(await textOf(running, 'README.md', 'feature/login')).toBeUndefined()
  })

  it('creates one of a single action by a form', async () => {
    await bob().request('post', commits, {
      id: id.website,
      branch_name: 'feature/login',
      commit_message: 'Count less',
      'actions[][action]': 'update',
      'actions[][file_path]': 'src/app.js',
      'actions[][content]': 'one\n',
    })
    expect(await textOf(running, 'src/app.js', 'feature/login')).toBe('one\n')
  })

  it('gets an error that says which action is at fault, and nothing is done', async () => {
    const before = shaOf(running, 'feature/login')
    const attributes = {
      id: id.website,
      branch_name: 'feature/login',
      commit_message: 'Try',
      actions: [
        { action: 'create', file_path: 'good.txt', content: 'good' },
        { action: 'update', file_path: 'nothing.txt', content: 'bad' },
      ],
    }
    await expect(postJson(running, 'bob', commits, attributes)).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('nothing.txt'),
    })
    expect(shaOf(running, 'feature/login')).toBe(before)
  })

  it('picks one onto another branch', async () => {
    const pick = { id: id.website, sha: 'fix/typo', branch: 'feature/login' }
    const path = `${commits}/:sha/cherry_pick`
    expect(await bob().request('post', path, { ...pick })).toMatchObject({
      id: shaOf(running, 'feature/login'),
      message: 'Mend a typo',
      author_name: 'Carol Poe',
    })
    expect(await textOf(running, 'README.md', 'feature/login')).toContain('ours')
    await expect(bob().request('post', path, { ...pick })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('comments on a line of one, or on the whole', async () => {
    const comments = `${commits}/:sha/comments`
    const login = { id: id.website, sha: shaOf(running, 'feature/login') }
    const place = { path: 'src/login.js', line: 1, line_type: 'new' }
    expect(
      await carol().request('post', comments, { ...login, note: 'Who?', ...place }),
    ).toMatchObject({ note: 'Who?', author: { username: 'carol' }, ...place })
    expect(await carol().request('post', comments, { ...login, note: 'And why?' })).toMatchObject({
      path: null,
      line: null,
      line_type: null,
    })
    expect(await bob().request('get', comments, { ...login })).toMatchObject([
      { note: 'Who?' },
      { note: 'And why?' },
    ])
    expect(running.forge.db.notes.all()).toMatchObject([place, { path: null }])
  })
})
