import { type ApiName, apiNames, basePaths } from '../../contract/base-paths.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { overview } from '../session/overview.ts'
import { prefix, worldUrl } from '../session/place.ts'

/** A short description of each API. */
const meanings: Readonly<Record<ApiName, string>> = {
  v4: 'GitLab 18',
  v3: 'GitLab 8.15',
}

/** Shows the addresses of the APIs of this world. */
export function Addresses() {
  const apis = overview.value?.apis ?? apiNames
  return (
    <section aria-label="Base URLs">
      <h2>Base URLs</h2>
      <ul class="rows">
        {apis.map((api) => {
          const url = `${worldUrl}${basePaths[api]}`
          return (
            <li key={api}>
              <span class="name">{api}</span>
              <span class="dim kind">{meanings[api]}</span>
              <code class="rest">{url}</code>
              <a href={`${prefix}${basePaths[api]}/openapi.json`}>openapi.json</a>
              <CopyButton text={url} label={`the base URL of ${api}`} />
            </li>
          )
        })}
      </ul>
    </section>
  )
}
