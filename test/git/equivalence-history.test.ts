import { describe, expect, it } from 'vitest'
import { contributors } from '../../src/git/diff/statistics.ts'
import {
  ahead,
  ancestryOf,
  historyLength,
  isAncestor,
  mergeBases,
} from '../../src/git/history/ancestry.ts'
import { lastCommit, log, logPage } from '../../src/git/history/history.ts'
import { entryAt, listTree } from '../../src/git/objects/tree.ts'
import { resolveRevision } from '../../src/git/revision.ts'
import { lacks } from '../programs.ts'
import { agree } from './agreement.ts'
import { linesOfOutput } from './git-program.ts'
import type { History } from './histories.ts'

const ids = (commits: Iterable<{ readonly id: string }>) => [...commits].map((each) => each.id)

const listed = (history: History, tree: string) =>
  [...listTree(history.objects, tree, { recursive: true })].map(
    ({ mode, type, id, path }) => `${mode.padStart(6, '0')} ${type} ${id}\t${path}`,
  )

function somePaths({ objects, commits }: History): string[] {
  const paths = commits.flatMap(({ tree }) =>
    [...listTree(objects, tree, { recursive: true })].map((entry) => entry.path),
  )
  const unique = [...new Set(paths)]
  return unique.filter((_path, index) => index % Math.ceil(unique.length / 4) === 0)
}

describe.skipIf(lacks('git'))('the git program and ours agree on', () => {
  it('objects: fsck is content, trees list alike, abbreviated ids resolve alike', () => {
    agree(60, { lines: 'repeated', clocks: 'right' }, (history, git) => {
      const { objects, repository, commits, last } = history
      const middle = commits[commits.length >> 1] ?? last
      const digits = middle.id.slice(0, 4)
      const [fsck = '', tree = '', whole = '', tag = ''] = git.all([
        ['fsck', '--strict', '--full', '--no-dangling'],
        ['ls-tree', '-r', '-t', '-z', middle.tree],
        ['rev-parse', 'master'],
        ['rev-parse', 'v1.0^{commit}'],
      ])
      expect(fsck).toBe('')
      expect(tree.split('\0').slice(0, -1)).toEqual(listed(history, middle.tree))
      expect(whole.trim()).toBe(resolveRevision(objects, repository, 'master'))
      expect(tag.trim()).toBe(resolveRevision(objects, repository, 'v1.0'))
      const short = git.tryAll([['rev-parse', '--verify', '-q', `${digits}^{commit}`]])[0]
      expect(resolveRevision(objects, repository, digits) ?? '').toBe(short?.output.trim())
    })
  })

  it('the order of the log, whatever the clocks say, and the log of a path', () => {
    agree(60, { lines: 'repeated', clocks: 'wrong', maxSteps: 24 }, (history, git) => {
      const { objects, commits, last } = history
      const paths = somePaths(history)
      const [everything = '', ...byPath] = git.all([
        ['log', '--format=%H', last.id],
        ...paths.map((path) => ['--literal-pathspecs', 'log', '--format=%H', last.id, '--', path]),
      ])
      const reached = linesOfOutput(everything)
      expect(ids(log(objects, [last.id]))).toEqual(reached)
      expect(historyLength(objects, last.id)).toBe(reached.length)
      expect(ids(logPage(objects, last.id, 2, 5))).toEqual(reached.slice(2, 5))
      const ancestry = ancestryOf(objects, [last.id])
      for (const { id } of commits) expect(ancestry.has(id)).toBe(reached.includes(id))
      for (const [index, path] of paths.entries()) {
        const expected = linesOfOutput(byPath[index] ?? '')
        expect(ids(log(objects, [last.id], { path })), path).toEqual(expected)
        expect(lastCommit(objects, last.id, path)?.id, path).toBe(expected[0])
      }
    })
  })

  it('since and until, alone and with a path', () => {
    agree(40, { lines: 'repeated', clocks: 'right', maxSteps: 20 }, (history, git) => {
      const { objects, commits, last } = history
      const since = commits[commits.length >> 2]?.committer.time ?? 0
      const until = commits[(commits.length * 3) >> 2]?.committer.time ?? 0
      const path = somePaths(history)[0] ?? 'a'
      const format = '--format=%H'
      const bounds = [`--max-age=${since}`, `--min-age=${until}`]
      const outputs = git.all([
        ['log', format, `--max-age=${since}`, last.id],
        ['log', format, `--min-age=${until}`, last.id],
        ['--literal-pathspecs', 'log', format, ...bounds, last.id, '--', path],
      ])
      const asked = [{ since }, { until }, { since, until, path }]
      for (const [index, options] of asked.entries()) {
        const ours = ids(log(objects, [last.id], options))
        expect(ours).toEqual(linesOfOutput(outputs[index] ?? ''))
      }
    })
  })

  it('merge bases, what is ahead, what is merged', () => {
    agree(60, { lines: 'repeated', clocks: 'wrong', maxSteps: 24 }, (history, git) => {
      const { objects, commits, last } = history
      const others = [0, 1, 2, 3].map((each) => commits[(commits.length * each) >> 2] ?? last)
      const pairs = others.flatMap((other) => [
        [last, other] as const,
        [other, commits.at(-2) ?? last] as const,
      ])
      const results = git.tryAll(
        pairs.flatMap(([left, right]) => [
          ['merge-base', '--all', left.id, right.id],
          ['merge-base', '--is-ancestor', left.id, right.id],
          ['rev-list', `${left.id}..${right.id}`],
        ]),
      )
      for (const [index, [left, right]] of pairs.entries()) {
        const [bases, ancestor, range] = results.slice(3 * index)
        const ours = ids(mergeBases(objects, left.id, right.id))
        // Bases of one committer time have no order that git promises.
        expect(ours.sort()).toEqual(linesOfOutput(bases?.output ?? '').sort())
        expect(isAncestor(objects, left.id, right.id)).toBe(ancestor?.status === 0)
        expect(ids(ahead(objects, left.id, right.id))).toEqual(linesOfOutput(range?.output ?? ''))
      }
    })
  })

  it('contributors and their lines', () => {
    agree(25, { lines: 'distinct', clocks: 'right' }, ({ objects, last }, git) => {
      const output = git.one('log', '--no-merges', '--format=%x03%ae', '--numstat', '-M', last.id)
      const counts = new Map<string, number[]>()
      for (const part of output.split('\x03').slice(1)) {
        const [email = '', ...files] = linesOfOutput(part)
        const total = counts.get(email) ?? [0, 0, 0]
        for (const file of files) {
          const [added, deleted] = file.split('\t').map(Number)
          total[1] = (total[1] ?? 0) + (added || 0)
          total[2] = (total[2] ?? 0) + (deleted || 0)
        }
        total[0] = (total[0] ?? 0) + 1
        counts.set(email, total)
      }
      const ours = contributors(objects, last.id).map(
        (each) => [each.email, [each.commits, each.additions, each.deletions]] as const,
      )
      expect([...new Map(ours)]).toEqual([...counts])
    })
  })

  it('what is at a path', () => {
    agree(10, { lines: 'repeated', clocks: 'right' }, (history, git) => {
      const { objects, last } = history
      const paths = [...somePaths(history), 'nowhere', 'a/nowhere']
      const results = git.tryAll(
        paths.map((path) => ['rev-parse', '--verify', '-q', `${last.id}:${path}`]),
      )
      for (const [index, path] of paths.entries()) {
        const found = entryAt(objects, last.tree, path)
        expect(found?.id ?? '', path).toBe(results[index]?.output.trim())
      }
    })
  })
})
