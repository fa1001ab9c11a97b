import { expect, it } from 'vitest'
import { codeWorld, contentOf, logo, shaOf, textOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: commits', codeWorld, (running) => {
  const jane = () => gitlabOf(running, 'jane')
  const bob = () => gitlabOf(running, 'bob')
  const carol = () => gitlabOf(running, 'carol')
  const commits = `projects/${id.website}/repository/commits`

  it('lists them, the newest first', async () => {
    const { repository, listCommits } = carol().projects
    const listed = await dataOf(repository.listCommits, 'acme/website')
    expect(listed.map(({ title }) => title)).toEqual([
      "Merge branch 'fix/typo'",
      'Call it start',
      'Mend a typo',
      'Count further',
      'Begin',
    ])
    const since = '2017-01-02T10:00:00Z'
    const until = '2017-01-03T12:00:00+02:00'
    const found = await dataOf(listCommits, {
      id: id.website,
      ref_name: 'feature/login',
      since,
      until,
    })
    expect(found).toMatchObject([
      { title: 'Let people in', author_name: 'Bob Roe', allow_failure: false },
      { title: 'Count further', id: shaOf(running, 'release/1.x') },
    ])
    const page = await dataOf(listCommits, { id: id.website, per_page: 2, page: 3 })
    expect(page).toMatchObject([{ title: 'Begin', short_id: shaOf(running, 'v0.9').slice(0, 11) }])
  })

  it('shows one by its id, by the first digits and by a branch', async () => {
    const { showCommit } = carol().projects.repository
    const sha = shaOf(running, 'feature/login')
    const one = await dataOf(showCommit, id.website, sha)
    expect(one).toMatchObject({
      id: sha,
      message: 'Let people in',
      parent_ids: [shaOf(running, 'release/1.x')],
      committed_date: '2017-01-03T10:00:00.000Z',
      stats: { additions: 1, deletions: 0, total: 1 },
      status: null,
    })
    expect(await dataOf(showCommit, 'acme/website', sha.slice(0, 8))).toEqual(one)
    expect(await dataOf(showCommit, id.website, 'feature/login')).toEqual(one)
    expect(await handed(showCommit, id.website, 'f'.repeat(40))).toBe(null)
  })

  it('shows what one changes', async () => {
    const { diffCommit } = carol().projects.repository
    const typo = await dataOf(diffCommit, id.website, shaOf(running, 'fix/typo'))
    expect(typo).toEqual([
      {
        old_path: 'README.md',
        new_path: 'README.md',
        a_mode: '100644',
        b_mode: '100644',
        new_file: false,
        renamed_file: false,
        deleted_file: false,
        diff: expect.stringContaining('\n-A site of ouers.\n+A site of ours.\n'),
      },
    ])
  })

  it('creates one of many actions, all or none', async () => {
    const before = shaOf(running, 'feature/login')
    const body = {
      branch_name: 'feature/login',
      commit_message: 'Turn everything\n\nAround.',
      author_email: 'erin@acme.example',
      author_name: 'Erin Moe',
      actions: [
        { action: 'create', file_path: 'icon.gif', content: logo, encoding: 'base64' },
        { action: 'update', file_path: 'src/app.js', content: 'one\n' },
        { action: 'move', file_path: 'src/door.js', previous_path: 'src/login.js' },
        { action: 'delete', file_path: 'docs/guide/intro.md' },
      ],
    }
    const missing = { action: 'delete', file_path: 'nothing.md' }
    const refused = await rawOf(bob().post, commits, {
      ...body,
      actions: [...body.actions, missing],
    })
    expect(refused).toMatchObject({ status: 400, body: { message: expect.any(String) } })
    expect(shaOf(running, 'feature/login')).toBe(before)

    const created = await rawOf(bob().post, commits, { ...body })
    expect(created).toMatchObject({
      status: 201,
      body: {
        id: shaOf(running, 'feature/login'),
        title: 'Turn everything',
        author_name: 'Erin Moe',
        committer_name: 'Bob Roe',
        parent_ids: [before],
        stats: { additions: expect.any(Number), deletions: 4 },
      },
    })
    const bytes = await contentOf(running, 'icon.gif', 'feature/login')
    expect(bytes?.toString('base64')).toBe(logo)
    expect(await textOf(running, 'src/app.js', 'feature/login')).toBe('one\n')
    expect(await textOf(running, 'src/door.js', 'feature/login')).toBe('login()\n')
    expect(await textOf(running, 'src/login.js', 'feature/login')).toBeUndefined()
    expect(await textOf(running, 'docs/guide/intro.md', 'feature/login')).toBeUndefined()
  })

  it('picks one onto another branch, once', async () => {
    const typo = shaOf(running, 'fix/typo')
    const pick = { branch: 'feature/login' }
    const picked = await rawOf(bob().post, `${commits}/${typo}/cherry_pick`, { ...pick })
    expect(picked).toMatchObject({
      status: 201,
      body: { message: 'Mend a typo', author_name: 'Carol Poe', committer_name: 'Bob Roe' },
    })
    expect(picked.body).toMatchObject({ id: shaOf(running, 'feature/login') })
    expect(await textOf(running, 'README.md', 'feature/login')).toContain('ours')
    const again = await rawOf(bob().post, `${commits}/${typo}/cherry_pick`, { ...pick })
    expect(again).toMatchObject({
      status: 400,
      body: { message: expect.stringContaining('may have already been cherry-picked') },
    })
    const onto = await rawOf(bob().post, `${commits}/${typo}/cherry_pick`, { branch: 'master' })
    expect(onto.status).toBe(400)
    const nowhere = await rawOf(jane().post, `${commits}/${typo}/cherry_pick`, { branch: 'none' })
    expect(nowhere.status).toBe(404)
  })

  it('comments on a line of one, or on the whole', async () => {
    const login = shaOf(running, 'feature/login')
    const place = { path: 'src/login.js', line: 1, line_type: 'new' }
    const placed = await rawOf(carol().post, `${commits}/${login}/comments`, {
      note: 'Who?',
      ...place,
    })
    expect(placed).toMatchObject({
      status: 201,
      body: { note: 'Who?', author: { username: 'carol' }, ...place },
    })
    const whole = await rawOf(bob().post, `${commits}/feature%2Flogin/comments`, {
      note: 'Everybody.',
      ...place,
      line: 99,
    })
    expect(whole.body).toMatchObject({ path: null, line: null, line_type: null })
    const listed = await rawOf(jane().get, `${commits}/${login}/comments`, {})
    expect(listed.body).toMatchObject([
      { note: 'Who?', author: { id: id.carol } },
      { note: 'Everybody.', author: { id: id.bob } },
    ])
    const noted = { commit_id: login }
    expect(running.forge.db.notes.all()).toMatchObject([noted, noted])
    expect(asked(running)).toEqual([
      'createCommitComment 201',
      'createCommitComment 201',
      'listCommitComments 200',
    ])
  })
})
