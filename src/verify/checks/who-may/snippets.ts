import type { OperationId } from '../../../contract/operation-contract.ts'
import { visibilities, visibilityLevels } from '../../../contract/visibility-levels.ts'
import { idOf } from '../../fixture/values.ts'
import { itemWith } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import type { TestContext } from '../../story/test-context.ts'
import type { Role } from './cells.ts'
import { createPlaces, type Places } from './places.ts'

/**
 * The visibility of snippets in a public project: private ones for their author only, internal and public ones for any
 * signed-in user.
 */
export const snippetLevels = story(
  'who reads which snippet',
  { about: ['Snippets', 'Notes'] },
  async (t) => {
    const places = await t.shared(createPlaces)
    const [open] = places.kept.toReversed()
    if (!open) return
    const creator = places.callers.developer
    const project = await t.project({ visibility: open.visibility, group: open.fixture.group })
    const { id } = project
    const file = { title: 'Level', file_name: 'level.rb', code: 'puts 1\n' }
    const tried = await creator.attempt('createSnippet', { id, ...file, visibility_level: 0 })
    // "Caller needs permission to create snippets" (document 2, Snippets), and not which level gives it.
    if (tried.status === 403)
      return t.notTested('createSnippet', 'permission', 'developers create no snippets here')
    for (const visibility of visibilities) {
      const visibility_level = visibilityLevels[visibility]
      if (!t.instance.allowedLevels.includes(visibility_level)) continue
      const sent = { ...file, visibility_level }
      const made = await creator.perform('createSnippet', { id, ...sent })
      const snippet_id = idOf(made.body, 'createSnippet')
      const noted = await creator.perform('createSnippetNote', { id, snippet_id, body: 'A word' })
      const note_id = idOf(noted.body, 'createSnippetNote')
      for (const role of ['stranger', 'guest', 'reporter', 'master', 'developer'] as const) {
        const sees = visibility !== 'private' || role === 'developer'
        const rule = `${words[visibility]}.`
        await t.chapter(`${role} and ${visibility}`, () =>
          checkReader(t, places, { role, sees, rule, path: { id, snippet_id, note_id } }),
        )
      }
      if (visibility !== open.visibility || visibility === 'private') continue
      await t.chapter('made private', async () => {
        const path = { id, snippet_id, note_id }
        const hidden = await creator.attempt('updateSnippet', {
          id,
          snippet_id,
          title: 'For its creator',
          visibility_level: 0,
        })
        const reason = 'the creator may not make a snippet private here'
        if (hidden.status >= 300) return t.notTested('updateSnippet', 'permission', reason)
        const rule = `${words.private}, also if others could read it before.`
        await checkReader(t, places, { role: 'reporter', sees: false, rule, path })
        await checkReader(t, places, { role: 'developer', sees: true, rule, path })
      })
    }
  },
)

const words = {
  private: 'A private snippet (0) is visible to its creator only, and hidden from others',
  internal: 'An internal snippet (10) is visible to whoever is signed in',
  public: 'A public snippet (20) is visible to everyone',
}

interface Reading {
  readonly role: Role
  readonly sees: boolean
  readonly rule: string
  readonly path: { readonly id: number; readonly snippet_id: number; readonly note_id: number }
}

const reads: readonly OperationId[] = [
  'getSnippet',
  'getRawSnippet',
  'listSnippetNotes',
  'getSnippetNote',
]

async function checkReader(
  t: TestContext,
  { callers }: Places,
  { role, sees, rule, path: { id, snippet_id, note_id } }: Reading,
): Promise<void> {
  const caller = callers[role]
  const aspect = `permission:${role}`
  await Promise.all(
    reads.map(async (operation) => {
      const answer = await caller.attempt(operation, { id, snippet_id, note_id })
      t.expect(answer, aspect, rule).status(sees ? [200] : [403, 404])
    }),
  )
  const list = await caller.attempt('listSnippets', { id, per_page: 100 })
  const isListed = itemWith('id', snippet_id)(list.body) !== undefined
  t.expect(list, aspect, rule).equal(isListed, sees)
}
