import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { lacks } from '../../../programs.ts'
import { type Pushing, startPushing } from './pushing.ts'

describe.skipIf(lacks('git'))('git push', () => {
  let pushing: Pushing
  let folder: string
  beforeAll(async () => {
    pushing = await startPushing()
  })
  afterAll(() => pushing.close())
  beforeEach(async () => {
    await pushing.forge.reset()
    folder = await pushing.clone('acme/site', 'dev')
  })

  const git = (...command: string[]) => pushing.git(folder, ...command)
  const must = (...command: string[]) => pushing.must(folder, ...command)
  const commit = (file: string, message = file) => pushing.commit(folder, file, message)
  const refs = () => pushing.refs('acme/site')

  /** Both ends have the same objects, and git thinks that they are right. */
  async function expectEqualEnds(...names: string[]) {
    const again = await pushing.clone('acme/site', 'dev')
    await pushing.must(again, 'fsck', '--strict', '--full')
    for (const name of names) {
      const [here, there] = await Promise.all([
        must('rev-list', '--objects', name),
        pushing.must(again, 'rev-list', '--objects', name.replace(/^(?!v\d|refs\/)/, 'origin/')),
      ])
      expect(there).toBe(here)
    }
  }

  it('brings commits to a branch', async () => {
    await must('checkout', '-q', 'feature')
    await commit('a.txt')
    const id = await commit('b.txt')
    const { status, output } = await git('push', 'origin', 'feature')
    expect(output).toMatch(/feature -> feature/)
    expect(status).toBe(0)
    expect(refs().get('refs/heads/feature')).toBe(id)
    await expectEqualEnds('feature')
  })

  it('makes a private project where there is none, with what was pushed', async () => {
    await must('checkout', '-q', 'feature')
    const address = pushing.addressOf('dev/tool', 'dev')
    const { status, remote } = await git('push', address, 'feature:main')
    expect(status).toBe(0)
    expect(remote).toEqual([
      '',
      'The private project dev/tool was successfully created.',
      '',
      'To configure the remote, run:',
      `  git remote add origin ${pushing.url}/dev/tool.git`,
      '',
      'To view the project, visit:',
      `  ${pushing.url}/dev/tool`,
      '',
    ])
    const project = await pushing.api('dev', '/projects/dev%2Ftool')
    expect(project).toMatchObject({ visibility: 'private', default_branch: 'main', name: 'tool' })
    expect(pushing.refs('dev/tool').get('refs/heads/main')).toBe(
      (await must('rev-parse', 'feature')).trim(),
    )
    const refused = await git('push', pushing.addressOf('mona/tool', 'dev'), 'feature:main')
    expect(refused.status).not.toBe(0)
    expect(refused.remote).toEqual([
      "The project you were looking for could not be found or you don't have permission to view it.",
    ])
  })

  it('makes, moves by force and deletes branches, and makes and deletes tags', async () => {
    await must('checkout', '-q', '-b', 'new')
    const first = await commit('a.txt')
    await must('push', 'origin', 'new')
    expect(refs().get('refs/heads/new')).toBe(first)
    await must('commit', '-q', '--amend', '-m', 'Another')
    expect((await git('push', 'origin', 'new')).output).toContain('[rejected]')
    await must('push', '--force', 'origin', 'new')
    const second = (await must('rev-parse', 'HEAD')).trim()
    expect(refs().get('refs/heads/new')).toBe(second)
    await must('tag', '-a', '-m', 'One', 'one')
    await must('tag', 'light')
    await must('push', 'origin', '--tags')
    expect(refs().get('refs/tags/light')).toBe(second)
    expect(refs().get('refs/tags/one')).toBe((await must('rev-parse', 'one')).trim())
    await expectEqualEnds('new', 'refs/tags/one')
    await must('push', 'origin', ':new', ':refs/tags/one')
    expect([...refs().keys()]).not.toContain('refs/heads/new')
    expect([...refs().keys()]).not.toContain('refs/tags/one')
  })

  it('brings many refs at once', async () => {
    await commit('a.txt')
    const many = Array.from({ length: 300 }, (_, place) => `HEAD:refs/heads/many/${place}`)
    await must('push', '-q', 'origin', ...many)
    expect([...refs().keys()].filter((ref) => ref.includes('many/'))).toHaveLength(300)
  })

  it('takes all refs or none where that is asked for', async () => {
    await must('checkout', '-q', '-b', 'one')
    await commit('a.txt')
    await must('branch', 'two')
    // Somebody else makes one of the branches meanwhile.
    await must('remote', 'set-url', '--push', 'origin', pushing.addressOf('acme/site', 'dev'))
    await must('push', 'origin', 'two')
    await must('checkout', '-q', 'two')
    await must('commit', '-q', '--amend', '-m', 'Else')
    const { status } = await git('push', '--atomic', 'origin', 'one', 'two')
    expect(status).not.toBe(0)
    expect([...refs().keys()]).not.toContain('refs/heads/one')
  })

  it('makes the first branch of an empty project its default branch, preferring the one that is named so', async () => {
    const empty = await pushing.clone('acme/empty', 'mona')
    await pushing.must(empty, 'checkout', '-q', '-b', 'trunk')
    await pushing.commit(empty, 'a.txt', 'Begin')
    const { remote } = await pushing.git(empty, 'push', 'origin', 'trunk')
    expect(remote).toEqual([])
    const project = await pushing.api('mona', '/projects/acme%2Fempty')
    expect(project).toMatchObject({ default_branch: 'trunk', empty_repo: false })
    const { name } = await pushing.api('mona', '/projects/acme%2Fempty/protected_branches/trunk')
    expect(name).toBe('trunk')

    await pushing.forge.reset()
    await pushing.must(empty, 'branch', 'another')
    const { default_branch } = await pushing.api('mona', '/projects/acme%2Fempty')
    await pushing.must(empty, 'branch', default_branch)
    await pushing.must(empty, 'push', 'origin', 'another', 'trunk', default_branch)
    const after = await pushing.api('mona', '/projects/acme%2Fempty')
    expect(after.default_branch).toBe(default_branch)
  })

  it('pushes from a shallow clone, and thin packs', async () => {
    await must('checkout', '-q', 'feature')
    await commit('long.txt', Array.from({ length: 400 }, (_, line) => `line ${line}`).join('\n'))
    await must('push', 'origin', 'feature')
    const shallow = `${folder}-shallow`
    const address = pushing.addressOf('acme/site', 'dev')
    await pushing.must(folder, 'clone', '-q', '--depth', '1', '-b', 'feature', address, shallow)
    const lines = Array.from({ length: 400 }, (_, line) => `line ${line}`)
    const id = await pushing.commit(shallow, 'long.txt', [...lines, 'more'].join('\n'))
    await pushing.must(shallow, 'push', 'origin', 'feature')
    expect(refs().get('refs/heads/feature')).toBe(id)
    await must('pull', '-q', '--ff-only', 'origin', 'feature')
    await expectEqualEnds('feature')
  })

  it('keeps what was pushed byte for byte: signed commits, submodules, odd encodings, notes', async () => {
    await must('checkout', '-q', 'feature')
    const tree = (await must('rev-parse', 'HEAD^{tree}')).trim()
    const parent = (await must('rev-parse', 'HEAD')).trim()
    await must('update-index', '--add', '--cacheinfo', `160000,${parent},lib`)
    await must('-c', 'i18n.commitEncoding=ISO-8859-1', 'commit', '-q', '-m', 'Gr\xfc\xdfe')
    const encoded = (await must('rev-parse', 'HEAD')).trim()
    const signed = [
      `tree ${tree}`,
      `parent ${encoded}`,
      'author Dev Singh <dev@acme.example> 1700000000 +0100',
      'committer Dev Singh <dev@acme.example> 1700000000 +0100',
      'gpgsig -----BEGIN PGP SIGNATURE-----',
      ' ',
      ' iQEzBAABCAAdFiEE',
      ' -----END PGP SIGNATURE-----',
      '',
      'Signed',
      '',
    ].join('\n')
    const { writeFileSync } = await import('node:fs')
    writeFileSync(`${folder}/.git/signed`, signed)
    const id = (await must('hash-object', '-t', 'commit', '-w', '.git/signed')).trim()
    await must('update-ref', 'refs/heads/feature', id)
    await must('notes', 'add', '-m', 'A note', 'HEAD')
    await must('push', 'origin', 'feature', 'refs/notes/commits')
    expect(refs().get('refs/heads/feature')).toBe(id)
    expect(refs().has('refs/notes/commits')).toBe(true)
    await must('notes', 'append', '-m', 'Another note', 'HEAD')
    await must('push', 'origin', 'refs/notes/commits')
    await expectEqualEnds('feature')
    const saved = await pushing.forge.toBytes()
    const { createForge } = await import('../../../../src/forge/create-forge.ts')
    const again = await createForge({ from: saved })
    expect(again.db.repositories.get(1)?.refs.get('refs/heads/feature')).toBe(id)
    const seeded = await createForge({ seed: pushing.forge.export() })
    expect(seeded.db.repositories.get(1)?.refs.get('refs/heads/feature')).toBe(id)
    const entries = await pushing.api('dev', `/projects/1/repository/tree?ref=${encoded}`)
    expect(entries).toContainEqual({
      id: parent,
      name: 'lib',
      type: 'commit',
      path: 'lib',
      mode: '160000',
    })
    const { message } = await pushing.api('dev', `/projects/1/repository/commits/${encoded}`)
    expect(message).toContain('Gr')
  })
})
