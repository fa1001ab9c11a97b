import { story } from '../../story/story.ts'
import { listing, showing, writeThenRead } from './step.ts'

/** System hooks and application settings: every read shows the last write. */
export const lastWriteOfInstance = story(
  'the last write: hooks and settings',
  {
    about: ['System hooks', 'Application settings'],
    isExclusive: true,
  },
  async (t) => {
    await t.chapter('hooks', async () => {
      const hook = {
        url: `http://${t.name('hook')}.invalid/`,
        push_events: false,
        tag_push_events: false,
      }
      await writeThenRead(t, t.admin, 'createSystemHook', hook, () => [
        listing(t.admin, 'listSystemHooks', {}, 'url', hook.url),
      ])
    })

    await t.chapter('application settings', async () => {
      for (const sign_in_text of ['Welcome', 'Welcome again']) {
        await writeThenRead(t, t.admin, 'updateApplicationSettings', { sign_in_text }, () => [
          showing(t.admin, 'getApplicationSettings', {}, 'sign_in_text', sign_in_text),
        ])
      }
    })
  },
)
