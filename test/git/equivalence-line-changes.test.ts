import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { splitLines } from '../../src/git/diff/file-lines.ts'
import { type LineChange, lineChanges } from '../../src/git/diff/line-changes.ts'
import { environment, scratchFolder } from './git-program.ts'
import { runs } from './histories.ts'

/**
 * Two files of lines from an alphabet of some size. `rewritten` is the share of lines, in percent, that the
 * second one takes at random; blocks are moved and repeated. Long files with few matching lines are those in
 * which git gives up looking for the shortest comparison.
 */
interface Shape {
  readonly length: number
  readonly alphabet: number
  readonly rewritten: number
  readonly blocks: readonly { readonly from: number; readonly to: number; readonly size: number }[]
  readonly seed: number
}

const shapes = (longest: number): fc.Arbitrary<Shape> =>
  fc.record({
    length: fc.nat({ max: longest }),
    alphabet: fc.oneof(
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 9, max: 300 }),
      fc.integer({ min: 300, max: 5000 }),
    ),
    rewritten: fc.constantFrom(0, 1, 5, 20, 50, 100),
    blocks: fc.array(
      fc.record({
        from: fc.nat({ max: longest }),
        to: fc.nat({ max: longest }),
        size: fc.nat({ max: Math.ceil(longest / 4) }),
      }),
      { maxLength: 3 },
    ),
    seed: fc.integer({ min: 1, max: 0x7fffffff }),
  })

/** A small generator of numbers (Park and Miller), so that a case follows from its shape. */
function createRandom(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (state * 48_271) % 0x7fffffff
    return state % below
  }
}

function textsOf({ length, alphabet, rewritten, blocks, seed }: Shape): readonly [string, string] {
  const random = createRandom(seed)
  const line = () => `${random(alphabet)}\n`
  const before = Array.from({ length }, line)
  const after = before.map((same) => (random(100) < rewritten ? line() : same))
  for (const { from, to, size } of blocks) {
    const block = after.splice(from % (after.length + 1), size)
    after.splice(to % (after.length + 1), 0, ...block)
  }
  return [before.join(''), after.join('')]
}

/** The changes that `git diff -U0` shows: `@@ -12,3 +14 @@`. */
function changesOf(output: string): LineChange[] {
  return [...output.matchAll(/^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/gm)].map((match) => {
    const [oldLine, oldCount, newLine, newCount] = match.slice(1).map((part) => Number(part ?? 1))
    const start = (line = 0, count = 0) => (count === 0 ? line : line - 1)
    return {
      oldStart: start(oldLine, oldCount),
      oldCount: oldCount ?? 0,
      newStart: start(newLine, newCount),
      newCount: newCount ?? 0,
    }
  })
}

/** The output of `git diff -U0` for each pair of texts. */
function gitDiffs(pairs: readonly (readonly [string, string])[]): string[] {
  const folder = scratchFolder()
  const options = '--no-index --no-indent-heuristic --diff-algorithm=myers -U0'
  const commands = pairs.map((texts, index) => {
    for (const [side, text] of texts.entries())
      writeFileSync(join(folder, `${index}.${side}`), text)
    return `git diff ${options} ${index}.0 ${index}.1; printf '\\002'`
  })
  const { stdout } = spawnSync('sh', [], {
    input: commands.join('\n'),
    cwd: folder,
    env: environment(folder),
    encoding: 'utf8',
    maxBuffer: 1e9,
  })
  rmSync(folder, { recursive: true })
  return stdout.split('\x02').slice(0, -1)
}

it.each([
  ['short files', 40, 1500],
  ['files of some hundred lines', 600, 200],
  ['files of thousands of lines', 6000, 60],
])('finds the changes that git diff finds, in %s', (_, longest, count) => {
  const sample = fc.sample(shapes(longest), { numRuns: runs(count), seed: 20_161_222 })
  const pairs = sample.map(textsOf)
  const outputs = gitDiffs(pairs)
  expect(outputs).toHaveLength(pairs.length)
  const encoder = new TextEncoder()
  let changes = 0
  for (const [index, [before, after]] of pairs.entries()) {
    const ours = lineChanges(splitLines(encoder.encode(before)), splitLines(encoder.encode(after)))
    expect(ours, JSON.stringify(sample[index])).toEqual(changesOf(outputs[index] ?? ''))
    changes += ours.length
  }
  expect(changes).toBeGreaterThan(count)
})
