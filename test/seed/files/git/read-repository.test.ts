import {
  cpSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/forge/forge.ts'
import { createWorkFolder, makeRepository, type WorkFolder } from '../../../git/work-folder.ts'
import { createTestForge } from '../../../harness.ts'
import { lacks } from '../../../programs.ts'

describe.skipIf(lacks('git'))('a repository that a seed names', () => {
  let work: WorkFolder
  beforeAll(() => {
    work = createWorkFolder()
    makeRepository(work, 'website')
  })
  afterAll(() => work.remove())

  const seedWith = (from: string, more = '') =>
    work.write(
      'world.yaml',
      `users: [{ username: jane }]\nprojects: [{ path: jane/website, repository: { from: ${from}${more} } }]\n`,
    )
  const forgeWith = (from: string, more?: string) => createTestForge({ seed: seedWith(from, more) })
  async function reasonOf(from: string): Promise<string> {
    const error = await forgeWith(from).catch((reason: Error) => reason)
    if (!(error instanceof Error)) throw new Error('The repository was read.')
    return error.message.replace(/^.*repository\.from: /s, '')
  }
  async function get(forge: Forge, path: string) {
    const headers = { 'private-token': 'jane-token' }
    const response = await forge.fetch(`http://forge.test/api/v4/projects/1${path}`, { headers })
    return response.json()
  }
  /** What a repository holds, as git itself lists it. */
  const commitsOf = (name: string) =>
    work.git(name, 'log', '--format=%H', 'main').trim().split('\n')
  const copy = (name: string, ...words: string[]) =>
    work.git('.', 'clone', '-q', ...words, `file://${work.path}/website`, name)

  function indexesIn(name: string): string[] {
    const folder = join(work.path, name, 'objects/pack')
    return readdirSync(folder)
      .filter((each) => each.endsWith('.idx'))
      .map((each) => join(folder, each))
  }

  async function expectWhole(forge: Forge): Promise<void> {
    const commits = await get(forge, '/repository/commits?ref_name=main&per_page=100')
    expect(commits.map(({ id }: { id: string }) => id)).toEqual(commitsOf('website'))
    const file = await get(forge, '/repository/files/src%2Fother.c?ref=main')
    expect(file.blob_id).toBe(work.git('website', 'rev-parse', 'main:src/other.c').trim())
  }

  it('is read from loose objects, with branches, tags and the branch of HEAD', async () => {
    const forge = await forgeWith('./website')
    await expectWhole(forge)
    const branches = await get(forge, '/repository/branches')
    expect(branches.map(({ name }: { name: string }) => name)).toEqual(['main', 'topic'])
    const tags = await get(forge, '/repository/tags?order_by=name&sort=asc')
    const named = (name: string) => expect.objectContaining({ name })
    expect(tags).toEqual([named('light'), named('v1.0')])
    expect(tags[1].message).toBe('One')
    expect((await get(forge, '')).default_branch).toBe('main')
    const [protection] = await get(forge, '/protected_branches')
    expect(protection.name).toBe('main')
  })

  it('is read from a pack with deltas and from packed refs, bare', async () => {
    copy('packed.git', '--bare')
    work.git('packed.git', 'repack', '-qadf')
    work.git('packed.git', 'pack-refs', '--all')
    const packs = readdirSync(join(work.path, 'packed.git/objects/pack'))
    expect(packs.filter((name) => name.endsWith('.pack'))).toHaveLength(1)
    expect(work.git('packed.git', 'verify-pack', '-s', ...indexesIn('packed.git'))).toMatch(
      /^chain length = 1: \d+ object/m,
    )
    await expectWhole(await forgeWith('./packed.git'))
  })

  it('is read from a pack without an index', async () => {
    copy('unindexed.git', '--bare')
    const folder = join(work.path, 'unindexed.git/objects/pack')
    for (const name of readdirSync(folder)) {
      if (!name.endsWith('.pack')) rmSync(join(folder, name), { force: true })
    }
    await expectWhole(await forgeWith('./unindexed.git'))
  })

  it('is read from several packs, with loose objects on top that overrule packed refs', async () => {
    copy('grown')
    work.git('grown', 'pack-refs', '--all')
    work.write('grown/README.md', '# More\n')
    work.git('grown', 'commit', '-q', '-a', '-m', 'Third')
    const forge = await forgeWith('./grown')
    const [last, ...others] = await get(forge, '/repository/commits?per_page=100')
    expect(last.id).toBe(work.git('grown', 'rev-parse', 'main').trim())
    expect(others).toHaveLength(commitsOf('website').length)
  })

  it('is found from a worktree, whose .git is a file, with its own HEAD', async () => {
    copy('trunk')
    work.git('trunk', 'worktree', 'add', '-q', '-b', 'side', '../side', 'HEAD~1')
    const forge = await forgeWith('./side')
    expect((await get(forge, '')).default_branch).toBe('side')
    const branches = await get(forge, '/repository/branches')
    expect(branches.map(({ name }: { name: string }) => name)).toEqual(['main', 'side'])
  })

  it('goes on with the commits of the seed', async () => {
    const action = '{ action: create, file_path: new.txt, content: new }'
    const more = `, commits: [{ message: On top, author: jane, actions: [${action}] }]`
    const forge = await forgeWith('./website', more)
    const [last, before] = await get(forge, '/repository/commits')
    expect(last).toMatchObject({ title: 'On top', parent_ids: [before.id] })
    expect(before.id).toBe(commitsOf('website')[0])
  })

  it('may be empty', async () => {
    work.git('.', 'init', '-q', '-b', 'trunk', 'empty')
    const forge = await forgeWith('./empty')
    expect(await get(forge, '')).toMatchObject({ empty_repo: true, default_branch: 'trunk' })
  })

  it('is brought in by what HEAD leads to where HEAD is no branch', async () => {
    copy('detached')
    work.git('detached', 'checkout', '-q', '--detach')
    expect((await get(await forgeWith('./detached'), '')).default_branch).toBe('main')
  })

  it('keeps what signs a commit, and submodules', async () => {
    copy('signed')
    const tree = work.git('signed', 'write-tree').trim()
    const signature = 'gpgsig -----BEGIN PGP SIGNATURE-----\n \n abc\n -----END PGP SIGNATURE-----'
    const who = 'Jane <jane@example.com> 1700000000 +0000'
    work.write(
      'signed/commit',
      `tree ${tree}\nauthor ${who}\ncommitter ${who}\n${signature}\n\nSigned\n`,
    )
    const id = work.git('signed', 'hash-object', '-t', 'commit', '-w', 'commit').trim()
    work.git('signed', 'update-ref', 'refs/heads/signed', id)
    work.git('signed', 'update-index', '--add', '--cacheinfo', `160000,${id},module`)
    work.git('signed', 'commit', '-q', '-m', 'A submodule')
    const forge = await forgeWith('./signed')
    expect((await get(forge, '/repository/commits/signed')).id).toBe(id)
    const tree2 = await get(forge, '/repository/tree')
    expect(tree2).toContainEqual(
      expect.objectContaining({ name: 'module', type: 'commit', mode: '160000', id }),
    )
  })

  it('leaves tags of files out, and loose objects that nothing leads to', async () => {
    copy('odd')
    work.git('odd', 'tag', 'file', 'HEAD:README.md')
    work.write(
      'odd/commit',
      `tree ${'1'.repeat(40)}\nauthor J <j@e> 1 +0000\ncommitter J <j@e> 1 +0000\n\nLost\n`,
    )
    work.git('odd', 'hash-object', '-t', 'commit', '-w', '--literally', 'commit')
    const tags = await get(await forgeWith('./odd'), '/repository/tags')
    expect(tags.map(({ name }: { name: string }) => name).sort()).toEqual(['light', 'v1.0'])
  })

  describe('is refused', () => {
    it('where none is there', async () => {
      mkdirSync(join(work.path, 'nothing'), { recursive: true })
      expect(await reasonOf('./nothing')).toMatch(/^there is no git repository at .*nothing$/)
      expect(await reasonOf('./gone')).toMatch(/^there is no folder .*gone$/)
    })

    it('where its ids are of SHA-256', async () => {
      work.git('.', 'init', '-q', '--object-format=sha256', 'sha256')
      expect(await reasonOf('./sha256')).toBe(
        'it is a repository of SHA-256: objects have ids of SHA-1 here',
      )
    })

    it('where it is shallow', async () => {
      copy('shallow', '--depth', '1')
      expect(await reasonOf('./shallow')).toMatch(/^it is a shallow clone: /)
    })

    it('where it borrows objects', async () => {
      work.git('.', 'clone', '-q', '--shared', 'website', 'borrowing')
      expect(await reasonOf('./borrowing')).toMatch(/^it borrows objects of another repository /)
    })

    it('where an object is missing', async () => {
      cpSync(join(work.path, 'website'), join(work.path, 'partial'), { recursive: true })
      const blob = work.git('website', 'rev-parse', 'main:README.md').trim()
      rmSync(join(work.path, 'partial/.git/objects', blob.slice(0, 2), blob.slice(2)))
      expect(await reasonOf('./partial')).toMatch(
        new RegExp(`^the git object [0-9a-f]{40} names the blob ${blob}, which is not there$`),
      )
    })

    it('where it is outside of the folder of the seed, or links lead there', async () => {
      const outside = createWorkFolder()
      try {
        makeRepository(outside, 'secret')
        expect(await reasonOf(join(outside.path, 'secret'))).toMatch(
          /^the repository is not in the folder of the seed/,
        )
        symlinkSync(join(outside.path, 'secret'), join(work.path, 'linked'))
        expect(await reasonOf('./linked')).toMatch(
          /^the repository is not in the folder of the seed/,
        )
        writeFileSync(work.write('pointing/.git', ''), `gitdir: ${outside.path}/secret/.git\n`)
        expect(await reasonOf('./pointing')).toMatch(
          /^the repository is not in the folder of the seed/,
        )
        copy('packed-refs-link')
        rmSync(join(work.path, 'packed-refs-link/.git/packed-refs'), { force: true })
        symlinkSync(
          join(outside.path, 'secret/.git/HEAD'),
          join(work.path, 'packed-refs-link/.git/packed-refs'),
        )
        expect(await reasonOf('./packed-refs-link')).toMatch(
          /packed-refs is a link that leads out of the repository$/,
        )
      } finally {
        outside.remove()
      }
    })

    it('where a pack is damaged', async () => {
      copy('damaged.git', '--bare')
      const folder = join(work.path, 'damaged.git/objects/pack')
      const name = readdirSync(folder).find((each) => each.endsWith('.pack')) ?? ''
      const bytes = readFileSync(join(folder, name))
      bytes[40] = (bytes[40] ?? 0) ^ 0xff
      rmSync(join(folder, name), { force: true })
      writeFileSync(join(folder, name), bytes)
      expect(await reasonOf('./damaged.git')).toMatch(/^the pack is damaged at byte \d+: /)
    })

    it('where the project has a repository, or the seed is no file', async () => {
      const project = { path: 'jane/website', repository: { from: './website' } }
      const seed = { users: [{ username: 'jane' }], projects: [project] }
      await expect(createTestForge({ seed })).rejects.toThrow(
        'projects[0].repository.from: a repository can be brought in only for a seed that is a file itself',
      )
    })
  })
})
