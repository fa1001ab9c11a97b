import { render } from 'preact'
import { followEvents } from './session/events.ts'
import { loadOverview } from './session/overview.ts'
import { App } from './shell/app.tsx'
import { address, followLinks } from './shell/router.ts'
import { views } from './views.ts'

const isView = (segment: string) => views.some(({ path }) => path === segment)

// The code of the first view is loaded while the rest is rendered.
views
  .find(({ path }) => path === (address.value.segments[0] ?? ''))
  ?.load()
  .catch(() => {})
followLinks(isView)
const root = document.getElementById('console')
if (root) render(<App />, root)
loadOverview().then(followEvents)
