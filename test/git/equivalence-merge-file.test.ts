import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it } from 'vitest'
import { mergeContents } from '../../src/git/merge/content-merge.ts'
import { lacks } from '../programs.ts'
import { environment, scratchFolder } from './git-program.ts'
import { runs } from './histories.ts'

const change = fc.record({
  at: fc.nat({ max: 40 }),
  remove: fc.nat({ max: 3 }),
  insert: fc.nat({ max: 3 }),
})
const changes = fc.array(change, { maxLength: 3 })
/** A base, and what each side does to it. Its lines all differ, or are of a few kinds that come again. */
const cases = fc.record({
  length: fc.nat({ max: 40 }),
  kinds: fc.constantFrom(1000, 1000, 5, 2),
  ours: changes,
  theirs: changes,
  isOpen: fc.boolean(),
})
type Case = typeof cases extends fc.Arbitrary<infer Value> ? Value : never

/** What a side adds, where lines are of a few kinds, is of those kinds too. */
function edited(lines: readonly string[], kinds: number, edits: Case['ours'], mark: string) {
  const result = [...lines]
  for (const [index, { at, remove, insert }] of edits.entries()) {
    const added = Array.from({ length: insert }, (_, line) =>
      kinds < 10 ? `line ${(at + line) % kinds}\n` : `${mark} ${index} ${line}\n`,
    )
    result.splice(at % (result.length + 1), remove, ...added)
  }
  return result
}

function texts({ length, kinds, ours, theirs, isOpen }: Case): readonly [string, string, string] {
  const base = Array.from({ length }, (_, line) => `line ${((line * line) >> 2) % kinds}\n`)
  // Both sides may make the same first change: that is no conflict.
  const mark = ours.length % 2 === 0 ? 'both' : 'ours'
  const all = [base, edited(base, kinds, ours, mark), edited(base, kinds, theirs, 'both')]
  const [first = '', second = '', third = ''] = all.map((lines) => lines.join(''))
  return [first, isOpen ? second.replace(/\n$/, '') : second, third]
}

it.skipIf(lacks('git'))(
  'merges the lines of a file as git merge-file does, or sees a conflict where it does',
  () => {
    const folder = scratchFolder()
    const all = fc.sample(cases, { numRuns: runs(1000), seed: 20_161_222 }).map(texts)
    const script = all.map((contents, index) => {
      for (const [side, text] of contents.entries())
        writeFileSync(join(folder, `${index}.${side}`), text)
      return `git merge-file -p -q ${index}.1 ${index}.0 ${index}.2; printf '\\001%d\\002' $?`
    })
    const { stdout } = spawnSync('sh', [], {
      input: script.join('\n'),
      cwd: folder,
      env: environment(folder),
      encoding: 'utf8',
      maxBuffer: 1e9,
    })
    rmSync(folder, { recursive: true })
    const outputs = stdout.split('\x02').slice(0, -1)
    expect(outputs).toHaveLength(all.length)
    const encoder = new TextEncoder()
    let conflicts = 0
    for (const [index, [base, ours, theirs]] of all.entries()) {
      const [text, status] = (outputs[index] ?? '').split('\x01')
      const merged = mergeContents(
        encoder.encode(base),
        encoder.encode(ours),
        encoder.encode(theirs),
      )
      if (status !== '0') conflicts += 1
      const result = merged === undefined ? undefined : new TextDecoder().decode(merged)
      expect(result, JSON.stringify([base, ours, theirs])).toBe(status === '0' ? text : undefined)
    }
    expect(conflicts).toBeGreaterThan(all.length / 10)
    expect(conflicts).toBeLessThan((all.length * 9) / 10)
  },
)
