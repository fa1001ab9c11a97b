import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { getObject } from '../../../src/git/objects/database.ts'
import { bodyOf, type ObjectId } from '../../../src/git/objects/objects.ts'
import { parseObject } from '../../../src/git/objects/parse-object.ts'
import { readPack } from '../../../src/git/pack/read-pack.ts'
import { lacks } from '../../programs.ts'
import { agree } from '../agreement.ts'
import { environment, type GitFolder } from '../git-program.ts'
import type { History } from '../histories.ts'

const limits = { objects: 100_000, inflated: 100_000_000 }

/** What `git pack-objects` packs of some revisions. */
function packed(git: GitFolder, revisions: readonly string[], ...options: string[]): Uint8Array {
  return execFileSync('git', ['pack-objects', '--revs', '--stdout', '-q', ...options], {
    cwd: git.path,
    env: { ...environment(git.path), GIT_DIR: git.path },
    input: `${revisions.join('\n')}\n`,
    maxBuffer: 1e9,
  })
}

/** The ids of what a pack holds, each compared with the object of the history. */
function readAll({ objects }: History, pack: Uint8Array): ObjectId[] {
  const findBase = (id: ObjectId) => {
    const base = getObject(objects, id)
    return base && { type: base.type, body: bodyOf(base) }
  }
  const packed = [...readPack(pack, findBase, limits)].flatMap((object) => object ?? [])
  return packed.map(({ type, id, body }) => {
    const { object, fault } = parseObject(type, id, body)
    expect(object).toEqual(getObject(objects, id))
    expect(fault).toBeUndefined()
    return id
  })
}

describe.skipIf(lacks('git'))('packs that git makes', () => {
  it('hold the objects that were packed, whole and as deltas of either kind', () => {
    agree(25, { lines: 'repeated', clocks: 'right', maxSteps: 25 }, (history, git) => {
      const all = git.one('rev-list', '--objects', '--all').trim().split('\n')
      const ids = all.map((line) => line.slice(0, 40)).sort()
      for (const options of [[], ['--delta-base-offset'], ['--no-reuse-delta', '--depth=3']]) {
        expect(readAll(history, packed(git, [], '--all', ...options)).sort()).toEqual(ids)
      }
    })
  })

  it('hold what a thin one is made of', () => {
    agree(15, { lines: 'repeated', clocks: 'right', maxSteps: 25 }, (history, git) => {
      const { last, commits } = history
      const since = commits[Math.floor(commits.length / 2)] ?? last
      const revisions = [last.id, `^${since.id}`]
      const ids = git
        .one('rev-list', '--objects', ...revisions)
        .split('\n')
        .filter(Boolean)
      expect(readAll(history, packed(git, revisions, '--thin')).sort()).toEqual(
        ids.map((line) => line.slice(0, 40)).sort(),
      )
    })
  })
})
