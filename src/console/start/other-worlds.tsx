import { Problem } from '../parts/problem.tsx'
import { forge } from '../session/control.ts'
import { useLoaded } from '../session/loaded.ts'
import { overview } from '../session/overview.ts'
import { consoleOf } from '../session/place.ts'

/** Shows the other worlds of the server, for users with control. */
export function OtherWorlds() {
  const { value: worlds, problem } = useLoaded(() => forge.worlds.list(), [])
  const others = worlds?.filter(({ name }) => name !== overview.value?.world) ?? []
  return (
    <section aria-label="Other worlds">
      <h2>Other worlds</h2>
      {problem !== undefined && <Problem>{problem}</Problem>}
      {worlds && others.length === 0 && (
        <p class="dim">
          This server has no other. <code>forgery world create</code> or the view Worlds makes one:
          tests that run beside each other do not meet.
        </p>
      )}
      <ul class="rows">
        {others.map(({ name, url }) => (
          <li key={name}>
            <a class="name" href={consoleOf(name)}>
              {name}
            </a>
            <code class="rest">{url}</code>
          </li>
        ))}
      </ul>
    </section>
  )
}
