import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { type GraphCommit, layOutCommits } from '../../../src/console/projects/commit-graph.ts'

/** `b:a` is the commit b with the parent a. */
const commits = (...lines: string[]): GraphCommit[] =>
  lines.map((line) => {
    const [id = '', parents = ''] = line.split(':')
    return { id, parent_ids: parents.split(' ').filter(Boolean) }
  })
const drawn = (given: GraphCommit[]) =>
  layOutCommits(given).rows.map(({ lane, lines }) => [
    lane,
    lines.map(({ from, to }) => `${from}-${to}`).join(' '),
  ])

describe('the drawing of a history', () => {
  it('has one lane for commits one after another', () => {
    expect(drawn(commits('c:b', 'b:a', 'a:'))).toEqual([
      [0, '0-0'],
      [0, '0-0'],
      [0, ''],
    ])
  })

  it('has a lane for a branch that was merged', () => {
    // m merges d, which began at a as b did.
    const graph = layOutCommits(commits('m:b d', 'd:a', 'b:a', 'a:'))
    expect(drawn(commits('m:b d', 'd:a', 'b:a', 'a:'))).toEqual([
      [0, '0-0 0-1'],
      [1, '0-0 1-1'],
      [0, '1-1 0-1'],
      [1, ''],
    ])
    expect(graph.width).toBe(2)
  })

  it('has a lane for a branch that goes on, and uses a lane again that is free', () => {
    // Two tips of their own, and a third after the second has ended.
    const graph = layOutCommits(commits('x:a', 'y:', 'z:a', 'a:'))
    expect(graph.rows.map(({ lane }) => lane)).toEqual([0, 1, 1, 0])
    expect(graph.width).toBe(2)
    expect(new Set(graph.rows.slice(0, 3).map(({ line }) => line)).size).toBe(3)
    expect(graph.rows[3]?.line).toBe(graph.rows[0]?.line)
  })

  it('draws a merge of many, and a parent named twice once', () => {
    expect(drawn(commits('m:a b c a', 'a:', 'b:', 'c:'))[0]).toEqual([0, '0-0 0-1 0-2'])
  })

  it('lets lines leave at the bottom whose commits are not there', () => {
    expect(drawn(commits('b:a'))).toEqual([[0, '0-0']])
    expect(layOutCommits([])).toEqual({ rows: [], width: 0 })
  })

  /** Histories in which each commit stands before its parents. */
  const histories = fc
    .array(fc.array(fc.integer({ min: 1, max: 8 }), { maxLength: 3 }), { maxLength: 40 })
    .map((steps) =>
      steps.map((parents, place) => ({
        id: String(place),
        parent_ids: [...new Set(parents)].map((step) => String(place + step)),
      })),
    )

  it('leads each commit to its parents and nowhere else, whatever the history', () => {
    fc.assert(
      fc.property(histories, (given) => {
        const { rows, width } = layOutCommits(given)
        expect(rows).toHaveLength(given.length)
        for (const [place, { id, parent_ids }] of given.entries()) {
          const reached = new Set<string>()
          const row = rows[place]
          // Follows each line that leaves the commit down to the first commit that stands in its lane.
          for (const { to } of row?.lines.slice(-parent_ids.length || row.lines.length) ?? []) {
            let lane = to
            for (let below = place + 1; below <= given.length; below += 1) {
              if (below === given.length) break
              if (rows[below]?.lane === lane) {
                reached.add(given[below]?.id ?? '')
                break
              }
              const passing = rows[below]?.lines.find(({ from }) => from === lane)
              expect(passing, `${id} loses a line`).toBeDefined()
              lane = passing?.to ?? lane
            }
          }
          const known = parent_ids.filter((parent) => Number(parent) < given.length)
          expect([...reached].sort()).toEqual(known.sort())
        }
        for (const { lane, lines } of rows) {
          for (const one of [lane, ...lines.flatMap(({ from, to }) => [from, to])]) {
            expect(one).toBeLessThan(width)
          }
        }
      }),
      { numRuns: 300 },
    )
  })
})
