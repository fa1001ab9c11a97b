import { expect, it } from 'vitest'
import { codeWorld, referencesOf, shaOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { dataOf, gitlabOf, handed, rawOf } from './connect.ts'

describeRunning('gitlab: branches', codeWorld, (running) => {
  const jane = () => gitlabOf(running, 'jane').projects.repository
  const bob = () => gitlabOf(running, 'bob').projects.repository
  const push = { projectId: id.website, file_path: 'b.txt', content: 'b', commit_message: 'Add b' }

  it('lists them by name and shows one with a slash in its name', async () => {
    const branches = await dataOf(jane().listBranches, id.website)
    expect(branches).toMatchObject([
      { name: 'feature/login', merged: false, protected: false },
      { name: 'fix/typo', merged: true },
      { name: 'master', merged: false, protected: true },
      { name: 'release/1.x', merged: true },
    ])
    const login = await dataOf(jane().showBranch, 'acme/website', 'feature/login')
    expect(login).toEqual(branches[0])
    expect(login.commit).toMatchObject({
      id: shaOf(running, 'feature/login'),
      message: 'Let people in',
      author_name: 'Bob Roe',
      parent_ids: [shaOf(running, 'release/1.x')],
    })
  })

  it('creates one from a branch and one from a commit', async () => {
    const first = shaOf(running, 'v0.9')
    const attributes = { projectId: id.website, branch_name: 'hot/fix', ref: 'feature/login' }
    const created = await dataOf(bob().createBranch, attributes)
    expect(created).toMatchObject({ name: 'hot/fix', protected: false })
    await dataOf(bob().createBranch, {
      projectId: 'acme/website',
      branch_name: 'again',
      ref: first.slice(0, 8),
    })
    expect(shaOf(running, 'hot/fix')).toBe(shaOf(running, 'feature/login'))
    expect(shaOf(running, 'again')).toBe(first)
    const events = await rawOf(gitlabOf(running, 'bob').get, `projects/${id.website}/events`, {
      per_page: 2,
    })
    expect(events.body).toMatchObject([
      { action_name: 'pushed new', author_username: 'bob', data: { ref: 'refs/heads/again' } },
      { action_name: 'pushed new', data: { ref: 'refs/heads/hot/fix' } },
    ])
  })

  it('protects one, which counts from then on', async () => {
    const refused = await handed(bob().createFile, { ...push, branch_name: 'master' })
    expect(refused).toBe(true)
    const flags = { developers_can_push: true, developers_can_merge: true }
    const opened = await dataOf(jane().protectBranch, id.website, 'master', { ...flags })
    expect(opened).toMatchObject({ protected: true, ...flags })
    await dataOf(bob().createFile, { ...push, branch_name: 'master' })

    await dataOf(jane().protectBranch, id.website, 'feature/login', {})
    const kept = await handed(bob().createFile, { ...push, branch_name: 'feature/login' })
    expect(kept).toBe(true)
    expect(await dataOf(jane().unprotectBranch, 'acme/website', 'feature/login')).toMatchObject({
      name: 'feature/login',
      protected: false,
    })
    await dataOf(bob().createFile, { ...push, branch_name: 'feature/login' })
    expect(asked(running)).toEqual([
      'createFile 400',
      'protectBranch 200',
      'createFile 201',
      'protectBranch 200',
      'createFile 400',
      'unprotectBranch 200',
      'createFile 201',
    ])
  })

  it('protects and unprotects again and again', async () => {
    for (let time = 0; time < 2; time++) {
      const kept = await dataOf(jane().protectBranch, id.website, 'fix/typo', {})
      expect(kept).toMatchObject({ protected: true, developers_can_push: false })
    }
    for (let time = 0; time < 2; time++) {
      const open = await dataOf(jane().unprotectBranch, id.website, 'fix/typo')
      expect(open).toMatchObject({ protected: false })
    }
    expect(running.forge.db.protectedBranches.all().map(({ name }) => name)).not.toContain(
      'fix/typo',
    )
  })

  it('removes one, but neither the default branch nor a protected one', async () => {
    expect(await handed(bob().deleteBranch, id.website, 'feature/login')).toBe(true)
    expect(referencesOf(running)).not.toContain('refs/heads/feature/login')
    expect(await handed(bob().deleteBranch, id.website, 'feature/login')).toBe(false)
    expect(await handed(jane().deleteBranch, id.website, 'master')).toBe(false)
    await dataOf(jane().protectBranch, id.website, 'fix/typo', {})
    const branch = `projects/${id.website}/repository/branches/fix%2Ftypo`
    expect(await rawOf(gitlabOf(running, 'jane').delete, branch)).toMatchObject({
      status: 405,
      body: { message: "Protected branch can't be removed" },
    })
    expect(referencesOf(running)).toContain('refs/heads/fix/typo')
  })

  it('removes those that are merged', async () => {
    const merged = `projects/${id.website}/repository/merged_branches`
    expect(await rawOf(gitlabOf(running, 'bob').delete, merged)).toMatchObject({ status: 200 })
    expect(referencesOf(running)).toEqual([
      'refs/heads/feature/login',
      'refs/heads/master',
      'refs/tags/v0.9',
      'refs/tags/v1.0',
    ])
  })

  it('gets an error that says what cannot be done', async () => {
    const { post, get } = gitlabOf(running, 'bob')
    const branches = `projects/${id.website}/repository/branches`
    const create = (branch_name: string, ref: string) => rawOf(post, branches, { branch_name, ref })
    expect(await create('feature/login', 'v0.9')).toMatchObject({
      status: 400,
      body: { message: 'Branch already exists' },
    })
    expect(await create('new', 'nowhere')).toMatchObject({ status: 400 })
    expect(await create('a..b', 'master')).toMatchObject({ status: 400 })
    expect(await rawOf(get, `${branches}/nowhere`, {})).toMatchObject({ status: 404 })
    const carol = gitlabOf(running, 'carol').projects.repository
    const attributes = { projectId: id.website, branch_name: 'mine', ref: 'master' }
    expect(await handed(carol.createBranch, attributes)).toBe(true)
    expect(await handed(bob().protectBranch, id.website, 'fix/typo', {})).toBe(null)
    expect(asked(running).slice(-2)).toEqual(['createBranch 403', 'protectBranch 403'])
    expect(referencesOf(running)).toHaveLength(6)
  })
})
