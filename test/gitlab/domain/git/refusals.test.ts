import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lacks } from '../../../programs.ts'
import { type Pushing, startPushing } from './pushing.ts'

/** Code-and-ci, section 17, "Refusals of ref updates": who pushes what, and what they are told. */
interface Refusal {
  readonly by?: string
  /** What is made of the repository before; `commit NAME` commits a file. */
  readonly before?: readonly (readonly string[])[]
  readonly push: readonly string[]
  readonly text: string
}

const maintainersOnly = 'Only a project maintainer or owner can delete a protected'
const commit = ['commit', '-q', '--allow-empty', '-m', 'More']

const refusals: Readonly<Record<string, Refusal>> = {
  'a protected branch below its push level': {
    before: [commit],
    push: ['master'],
    text: 'You are not allowed to push code to protected branches on this project.',
  },
  'a forced push to a protected branch': {
    by: 'mona',
    before: [['commit', '-q', '--amend', '-m', 'Else']],
    push: ['--force', 'master'],
    text: 'You are not allowed to force push code to a protected branch on this project.',
  },
  'the deletion of a protected branch below maintainer': {
    push: [':merges'],
    text: `You are not allowed to delete protected branches from this project. ${maintainersOnly} branch.`,
  },
  'the deletion of a protected branch': {
    by: 'mona',
    push: [':merges'],
    text: 'You can only delete protected branches using the web interface.',
  },
  'the deletion of the default branch': {
    by: 'mona',
    push: [':master'],
    text: 'The default branch of a project cannot be deleted.',
  },
  'a new protected branch without push and merge level': {
    push: ['HEAD:refs/heads/stable/1'],
    text: 'You are not allowed to create protected branches on this project.',
  },
  'a new protected branch of a protected one with merge level alone': {
    push: ['HEAD:refs/heads/reviewed/1'],
    text: 'You can only create protected branches using the web interface and API.',
  },
  'a new protected branch of another one with merge level alone': {
    before: [commit],
    push: ['HEAD:refs/heads/reviewed/1'],
    text: 'You can only use an existing protected branch ref as the basis of a new protected branch.',
  },
  'a branch with the name of an object': {
    push: [`HEAD:refs/heads/${'a1'.repeat(20)}`],
    text: 'You cannot create a branch with a 40-character hexadecimal branch name.',
  },
  'a branch below the name of an object': {
    push: [`HEAD:refs/heads/${'a1'.repeat(20)}-/x`],
    text: 'You cannot create a branch with a 40-character hexadecimal branch name.',
  },
  'a new protected tag below its level': {
    push: ['HEAD:refs/tags/v1'],
    text: 'You are not allowed to create this tag as it is protected.',
  },
  'another place of a protected tag': {
    by: 'mona',
    before: [['push', '-q', 'origin', 'HEAD:refs/tags/v1'], commit],
    push: ['--force', 'HEAD:refs/tags/v1'],
    text: 'Protected tags cannot be updated.',
  },
  'the deletion of a protected tag': {
    by: 'mona',
    before: [['push', '-q', 'origin', 'HEAD:refs/tags/v1']],
    push: [':refs/tags/v1'],
    text: 'You can only delete protected tags using the web interface.',
  },
  'a tag with the name of the default branch': {
    push: ['HEAD:refs/tags/master'],
    text: 'You cannot use default branch name to create a tag',
  },
  'a tag that begins with the name of an object': {
    push: [`HEAD:refs/tags/${'a1'.repeat(20)}-x`],
    text: 'You cannot create a tag with a SHA-1 or SHA-256 tag name.',
  },
  'a tag with the whole name of one inside': {
    push: ['HEAD:refs/tags/refs/tags/x'],
    text: 'You cannot create a tag with a prohibited pattern.',
  },
  'a tag with a name that the service takes for an option': {
    push: ['HEAD:refs/tags/-x'],
    text: 'You cannot create a tag with a prohibited pattern.',
  },
}

describe.skipIf(lacks('git'))('a push that is refused', () => {
  let pushing: Pushing
  beforeAll(async () => {
    pushing = await startPushing()
  })
  afterAll(() => pushing.close())
  beforeEach(() => pushing.forge.reset())

  it.each(Object.entries(refusals))('%s', async (_, { by = 'dev', before = [], push, text }) => {
    const folder = await pushing.clone('acme/site', by)
    for (const command of before) await pushing.must(folder, ...command)
    const [refs, events] = [pushing.refs('acme/site'), pushing.forge.db.events.count()]
    const { status, output, remote } = await pushing.git(folder, 'push', 'origin', ...push)
    expect(remote).toEqual([`GitLab: ${text}`])
    expect(output).toContain('[remote rejected]')
    expect(output).toContain('(pre-receive hook declined)')
    expect(status).toBe(1)
    expect(pushing.refs('acme/site')).toEqual(refs)
    expect(pushing.forge.db.events.count()).toBe(events)
  })

  it('the deletion of a protected tag by a developer', async () => {
    const [folder, other] = [
      await pushing.clone('acme/site', 'dev'),
      await pushing.clone('acme/site', 'mona'),
    ]
    await pushing.must(other, 'push', '-q', 'origin', 'HEAD:refs/tags/v1')
    const { remote } = await pushing.git(folder, 'push', 'origin', ':refs/tags/v1')
    const text = `GitLab: You are not allowed to delete protected tags from this project. ${maintainersOnly} tag.`
    expect(remote).toEqual([text])
  })

  it('the default branch of an empty project by a developer', async () => {
    const folder = await pushing.clone('acme/empty', 'dev')
    await pushing.commit(folder, 'a.txt', 'Begin')
    const { remote } = await pushing.git(folder, 'push', 'origin', 'HEAD:refs/heads/any')
    const { default_branch } = await pushing.api('dev', '/projects/acme%2Fempty')
    expect(remote).toEqual([
      `GitLab: A default branch (e.g. ${default_branch}) does not yet exist for acme/empty`,
      'Ask a project Owner or Maintainer to create a default branch:',
      '',
      `  ${pushing.url}/acme/empty/-/project_members`,
    ])
  })

  it('no default branch that the group leaves to developers', async () => {
    const { db } = pushing.forge
    const group = db.namespaces.all().find(({ path }) => path === 'acme')
    if (!group) throw new Error('There is no such group.')
    const settings = { ...group.settings, default_branch_protection: 4 }
    db.namespaces.replace(group, { settings })
    const folder = await pushing.clone('acme/empty', 'dev')
    await pushing.commit(folder, 'a.txt', 'Begin')
    const { status } = await pushing.git(folder, 'push', 'origin', 'HEAD:refs/heads/main')
    expect(status).toBe(0)
  })

  it('refuses every ref where one is refused', async () => {
    const folder = await pushing.clone('acme/site', 'dev')
    await pushing.commit(folder, 'a.txt', 'More')
    const refs = pushing.refs('acme/site')
    const pushed = ['HEAD:refs/heads/new', 'HEAD:refs/heads/master', 'HEAD:refs/tags/new']
    const { output } = await pushing.git(folder, 'push', 'origin', ...pushed)
    expect(output.match(/pre-receive hook declined/g)).toHaveLength(3)
    expect(pushing.refs('acme/site')).toEqual(refs)
  })

  it('leaves no object behind', async () => {
    const folder = await pushing.clone('acme/site', 'dev')
    const id = await pushing.commit(folder, 'a.txt', 'More')
    await pushing.git(folder, 'push', 'origin', 'HEAD:refs/heads/master')
    const answer = await fetch(`${pushing.url}/api/v4/projects/1/repository/commits/${id}`)
    expect(answer.status).toBe(404)
    const { getObject } = await import('../../../../src/git/objects/database.ts')
    const [symbol] = Object.getOwnPropertySymbols(pushing.forge.snapshot())
    const objects = Reflect.get(pushing.forge.snapshot(), symbol ?? Symbol())
    expect(getObject(objects, id)).toBeUndefined()
  })

  it.each([
    'refs/merge-requests/1/head',
    'refs/keep-around/x',
    'refs/pipelines/1',
    'refs/environments/x',
  ])('a ref of the service: %s', async (ref) => {
    const folder = await pushing.clone('acme/site', 'mona')
    const { output } = await pushing.git(folder, 'push', 'origin', `HEAD:${ref}`)
    expect(output).toContain('(deny updating a hidden ref)')
  })

  it('a ref that moved since, and no other', async () => {
    const folder = await pushing.clone('acme/site', 'dev')
    const other = await pushing.clone('acme/site', 'dev')
    await pushing.must(other, 'checkout', '-q', 'feature')
    await pushing.must(other, 'commit', '-q', '--allow-empty', '-m', 'Other')
    await pushing.must(folder, 'checkout', '-q', 'feature')
    await pushing.must(folder, 'commit', '-q', '--allow-empty', '-m', 'Mine')
    // A hook of the client moves the branch between what git is told and what it sends.
    const { writeFileSync } = await import('node:fs')
    const hook = `#!/bin/sh\ncd ${other} && unset GIT_DIR && git push -q origin feature\n`
    writeFileSync(`${folder}/.git/hooks/pre-push`, hook, { mode: 0o755 })
    const pushed = ['feature', 'HEAD:refs/heads/new']
    const { output } = await pushing.git(folder, 'push', 'origin', ...pushed)
    expect(output).toMatch(/\[remote rejected\] feature -> feature \(failed to update ref\)/)
    expect(pushing.refs('acme/site').has('refs/heads/new')).toBe(true)
    await pushing.must(other, 'commit', '-q', '--allow-empty', '-m', 'Again')
    const atomic = ['--atomic', '--force', 'feature', 'HEAD:refs/heads/newer']
    const after = await pushing.git(folder, 'push', 'origin', ...atomic)
    expect(after.output.match(/\(atomic transaction failed\)/g)).toHaveLength(2)
    expect(pushing.refs('acme/site').has('refs/heads/newer')).toBe(false)
  })

  it('a file of more than 100 MiB, of which nothing remains', async () => {
    const folder = await pushing.clone('acme/site', 'mona')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${folder}/large.bin`, new Uint8Array(100 * 2 ** 20 + 1))
    await pushing.commit(folder, 'a.txt', 'Large')
    const refs = pushing.refs('acme/site')
    const blob = (await pushing.must(folder, 'rev-parse', 'HEAD:large.bin')).trim()
    const pushed = ['HEAD:refs/heads/large', 'HEAD~1:refs/heads/other']
    const { output, remote } = await pushing.git(folder, 'push', 'origin', ...pushed)
    const help = `${pushing.url}/help`
    expect(remote).toEqual([
      'GitLab: You are attempting to check in one or more blobs which exceed the 100MiB limit:',
      '',
      `- ${blob} (100 MB)`,
      'To resolve this error, you must either reduce the size of the above blobs, or utilize LFS.',
      'You may use "git ls-tree -r HEAD | grep $BLOB_ID" to see the file path.',
      `Please refer to ${help}/user/free_push_limit.md and`,
      `${help}/administration/settings/account_and_limit_settings.md`,
      'for further information.',
    ])
    expect(output.match(/pre-receive hook declined/g)).toHaveLength(2)
    expect(pushing.refs('acme/site')).toEqual(refs)
  })

  it.each([
    ['a reporter', 'acme/site', 'rita'],
    ['whoever pushes to an archived project', 'acme/old', 'mona'],
  ])('%s, before anything is sent', async (_, project, username) => {
    const folder = await pushing.clone(project, username)
    const { output, remote } = await pushing.git(folder, 'push', 'origin', 'HEAD:refs/heads/new')
    expect(remote).toEqual(['You are not allowed to push code to this project.'])
    expect(output).toContain('The requested URL returned error: 403')
  })

  it('a commit whose history is not there', async () => {
    const folder = await pushing.clone('acme/site', 'dev')
    await pushing.commit(folder, 'a.txt', 'One')
    await pushing.commit(folder, 'b.txt', 'Two')
    const shallow = `${folder}-shallow`
    await pushing.must(folder, 'clone', '-q', '--depth', '1', `file://${folder}`, shallow)
    await pushing.must(
      shallow,
      'remote',
      'set-url',
      'origin',
      pushing.addressOf('acme/site', 'dev'),
    )
    const { output } = await pushing.git(shallow, 'push', 'origin', 'HEAD:refs/heads/new')
    expect(output).toContain('(shallow update not allowed)')
  })

  it('objects that git fsck complains of', async () => {
    const folder = await pushing.clone('acme/site', 'dev')
    const blob = (await pushing.must(folder, 'rev-parse', 'HEAD:README.md')).trim()
    const { writeFileSync } = await import('node:fs')
    const entry = Buffer.concat([Buffer.from('100644 .git\0'), Buffer.from(blob, 'hex')])
    writeFileSync(`${folder}/tree`, entry)
    const literally = ['hash-object', '--literally', '-w', '-t', 'tree', 'tree']
    const tree = (await pushing.must(folder, ...literally)).trim()
    const id = (await pushing.must(folder, 'commit-tree', '-m', 'Bad', tree)).trim()
    const { output, remote } = await pushing.git(folder, 'push', 'origin', `${id}:refs/heads/new`)
    expect(remote).toEqual([`fatal: object ${tree}: hasDotgit: contains '.git'`])
    expect(output).toContain('remote unpack failed: index-pack abnormal exit')
    expect(output).toContain('(unpacker error)')
  })
})
