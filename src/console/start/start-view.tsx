import { useChanges } from '../session/events.ts'
import { loadOverview, overview, overviewProblem } from '../session/overview.ts'
import { Addresses } from './addresses.tsx'
import { Calls } from './calls.tsx'
import { Numbers } from './numbers.tsx'
import { OtherWorlds } from './other-worlds.tsx'
import { People } from './people.tsx'

/** Shows the users of this world, and how to call its APIs. */
export function StartView() {
  useChanges('all', loadOverview)
  // Nothing is rendered that would move when the rest arrives.
  if (!overview.value && overviewProblem.value === undefined) return null
  const world = overview.value?.world
  return (
    <div class="page start">
      <h1>{world === undefined || world === 'default' ? 'Start' : `Start: the world ${world}`}</h1>
      <Numbers />
      <div class="start-columns">
        <div>
          <Addresses />
          <People />
        </div>
        <div>
          <Calls />
          <OtherWorlds />
        </div>
      </div>
    </div>
  )
}
