import { idOf } from '../../fixture/values.ts'
import { at } from '../../story/bodies.ts'
import { story } from '../../story/story.ts'
import { createLedger } from './ledger.ts'
import { list } from './place.ts'

/** System hooks: each has its own flags, and none shows its token. */
export const hooksLedger = story(
  'ledger: System hooks',
  { about: ['System hooks'], needsInstance: true },
  async (t) => {
    const kind = 'hook'
    await t.chapter('beside each other', async () => {
      const ledger = createLedger(t)
      ledger.watch({ kind, reader: list(t.admin, 'listSystemHooks', {}) })
      const rule = 'The token of a hook is never returned.'
      const ids: number[] = []
      // Two of them have the same address.
      const [first, second] = [t.name('hook'), t.name('hook')]
      for (const flag of [true, false, true]) {
        const fields = {
          url: `http://${flag ? first : second}.invalid/`,
          push_events: flag,
          tag_push_events: flag,
          enable_ssl_verification: !flag,
        }
        const sent = { ...fields, token: t.name('token') }
        await ledger.write(t.admin, 'createSystemHook', sent, ({ body }) => {
          const id = idOf([body].flat()[0], 'createSystemHook')
          ids.push(id)
          return [{ kind, id, is: fields }]
        })
      }
      for (const id of ids) {
        const fields = ledger.of(kind, id)
        const gone = await ledger.write(t.admin, 'deleteSystemHook', { id }, () => [
          { kind, id, is: 'gone' },
        ])
        const token = at(gone.body, 'token') ?? null
        t.expect(gone, 'secret:token', rule).holds(token === null, 'no token', 'a token')
        for (const [name, value] of Object.entries(fields)) {
          const deleted = 'The answer to the deletion is the hook as it was.'
          t.expect(gone, 'content', deleted).equal(at(gone.body, name), value)
        }
      }
    })
  },
)
