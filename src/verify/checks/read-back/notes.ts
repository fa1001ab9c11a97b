import type { OperationId } from '../../../contract/operation-contract.ts'
import { createFixture, type Fixture } from '../../fixture/fixture.ts'
import { idOf } from '../../fixture/values.ts'
import { itemWith } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import { removeAndRead } from './remove.ts'
import { type Reader, type Shown, writeAndRead } from './write.ts'

/** Notes of issues, merge requests and snippets: the same operations for three parents. */
export const notes = story('read-back: Notes', { about: ['Notes'] }, async (t) => {
  const fixture = await t.shared(createFixture)
  for (const kind of ['Issue', 'MergeRequest', 'Snippet'] as const) {
    await t.chapter(kind, () => checkNotes(t, fixture, kind))
  }
})

type Parent = 'Issue' | 'MergeRequest' | 'Snippet'

function parentOf(kind: Parent, { project: { id }, targets }: Fixture) {
  switch (kind) {
    case 'Issue':
      return { id, issue_id: targets.issue }
    case 'MergeRequest':
      return { id, merge_request_id: targets.mergeRequest }
    case 'Snippet':
      return { id, snippet_id: targets.snippet }
  }
}

async function checkNotes(t: TestContext, fixture: Fixture, kind: Parent): Promise<void> {
  const { owner } = fixture
  const parent = parentOf(kind, fixture)
  const get: OperationId = `get${kind}Note`
  const list: OperationId = `list${kind}Notes`
  const readers = (note_id: number): readonly Reader[] => [
    { caller: owner, operation: get, parameters: { ...parent, note_id } },
    {
      caller: owner,
      operation: list,
      parameters: { ...parent, per_page: 100 },
      find: itemWith('id', note_id),
    },
  ]
  const created_at = `${t.instance.day(-3)}T08:09:10Z`
  const time: Record<string, Shown> =
    kind === 'Issue' ? { created_at: ['created_at', created_at] } : {}
  const answer = await writeAndRead(t, {
    caller: owner,
    operation: `create${kind}Note`,
    parameters: {
      ...parent,
      body: `First words on the ${kind} ✓`,
      ...(kind === 'Issue' ? { created_at } : {}),
    },
    shows: { body: ['body', `First words on the ${kind} ✓`], ...time },
    readers: ({ body }) => readers(idOf(body, `create${kind}Note`)),
  })
  const note_id = idOf(answer.body, `create${kind}Note`)
  const { body } = await owner.call(get, { ...parent, note_id })
  const rule = 'A note carries its author and what it is on.'
  t.expect({ operation: get }, 'shows:noteable', rule).equal(
    [body?.author?.id, body?.noteable_type, body?.system],
    [owner.id, kind, false],
  )
  await writeAndRead(t, {
    caller: owner,
    operation: `update${kind}Note`,
    parameters: { ...parent, note_id, body: 'Second words' },
    shows: { body: ['body', 'Second words'] },
    readers: () => readers(note_id),
  })
  await removeAndRead(t, {
    caller: owner,
    operation: `delete${kind}Note`,
    parameters: { ...parent, note_id },
    readers: readers(note_id),
    isIdempotent: true,
  })
}
