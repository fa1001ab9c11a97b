import type { OperationResponse } from '../client/answer.ts'
import { story } from '../story/story.ts'

type Hooks = readonly { readonly id?: number; readonly url?: string }[]

/** System hooks: the shown fields, and those that are never shown. */
export const systemHooks = story(
  'system hooks',
  { about: ['System hooks'], needsInstance: true },
  async (t) => {
    const url = `http://${t.name('hook')}.invalid/receive`
    const token = t.name('token')
    const made = await t.admin.call('createSystemHook', {
      url,
      token,
      push_events: false,
      tag_push_events: true,
      enable_ssl_verification: false,
    })
    const created = [made.body].flat()[0]
    const id = created?.id ?? 0
    const expectSecret = (answer: OperationResponse) =>
      t
        .expect(answer, 'secret', 'The token of a hook is never returned.')
        .holds(!answer.text.includes(token), 'no token', 'the token')

    // A server may keep a list for a moment.
    const listedEventually = (isDone: (hooks: Hooks) => boolean) =>
      t.eventually(
        () => t.admin.call('listSystemHooks', { per_page: 100 }),
        ({ body }) => isDone(body ?? []),
      )

    await t.chapter('creating', async () => {
      const listed = await listedEventually((hooks) => hooks.some((hook) => hook.id === id))
      const found = listed.body?.find((hook) => hook.id === id)
      for (const [name, value] of Object.entries({
        url,
        push_events: false,
        tag_push_events: true,
        enable_ssl_verification: false,
      })) {
        t.expect(made, `read-back:${name}`).equal(found && Reflect.get(found, name), value)
      }
      expectSecret(made)
      expectSecret(listed)
    })

    for (const body of ['query', 'form'] as const) {
      const place = body === 'query' ? 'the query' : 'a form'
      for (const flag of [false, true]) {
        await t.chapter(`flags ${flag ? 'on' : 'off'} in ${place}`, async () => {
          const sent = {
            url: `http://${t.name('hook')}.invalid/`,
            push_events: flag,
            tag_push_events: !flag,
            enable_ssl_verification: flag,
          }
          const written = await t.admin.call('createSystemHook', sent, { body })
          const listed = await listedEventually((hooks) =>
            hooks.some((hook) => hook.url === sent.url),
          )
          const found = listed.body?.find((hook) => hook.url === sent.url)
          t.expect(written, `place:${body}`, `Parameters may stand in ${place}.`).equal(
            [found?.push_events, found?.tag_push_events, found?.enable_ssl_verification],
            [flag, !flag, flag],
          )
        })
      }
    }

    await t.chapter('testing', async () => {
      const tested = await t.admin.call('testSystemHook', { id })
      t.expect(tested, 'content', 'A test answers the event that was sent.').holds(
        typeof tested.body?.event_name === 'string' && tested.body.event_name !== '',
        'the name of an event',
        tested.body?.event_name,
      )
      expectSecret(tested)
      const listed = await t.admin.call('listSystemHooks', { per_page: 100 })
      const found = listed.body?.find((hook) => hook.id === id)
      t.expect(tested, 'keeps:the-rest', 'A test changes nothing of the hook.').equal(
        [found?.url, found?.push_events, found?.tag_push_events, found?.enable_ssl_verification],
        [url, false, true, false],
      )
    })

    await t.chapter('deleting', async () => {
      const gone = await t.admin.call('deleteSystemHook', { id })
      t.expect(gone, 'content', 'The answer to the deletion is the deleted hook.').equal(
        [gone.body?.id, gone.body?.url],
        [id, url],
      )
      expectSecret(gone)
      const listed = await listedEventually((hooks) => !hooks.some((hook) => hook.id === id))
      t.expect(gone, 'removes').excludes(
        listed.body?.map((hook) => hook.id),
        [id],
      )
    })
  },
)
