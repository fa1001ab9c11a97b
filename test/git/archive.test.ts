import { lstatSync, readdirSync, readFileSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest'
import { archive, archiveEntries } from '../../src/git/archive.ts'
import { createObjectDatabase } from '../../src/git/objects/database.ts'
import { lacks } from '../programs.ts'
import { run, scratchFolder } from './git-program.ts'
import { bytes, commit, create } from './samples.ts'

const objects = createObjectDatabase()
const deep = `${'long-folder-name/'.repeat(12)}${'long-file-name-'.repeat(9)}é.txt`
const made = commit(
  objects,
  undefined,
  create('README.md', 'Hello\n'),
  create(deep, 'deep\n'),
  create('empty', ''),
  create('binary', '\0\u0001'),
  { action: 'create', path: 'bin/run', content: bytes('#!/bin/sh\n'), mode: '100755' },
  { action: 'create', path: 'link', content: bytes('README.md'), mode: '120000' },
)
const folder = scratchFolder()
afterAll(() => rmSync(folder, { recursive: true }))

describe('an archive', () => {
  it.skipIf(lacks('tar'))(
    'is unpacked by tar, with modes, links, long names and the time of the commit',
    async () => {
      writeFileSync(
        join(folder, 'x.tar.gz'),
        await archive(objects, 'tar.gz', { commit: made.id, topFolder: 'site-master' }),
      )
      run('tar', ['-xzf', 'x.tar.gz'], folder)
      const at = (path: string) => join(folder, 'site-master', path)
      for (const { path, mode, bytes } of archiveEntries(objects, made.tree)) {
        const { mtimeMs, mode: found } = lstatSync(at(path))
        if (mode === '120000') expect(readlinkSync(at(path))).toBe('README.md')
        if (mode === '100644' || mode === '100755') {
          expect(new Uint8Array(readFileSync(at(path)))).toEqual(bytes)
          expect((found & 0o100) !== 0).toBe(mode === '100755')
        }
        if (mode !== '40000') expect(mtimeMs / 1000, path).toBe(made.committer.time)
      }
      const listed = run('tar', ['-tzf', 'x.tar.gz', '--quoting-style=literal'], folder).split('\n')
      expect(listed[0]).toBe('site-master/')
      expect(listed).toContain(`site-master/${deep}`)
      expect(listed.every((path) => path === '' || path.startsWith('site-master/'))).toBe(true)
    },
  )

  it('is the same for the same commit', async () => {
    const [one, other] = [
      await archive(objects, 'tar.gz', { commit: made.id, topFolder: 'x' }),
      await archive(objects, 'tar.gz', { commit: made.id, topFolder: 'x' }),
    ]
    expect(one).toEqual(other)
    // The time in the header of gzip would be that of the packing.
    expect([...(one?.subarray(4, 8) ?? [])]).toEqual([0, 0, 0, 0])
  })

  it.skipIf(lacks('tar'))('is one archive, however many slices it is made in', async () => {
    const files = Array.from({ length: 450 }, (_, index) => create(`many/${index}`, `${index}\n`))
    const large = bytes(Array.from({ length: 90_000 }, (_, index) => `${index}\n`).join(''))
    const both = commit(objects, undefined, ...files, {
      action: 'create',
      path: 'large',
      content: large,
    })
    writeFileSync(
      join(folder, 'both.tar.gz'),
      await archive(objects, 'tar.gz', { commit: both.id, topFolder: 'both' }),
    )
    run('tar', ['-xzf', 'both.tar.gz'], folder)
    expect(Buffer.compare(readFileSync(join(folder, 'both/large')), large)).toBe(0)
    expect(readdirSync(join(folder, 'both/many'))).toHaveLength(450)
    expect(readFileSync(join(folder, 'both/many/449'), 'utf8')).toBe('449\n')
  })

  it('of 9 MB lets other work be done while it is made', async () => {
    const random = new Uint8Array(9_000_000)
    for (let index = 0; index < random.length; index += 1) random[index] = (index * index) >> 7
    const large = commit(objects, undefined, { action: 'create', path: 'a', content: random })
    let turns = 0
    const count = setInterval(() => {
      turns += 1
    }, 0)
    await archive(objects, 'tar.gz', { commit: large.id, topFolder: 'large' })
    clearInterval(count)
    expect(turns).toBeGreaterThan(20)
  })

  it('is made where the clock stands still', async () => {
    vi.useFakeTimers()
    onTestFinished(() => {
      vi.useRealTimers()
    })
    expect(
      (await archive(objects, 'tar.gz', { commit: made.id, topFolder: 'x' })).length,
    ).toBeGreaterThan(100)
  })

  it.each(['..\\evil', 'a\\..\\..\\evil', 'a/..\\evil'])('has no member %s', (path) => {
    expect(() => commit(objects, undefined, create(path))).toThrow('climbs out of its folder')
  })

  it.skipIf(lacks('tar'))('of an empty tree has the top folder alone', async () => {
    const emptied = commit(objects, commit(objects, undefined, create('a')), {
      action: 'delete',
      path: 'a',
    })
    writeFileSync(
      join(folder, 'empty.tar.gz'),
      await archive(objects, 'tar.gz', { commit: emptied.id, topFolder: 'empty' }),
    )
    expect(run('tar', ['-tzf', 'empty.tar.gz'], folder)).toBe('empty/\n')
  })
})
