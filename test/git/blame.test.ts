import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, it } from 'vitest'
import { blame } from '../../src/git/blame.ts'
import { commitActions } from '../../src/git/commit.ts'
import { createWorkBudget } from '../../src/git/diff/work-budget.ts'
import { createObjectDatabase } from '../../src/git/objects/database.ts'

const START = 1_700_000_000

/** A history in git itself and here, of the same contents and times: the ids are the same. */
const folder = mkdtempSync(join(tmpdir(), 'blame-'))
afterAll(() => rmSync(folder, { recursive: true }))

function git(time: number, ...words: string[]): string {
  const date = `@${START + time} +0000`
  const env = {
    ...process.env,
    GIT_AUTHOR_DATE: date,
    GIT_COMMITTER_DATE: date,
    GIT_CONFIG_GLOBAL: '/dev/null',
  }
  const who = ['-c', 'user.name=Ann', '-c', 'user.email=ann@example.com']
  return execFileSync('git', [...who, ...words], { cwd: folder, env, encoding: 'utf8' })
}

/** Numbers from a seed: the same history each time. */
function numbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 1103515245 + 12345) % 2147483648
    return Math.floor((state / 2147483648) * below)
  }
}

describe('blame', () => {
  it('finds the commit that git finds for each line of a long history', () => {
    git(1, 'init', '-q', '-b', 'main')
    const objects = createObjectDatabase()
    const next = numbers(7)
    const lines = Array.from({ length: 30 }, (_, index) => `line ${index}`)
    let parent: string | undefined
    let name = 'a.txt'
    for (let time = 1; time <= 60; time += 1) {
      const moved = time === 30
      const before = name
      if (moved) name = 'b.txt'
      else if (next(3) === 0) lines.splice(next(lines.length), 1)
      else lines.splice(next(lines.length), next(2), `new ${time}`, `more ${time}`)
      const text = `${lines.join('\n')}\n`
      if (moved) git(time, 'mv', before, name)
      writeFileSync(join(folder, name), text)
      git(time, 'add', '-A')
      git(time, 'commit', '-q', '-m', `at ${time}`)
      const content = new TextEncoder().encode(text)
      const author = { name: 'Ann', email: 'ann@example.com', time: START + time, offset: 0 }
      const action = moved
        ? ({ action: 'move', path: name, previousPath: before, content } as const)
        : ({ action: time === 1 ? 'create' : 'update', path: name, content } as const)
      const commit = commitActions(objects, {
        parent,
        actions: [action],
        message: `at ${time}\n`,
        author,
        committer: author,
      })
      parent = commit.id
    }
    expect(git(61, 'rev-parse', 'HEAD').trim()).toBe(parent)
    const expected = git(61, 'blame', '--porcelain', name)
      .split('\n')
      .flatMap((line) => /^([0-9a-f]{40}) \d+ \d+/.exec(line)?.[1] ?? [])
    expect(blame(objects, parent ?? '', name)?.map(({ id }) => id)).toEqual(expected)
    expect(blame(objects, parent ?? '', name, { first: 3, end: 9 })?.map(({ id }) => id)).toEqual(
      expected.slice(3, 9),
    )
  })

  it('is undefined where there is no file, and ends where the budget does', () => {
    const objects = createObjectDatabase()
    const author = { name: 'Ann', email: 'ann@example.com', time: 1, offset: 0 }
    const commit = (content: string, parent?: string) =>
      commitActions(objects, {
        parent,
        actions: [
          {
            action: parent ? 'update' : 'create',
            path: 'a',
            content: new TextEncoder().encode(content),
          },
        ],
        message: content,
        author,
        committer: author,
      })
    const second = commit('one\ntwo\n', commit('one\n').id)
    expect(blame(objects, second.id, 'none')).toBeUndefined()
    const spent = { ...createWorkBudget(), steps: 0 }
    expect(blame(objects, second.id, 'a', { budget: spent })).toEqual([second, second])
  })
})
