import { describe, expect, it } from 'vitest'
import type { Seed } from '../../src/seed/schema.ts'
import { seed as world } from '../gitlab/operations/v4/discussion-world.ts'
import { createTestForge } from '../harness.ts'

const line = { path: 'a.txt', new_line: 3 }

/** The world with something said of its merge request. */
function worldWith(said: object): Seed {
  const [project] = world.projects ?? []
  const merge_requests = project?.merge_requests?.map((one) => ({ ...one, ...said }))
  return { ...world, projects: [{ ...project, path: 'acme/site', merge_requests }] }
}

describe('what a seed has said of a merge request', () => {
  it('makes discussions, whose first note says what holds for all', async () => {
    const notes = [
      {
        author: 'bob',
        body: 'Word?',
        discussion: 'a',
        resolvable: true,
        resolved_by: 'jane',
        line,
      },
      { author: 'eve', body: 'Yes', discussion: 'a' },
      { author: 'bob', body: 'Here', line: { path: 'a.txt', old_line: 3 } },
      { author: 'bob', body: 'Alone', awards: [{ name: 'tada', by: 'eve' }] },
    ]
    const { db } = await createTestForge({ seed: worldWith({ notes }) })
    const [first, reply, here, alone] = db.notes.all().filter(({ id }) => id > 4)
    expect(first).toMatchObject({ resolvable: true, resolved: true, position: { new_line: 3 } })
    const { discussion_id, resolved_by_id, position } = first ?? {}
    expect(discussion_id).toMatch(/^[0-9a-f]{40}$/)
    expect(reply).toMatchObject({ discussion_id, resolved: true, resolved_by_id, position })
    expect(here).toMatchObject({ resolvable: true, position: { old_line: 3, new_line: null } })
    expect(here?.discussion_id).not.toBe(discussion_id)
    expect(alone).toMatchObject({ discussion_id: null, resolvable: false, position: null })
    expect(db.awardEmoji.all()).toMatchObject([
      { name: 'tada', awardable_type: 'Note', awardable_id: alone?.id },
    ])
  })

  it('may be a draft', async () => {
    const drafts = [{ author: 'bob', note: 'Later', line }]
    const { db } = await createTestForge({ seed: worldWith({ drafts }) })
    expect(db.draftNotes.all()).toMatchObject([{ note: 'Later', position: { new_line: 3 } }])
  })

  it('is about lines of the diff alone', async () => {
    const elsewhere = { path: 'a.txt', new_line: 1 }
    const notes = [{ author: 'bob', body: 'Hm', line: elsewhere }]
    const drafts = [{ author: 'bob', note: 'Hm', line: elsewhere }]
    await expect(createTestForge({ seed: worldWith({ notes, drafts }) })).rejects.toThrow(
      /notes\[0\]\.line: is not in the diff[\s\S]*drafts\[0\]\.line: is not in the diff/,
    )
  })

  it('is exported and loaded again as it is', async () => {
    const body = ['Other words:', '```suggestion', 'drei', '```'].join('\n')
    const notes = [{ author: 'bob', body, line, awards: [{ name: 'tada', by: 'eve' }] }]
    const drafts = [{ author: 'bob', note: 'Later', line }]
    const forge = await createTestForge({ seed: worldWith({ notes, drafts }) })
    const exported = forge.export()
    expect(exported.records?.suggestions).toMatchObject([{ to_content: 'drei\n' }])
    const again = await createTestForge({ seed: JSON.parse(JSON.stringify(exported)) })
    expect(again.export()).toEqual(exported)
    expect(again.db.draftNotes.all()).toEqual(forge.db.draftNotes.all())
    expect(again.db.suggestions.all()).toEqual(forge.db.suggestions.all())
    expect(again.db.notes.all()).toEqual(forge.db.notes.all())
  })
})

describe('forge.db', () => {
  it('refuses a draft of no merge request, and a suggestion of no note', async () => {
    const { db } = await createTestForge({ seed: world })
    await expect(
      db.draftNotes.create({ merge_request_id: 9, author_id: 1, note: 'Hm' }),
    ).rejects.toThrow('merge_request_id 9 names no record')
    await expect(
      db.suggestions.create({ note_id: 99, from_content: '', to_content: '' }),
    ).rejects.toThrow('note_id 99 names no record')
  })
})
