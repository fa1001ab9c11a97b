import { overview } from '../session/overview.ts'
import { hasView, hrefOf } from '../shell/router.ts'

/** The collections that characterize a world. */
const shown: readonly (readonly [collection: string, title: string, one: string])[] = [
  ['projects', 'projects', 'project'],
  ['users', 'people', 'person'],
  ['issues', 'issues', 'issue'],
  ['mergeRequests', 'merge requests', 'merge request'],
  ['pipelines', 'pipelines', 'pipeline'],
  ['builds', 'jobs', 'job'],
]

/** Shows the size of the world. */
export function Numbers() {
  const records = overview.value?.records
  return (
    <ul class="numbers" aria-label="The world in numbers">
      {shown.map(([collection, title, one]) => {
        const count = records?.[collection]
        const text = (
          <>
            <strong>{count === undefined ? '–' : count.toLocaleString('en')}</strong>
            <span class="dim">{count === 1 ? one : title}</span>
          </>
        )
        return (
          <li key={collection}>
            {hasView('world') ? <a href={hrefOf({ path: ['world', collection] })}>{text}</a> : text}
          </li>
        )
      })}
    </ul>
  )
}
