import { add } from '../reads.ts'
import { type Move, ref } from '../world.ts'

/** Settings whose change only affects this history, with new values. */
const settings = [
  { home_page_url: 'http://forgery.invalid/' },
  { after_sign_out_path: 'http://forgery.invalid/out' },
  { sign_in_text: 'Compared by Forgery' },
  { max_attachment_size: 11 },
  { session_expire_delay: 10_081 },
  { user_oauth_applications: false },
  { default_projects_limit: 11 },
]

const writeSetting: Move = {
  weight: 6,
  make(world) {
    const change = world.draw.one(settings)
    add(world, 'admin', 'updateApplicationSettings', change)
    add(world, 'admin', 'getApplicationSettings')
    add(world, 'owner', 'getApplicationSettings')
  },
}

const systemHook: Move = {
  weight: 6,
  make(world) {
    const { draw } = world
    const symbol = world.fresh('hook')
    const values = {
      url: `http://<${symbol}.name>.invalid/`,
      push_events: draw.isLikely(0.5),
      tag_push_events: draw.isLikely(0.5),
      enable_ssl_verification: draw.isLikely(0.5),
    }
    add(world, 'admin', 'createSystemHook', values, { makes: symbol })
    add(world, 'admin', 'deleteSystemHook', { id: ref(symbol) })
    add(world, 'admin', 'deleteSystemHook', { id: ref(symbol) })
  },
}

/** The instance-wide writes. */
export const instanceMoves: readonly Move[] = [writeSetting, systemHook]
