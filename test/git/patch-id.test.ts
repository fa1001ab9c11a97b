import { execFileSync } from 'node:child_process'
import { tmpdir } from 'node:os'
import { describe, expect, it } from 'vitest'
import type { CommitAction } from '../../src/git/commit.ts'
import { compareTrees } from '../../src/git/diff/difference.ts'
import { gitDiff } from '../../src/git/diff/patch.ts'
import { patchId } from '../../src/git/diff/patch-id.ts'
import { createObjectDatabase } from '../../src/git/objects/database.ts'
import { lacks } from '../programs.ts'
import { environment } from './git-program.ts'
import { bytes, commit, create, remove, update } from './samples.ts'

const objects = createObjectDatabase()
const numbers = Array.from({ length: 30 }, (_, index) => `line ${index}\n`)
const text = numbers.join('')

const before: readonly CommitAction[] = [
  create('other', text),
  create('a b', text),
  create('ended', 'a\nb'),
  create('gone', 'x\ny\n'),
  { action: 'create', path: 'picture', content: bytes('\0one') },
]
const repainted = { action: 'update', path: 'picture', content: bytes('\0two') } as const
const moved = { action: 'move', previousPath: 'other', path: 'moved' } as const

function diffOf(...after: CommitAction[]): string {
  const first = commit(objects, undefined, ...before)
  const second = commit(objects, first, ...after)
  return gitDiff(objects, compareTrees(objects, first.tree, second.tree))
}

const twoHunks = numbers.with(2, 'two\n').with(25, 'more\nand more\n').join('')
const cases: readonly (readonly [string, readonly CommitAction[]])[] = [
  ['two hunks', [update('a b', twoHunks)]],
  ['an end without a line feed', [update('ended', 'a\nc')]],
  ['a new file and one that is gone', [create('new', '- x\n+ y\n'), remove('gone')]],
  ['a file that is renamed', [moved]],
  ['a binary file among others', [repainted, update('ended', 'b')]],
  ['new files, one of them empty', [create('empty', ''), create('new', 'new\n')]],
]

describe('the id of a patch', () => {
  it.skipIf(lacks('git')).each(cases)('is that of git, of %s', (_, actions) => {
    const input = diffOf(...actions)
    const options = { input, env: environment(tmpdir()), cwd: tmpdir(), encoding: 'utf8' } as const
    const [id] = execFileSync('git', ['patch-id', '--verbatim'], options).split(' ')
    expect(id).toMatch(/^[0-9a-f]{40}$/)
    expect(patchId(input)).toBe(id)
  })

  it('does not depend on where the lines stand, and does on their spaces', () => {
    const idAfter = (lines: number, changed: string) => {
      const above = 'above\n'.repeat(lines)
      const first = commit(objects, undefined, create('f', above + text))
      const second = commit(objects, first, update('f', above + changed))
      return patchId(gitDiff(objects, compareTrees(objects, first.tree, second.tree)))
    }
    const changed = numbers.with(20, 'other\n').join('')
    expect(idAfter(5, changed)).toBe(idAfter(0, changed))
    expect(idAfter(0, changed.replace('other', 'other '))).not.toBe(idAfter(0, changed))
  })

  it('is none without files', () => {
    expect(patchId('')).toBeUndefined()
  })
})
