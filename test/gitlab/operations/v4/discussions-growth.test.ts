import { describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/forge/forge.ts'
import { growthExponent, MAX_EXPONENT } from '../../../growth.ts'
import { createTestForge } from '../../../harness.ts'
import { file, lines, seed } from './discussion-world.ts'

const mergeRequest = '/projects/1/merge_requests/1'

async function call(forge: Forge, method: string, path: string, parameters: object = {}) {
  const response = await forge.fetch(`http://forge.test/api/v4${path}`, {
    method,
    headers: { 'private-token': 'jane-token', 'content-type': 'application/json' },
    ...(method === 'GET' ? {} : { body: JSON.stringify(parameters) }),
  })
  expect(response.ok, path).toBe(true)
  return response.json()
}

/** A merge request with so many discussions of a line. */
async function withDiscussions(count: number): Promise<Forge> {
  const forge = await createTestForge({ seed, validateResponses: false })
  const { diff_refs } = await call(forge, 'GET', mergeRequest)
  const nothing = { line_range: null, width: null, height: null, x: null, y: null }
  const place = { old_path: 'a.txt', new_path: 'a.txt', old_line: null, new_line: 3 }
  const position = { ...diff_refs, position_type: 'text' as const, ...place, ...nothing }
  for (let number = 1; number <= count; number += 1) {
    forge.db.notes.insert({
      project_id: 1,
      noteable_type: 'MergeRequest',
      noteable_id: 1,
      author_id: 1,
      body: `Note ${number}`,
      discussion_id: number.toString(16).padStart(40, '0'),
      resolvable: true,
      position,
    })
  }
  return forge
}

describe('of a merge request with many discussions', () => {
  it('a page is made in time that grows no faster than they do', async () => {
    const exponent = await growthExponent(1000, async (count) => {
      const forge = await withDiscussions(count)
      let asked = 0
      return async () => {
        for (let time = 0; time < 10; time += 1) {
          asked += 1
          await call(forge, 'GET', `${mergeRequest}/discussions?per_page=20&asked=${asked}`)
        }
      }
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })

  it('a push is followed in time that grows no faster than they do', async () => {
    const exponent = await growthExponent(500, async (count) => {
      const forge = await withDiscussions(count)
      let pushed = 0
      return async () => {
        pushed += 1
        await call(forge, 'POST', '/projects/1/repository/commits', {
          branch: 'feature',
          commit_message: 'More',
          actions: file('update', lines(`${pushed}`, '1', '2', 'three', '4', '5')),
        })
      }
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  })
})
