import { beforeEach, describe, expect, it } from 'vitest'
import type { Forge } from '../../../../src/forge/forge.ts'
import { createTestForge } from '../../../harness.ts'
import { seed } from '../../operations/v4/discussion-world.ts'

// biome-ignore lint/suspicious/noExplicitAny: a test looks into payloads of every shape, and says which it expects.
type Payload = any

const mergeRequest = '/projects/1/merge_requests/1'

describe('the hooks of a project', () => {
  let forge: Forge
  let received: Payload[]
  beforeEach(async () => {
    received = []
    const asked = { note_events: true, merge_requests_events: true, emoji_events: true }
    const hooks = [
      { project: 'acme/site', url: 'http://127.0.0.1:9/hook', payloads: 'v4', ...asked },
    ]
    forge = await createTestForge({
      seed: { ...seed, hooks } as typeof seed,
      fetch: async (input, init) => {
        received.push(await new Request(input, init).json())
        return new Response()
      },
    })
  })

  async function call(method: string, path: string, parameters: object = {}): Promise<Payload> {
    const response = await forge.fetch(`http://forge.test/api/v4${path}`, {
      method,
      headers: { 'private-token': 'dev-token', 'content-type': 'application/json' },
      ...(method === 'GET' ? {} : { body: JSON.stringify(parameters) }),
    })
    const text = await response.text()
    expect(response.ok, text).toBe(true)
    return text === '' ? undefined : JSON.parse(text)
  }

  /** What was sent since this was last asked. */
  async function sent(): Promise<Payload[]> {
    await forge.settled()
    return received.splice(0)
  }

  async function begin(): Promise<Payload> {
    const { diff_refs } = await call('GET', mergeRequest)
    const place = { old_path: 'a.txt', new_path: 'a.txt', new_line: 3, position_type: 'text' }
    const position = { ...diff_refs, ...place }
    return call('POST', `${mergeRequest}/discussions`, { body: 'Why?', position })
  }

  it('hear of discussions, where they are and what is answered', async () => {
    const { id, notes } = await begin()
    const [begun] = await sent()
    expect(begun).toMatchObject({
      object_kind: 'note',
      object_attributes: {
        note: 'Why?',
        type: 'DiffNote',
        action: 'create',
        discussion_id: id,
        // `printf a.txt | sha1sum`, and the lines on both sides.
        line_code: 'cfc7b4885384957ae445bc14914d4588f607651c_4_3',
        position: notes[0].position,
        original_position: notes[0].position,
      },
      merge_request: { iid: 1 },
    })
    await call('POST', `${mergeRequest}/discussions/${id}/notes`, { body: 'Because' })
    expect(await sent()).toMatchObject([
      { object_attributes: { note: 'Because', discussion_id: id } },
    ])
  })

  it('hear of a merge request when the last of its discussions is resolved', async () => {
    const [{ id: one }, { id: other }] = [await begin(), await begin()]
    await sent()
    await call('PUT', `${mergeRequest}/discussions/${one}`, { resolved: true })
    expect(await sent()).toEqual([])
    await call('PUT', `${mergeRequest}/discussions/${other}`, { resolved: true })
    expect(await sent()).toMatchObject([
      { object_kind: 'merge_request', object_attributes: { iid: 1, action: 'update' } },
    ])
  })

  it('hear of drafts when they are published', async () => {
    const { id } = await call('POST', `${mergeRequest}/draft_notes`, { note: 'Hm' })
    expect(await sent()).toEqual([])
    await call('PUT', `${mergeRequest}/draft_notes/${id}/publish`)
    expect(await sent()).toMatchObject([{ object_attributes: { note: 'Hm', action: 'create' } }])
  })

  it('hear of emoji on notes, given and taken back', async () => {
    const { notes } = await begin()
    await sent()
    const at = `${mergeRequest}/notes/${notes[0].id}/award_emoji`
    const { id } = await call('POST', at, { name: 'tada' })
    const award = { name: 'tada', awardable_type: 'Note', awardable_id: notes[0].id }
    expect(await sent()).toMatchObject([{ object_attributes: { ...award, action: 'award' } }])
    await call('DELETE', `${at}/${id}`)
    expect(await sent()).toMatchObject([{ object_attributes: { ...award, action: 'revoke' } }])
  })
})
