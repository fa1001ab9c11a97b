import { basePaths } from '../../contract/base-paths.ts'
import type { ListedWorld } from '../../worlds/client/index.ts'
import { CopyButton } from '../parts/copy-button.tsx'
import { DetailPane } from '../parts/detail-pane.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { counted } from '../parts/words.ts'
import { controlCall, forge } from '../session/control.ts'
import { useLoaded } from '../session/loaded.ts'
import { type Overview, overview } from '../session/overview.ts'
import { consoleOf } from '../session/place.ts'

interface WorldDetailProps {
  readonly world: ListedWorld
  readonly onClose: () => void
  readonly onReset: () => void
  readonly onFork: () => void
  readonly onRemove: () => void
  readonly onExport: () => void
  readonly onAdd: (file: File) => void
}

/** The number of shown tokens, since a world can have thousands. */
const shownTokens = 50

/** Shows a world: its address, its users, and the actions on it. */
export function WorldDetail(props: WorldDetailProps) {
  const { world, onClose, onReset, onFork, onRemove, onExport, onAdd } = props
  const { name, url } = world
  const path = `/worlds/${encodeURIComponent(name)}`
  const details = useLoaded(
    async (signal) => ({
      tokens: (await forge.worlds.get(name)).tokens,
      overview: await controlCall<Overview>('GET', `${path}/overview`, { signal }),
      snapshots: await controlCall<string[]>('GET', `${path}/snapshots`, { signal }),
      faults: await controlCall<unknown[]>('GET', `${path}/faults`, { signal }),
    }),
    [name],
  )
  const isHere = overview.value?.world === name
  const tokens = Object.entries(details.value?.tokens ?? {})
  const records = Object.entries(details.value?.overview.records ?? {}).filter(
    ([, count]) => count > 0,
  )
  return (
    <DetailPane
      label="World"
      title={name}
      onClose={onClose}
      actions={
        <>
          {!isHere && (
            <a class="button is-first" href={consoleOf(name)}>
              Open its console
            </a>
          )}
          <button type="button" onClick={onFork}>
            <Icon name="plus" />
            Fork
          </button>
          <button type="button" onClick={onReset}>
            <Icon name="replay" />
            Reset
          </button>
          <button type="button" onClick={onExport}>
            <Icon name="down" />
            Export
          </button>
          <label class="button">
            <Icon name="plus" />
            Add a seed
            <input
              type="file"
              class="visually-hidden"
              accept=".yaml,.yml,.json"
              onChange={({ currentTarget }) => {
                const [file] = currentTarget.files ?? []
                if (file) onAdd(file)
                currentTarget.value = ''
              }}
            />
          </label>
          {name !== 'default' && (
            <button type="button" class="is-dangerous" onClick={onRemove}>
              <Icon name="trash" />
              Remove
            </button>
          )}
        </>
      }
    >
      <dl class="world-places">
        {Object.entries(basePaths).map(([api, base]) => (
          <div key={api}>
            <dt>API {api}</dt>
            <dd>
              <code>{`${url}${base}`}</code>
              <CopyButton text={`${url}${base}`} label={`the address of ${api}`} />
            </dd>
          </div>
        ))}
      </dl>
      {details.problem !== undefined && <Problem>{details.problem}</Problem>}
      {details.value && (
        <>
          <p>
            It is {details.value.overview.now.slice(0, 19).replace('T', ' ')} UTC in this world,
            which has {wordsOf(details.value.snapshots.length, 'snapshot')} and{' '}
            {wordsOf(details.value.faults.length, 'fault')}.
          </p>
          <h3>Tokens</h3>
          <ul class="world-tokens">
            {tokens.slice(0, shownTokens).map(([username, token]) => (
              <li key={username}>
                <span>{username}</span>
                <code>{token}</code>
                <CopyButton text={token} label={`the token of ${username}`} />
              </li>
            ))}
          </ul>
          {tokens.length > shownTokens && <p class="dim">and {tokens.length - shownTokens} more</p>}
          <h3>Records</h3>
          <ul class="world-records">
            {records.map(([collection, count]) => (
              <li key={collection}>
                <span>{collection}</span>
                <span>{count.toLocaleString('en')}</span>
              </li>
            ))}
          </ul>
        </>
      )}
    </DetailPane>
  )
}

function wordsOf(count: number, what: string): string {
  if (count === 0) return `no ${what}s`
  return counted(count, what)
}
