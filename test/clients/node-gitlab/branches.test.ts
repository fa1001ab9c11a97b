import { expect, it } from 'vitest'
import { codeWorld, referencesOf, shaOf } from '../code-world.ts'
import { asked, describeRunning } from '../running-forge.ts'
import { id } from '../world.ts'
import { nodeGitlabOf } from './connect.ts'

const website = encodeURIComponent('acme/website')

describeRunning('node-gitlab: branches', codeWorld, (running) => {
  const jane = () => nodeGitlabOf(running, 'jane')
  const bob = () => nodeGitlabOf(running, 'bob')
  const login = () => ({ id: id.website, branch: 'feature/login' })

  it('lists them by name and shows one with a slash in its name', async () => {
    const { repository, repositoryBranches } = jane()
    const branches = await repository.getBranches({ id: website })
    expect(branches.map(({ name, merged }) => [name, merged])).toEqual([
      ['feature/login', false],
      ['fix/typo', true],
      ['master', false],
      ['release/1.x', true],
    ])
    expect(await repositoryBranches.list({ id: id.website, per_page: 1 })).toHaveLength(1)
    expect(await repository.getBranch(login())).toEqual(branches[0])
    expect(await repositoryBranches.get({ ...login(), branch: 'feature%2Flogin' })).toEqual(
      branches[0],
    )
    expect(await repository.get({ ...login(), type: 'branches' })).toEqual(branches[0])
  })

  it('creates and removes one', async () => {
    const { repository, repositoryBranches } = bob()
    const attributes = { branch_name: 'hot/fix', ref: shaOf(running, 'v0.9') }
    const created = await repositoryBranches.create({ id: id.website, ...attributes })
    expect(created).toMatchObject({ name: 'hot/fix', commit: { parent_ids: [] } })
    expect(shaOf(running, 'hot/fix')).toBe(attributes.ref)
    expect(await repositoryBranches.remove({ id: website, branch: 'hot/fix' })).toEqual({
      branch_name: 'hot/fix',
    })
    expect(await repository.remove({ ...login(), type: 'branches' })).toMatchObject({
      branch_name: 'feature/login',
    })
    expect(referencesOf(running)).not.toContain('refs/heads/hot/fix')
    expect(referencesOf(running)).not.toContain('refs/heads/feature/login')
    await expect(repositoryBranches.remove(login())).rejects.toMatchObject({ statusCode: 404 })
  })

  it('protects one, which counts from then on', async () => {
    const push = () =>
      bob().repositoryFiles.create({
        id: id.website,
        branch_name: 'master',
        file_path: 'b.txt',
        content: 'b',
        commit_message: 'Add b',
      })
    await expect(push()).rejects.toMatchObject({ statusCode: 400 })
    const { repository } = jane()
    const master = { id: id.website, branch: 'master' }
    const opened = await repository.protectBranch({ ...master, developers_can_push: true })
    expect(opened).toMatchObject({ developers_can_push: true, developers_can_merge: false })
    await push()
    expect(await repository.unprotectBranch({ ...master })).toMatchObject({
      protected: false,
      developers_can_push: false,
    })
    expect(await repository.protectBranch(login())).toMatchObject({ protected: true })
    await expect(
      nodeGitlabOf(running, 'jane').repositoryBranches.remove(login()),
    ).rejects.toMatchObject({ statusCode: 405, message: "Protected branch can't be removed" })
    expect(asked(running)).toEqual([
      'createFile 400',
      'protectBranch 200',
      'createFile 201',
      'unprotectBranch 200',
      'protectBranch 200',
      'deleteBranch 405',
    ])
  })

  it('stumbles over its own second way to protect one, before it asks', async () => {
    const { repositoryBranches } = jane()
    await expect(repositoryBranches.protect(login())).rejects.toThrow(TypeError)
    await expect(repositoryBranches.unprotect(login())).rejects.toThrow(TypeError)
    expect(asked(running)).toEqual([])
  })

  it('removes those that are merged', async () => {
    await bob().request('delete', '/projects/:id/repository/merged_branches', { id: id.website })
    expect(referencesOf(running)).toEqual([
      'refs/heads/feature/login',
      'refs/heads/master',
      'refs/tags/v0.9',
      'refs/tags/v1.0',
    ])
  })

  it('gets an error that says what cannot be done', async () => {
    const { repositoryBranches } = bob()
    const create = (branch_name: string, ref: string) =>
      repositoryBranches.create({ id: id.website, branch_name, ref })
    await expect(create('fix/typo', 'v0.9')).rejects.toMatchObject({
      statusCode: 400,
      message: 'Branch already exists',
    })
    await expect(create('new', 'nowhere')).rejects.toMatchObject({ statusCode: 400 })
    await expect(repositoryBranches.create({ id: id.website, ref: 'v0.9' })).rejects.toMatchObject({
      statusCode: 400,
      message: expect.stringContaining('"branch_name"'),
    })
    await expect(bob().repository.protectBranch(login())).rejects.toMatchObject({
      statusCode: 403,
    })
    expect(referencesOf(running)).toHaveLength(6)
  })
})
