import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  createWorkshop,
  type ServedForge,
  serveForge,
  type Workshop,
} from '../../git-clients/served-forge.ts'
import { lacks } from '../../programs.ts'
import { createWorkFolder, makeRepository, type WorkFolder } from '../work-folder.ts'

describe.skipIf(lacks('git'))('a pack that was brought in', () => {
  let work: WorkFolder
  let workshop: Workshop
  let served: ServedForge
  let number = 0
  beforeAll(async () => {
    work = createWorkFolder()
    workshop = createWorkshop()
    makeRepository(work, 'website')
    work.git('website', 'repack', '-qadf')
    served = await serveForge({
      seed: { users: [{ username: 'root', admin: true }] },
      imports: { 'root/website': join(work.path, 'website') },
    })
  })
  afterAll(async () => {
    await served.close()
    workshop.remove()
    work.remove()
  })

  /** Every object of a clone, as git counts them, after it looked at each. */
  async function clone(...words: string[]): Promise<string[]> {
    number += 1
    const name = `clone-${number}.git`
    await workshop.git(
      '.',
      '-c',
      'fetch.fsckObjects=true',
      'clone',
      '-q',
      '--bare',
      ...words,
      served.address('root/website', 'root'),
      name,
    )
    await workshop.git(name, 'fsck', '--strict')
    const packed = await workshop.git(name, 'cat-file', '--batch-all-objects', '--batch-check')
    return packed
      .trim()
      .split('\n')
      .map((line) => line.split(' ')[0] ?? '')
  }
  const objectsOf = (...words: string[]) =>
    work
      .git('website', 'rev-list', '--objects', '--no-object-names', ...words)
      .trim()
      .split('\n')
      .sort()
  const commit = (branch: string, start_branch: string) =>
    served.forge.fetch(
      `http://forge.test/api/v4/projects/root%2Fwebsite/repository/files/${branch}.txt`,
      {
        method: 'POST',
        headers: { 'private-token': 'root-token', 'content-type': 'application/json' },
        body: JSON.stringify({ branch, start_branch, content: branch, commit_message: branch }),
      },
    )

  it('is sent as it is to a clone', async () => {
    expect(await clone()).toEqual(objectsOf('--all'))
  })

  it('is sent with what came since', async () => {
    expect((await commit('later', 'main')).status).toBe(201)
    const objects = await clone()
    expect(objects).toEqual(expect.arrayContaining(objectsOf('--all')))
    // A commit, a folder and a file.
    expect(objects).toHaveLength(objectsOf('--all').length + 3)
    expect(new Set(objects).size).toBe(objects.length)
  })

  it('is not sent to who wants a part of it', async () => {
    expect(await clone('--single-branch', '--branch=topic', '--no-tags')).toEqual(
      objectsOf('topic'),
    )
  })

  it('is not sent where a part of it was forgotten', async () => {
    const secret = work.git('website', 'rev-parse', 'main').trim()
    const repository = served.forge.db.repositories.all()[0]
    if (!repository) throw new Error('There is no repository.')
    const topic = work.git('website', 'rev-parse', 'topic').trim()
    await served.forge.db.repositories.update((q) => q.where({ id: repository.id }), {
      data(record) {
        Object.assign(record, { refs: new Map([['refs/heads/main', topic]]) })
      },
    })
    const objects = await clone()
    expect(objects).toEqual(objectsOf('topic'))
    expect(objects).not.toContain(secret)
  })
})
