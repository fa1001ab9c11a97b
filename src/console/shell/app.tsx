import type { ComponentType } from 'preact'
import { useEffect, useState } from 'preact/hooks'
import { Problem } from '../parts/problem.tsx'
import { Toasts } from '../parts/toast.tsx'
import { messageOf } from '../session/loaded.ts'
import { overview, overviewProblem } from '../session/overview.ts'
import { views } from '../views.ts'
import { Navigation, TopBar } from './navigation.tsx'
import { Palette } from './palette.tsx'
import { address, hrefOf } from './router.ts'
import { Shortcuts } from './shortcuts.tsx'
import { shownTitles } from './title.ts'
import { TokenGate } from './token-gate.tsx'
import type { View, ViewProps } from './view.ts'

/** The console: the top bar, the navigation, and the current view. */
export function App() {
  const { segments, query } = address.value
  const [name = '', ...rest] = segments
  const view = views.find(({ path }) => path === name)
  const world = overview.value?.world
  const titles = shownTitles.value.length > 0 ? shownTitles.value : [view?.title]
  const title = [...titles, world === 'default' ? undefined : world, 'Forgery']
    .filter((one) => one !== undefined)
    .join(' · ')
  useEffect(() => {
    document.title = title
  }, [title])
  return (
    <>
      <a class="skip" href="#main">
        Skip to the view
      </a>
      <TopBar />
      <Navigation shown={view} />
      <main id="main" tabIndex={-1} key={name}>
        {overviewProblem.value !== undefined && <Problem>{overviewProblem.value}</Problem>}
        {view ? <ShownView view={view} segments={rest} query={query} /> : <NoView name={name} />}
      </main>
      <Toasts />
      <Palette />
      <Shortcuts />
      <TokenGate />
    </>
  )
}

interface ShownViewProps extends ViewProps {
  readonly view: View
}

/** Shows a view once its code is loaded. */
function ShownView({ view, segments, query }: ShownViewProps) {
  const [loaded, setLoaded] = useState<{ readonly Shown: ComponentType<ViewProps> }>()
  const [problem, setProblem] = useState<string>()
  useEffect(() => {
    let isHere = true
    view.load().then(
      (Shown) => isHere && setLoaded({ Shown }),
      (error: unknown) => isHere && setProblem(messageOf(error)),
    )
    return () => {
      isHere = false
    }
  }, [view])
  if (problem !== undefined) {
    return <Problem>This view cannot be loaded: {problem}. Load the page again.</Problem>
  }
  return loaded ? <loaded.Shown segments={segments} query={query} /> : null
}

function NoView({ name }: { readonly name: string }) {
  return (
    <div class="page">
      <h1>There is no such view</h1>
      <p>
        The console has nothing at “{name}”. <a href={hrefOf({ path: [] })}>Start</a>
      </p>
    </div>
  )
}
