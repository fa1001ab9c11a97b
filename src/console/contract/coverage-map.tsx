import { counted } from '../parts/words.ts'
import type { Operation } from './reference.ts'

interface Called extends Operation {
  readonly calls: number
}

interface CoverageMapProps {
  readonly rows: readonly Called[]
  readonly selected: string | undefined
  readonly onOpen: (operation: Called) => void
}

/** Shows all operations by resource as a heat map of the number of calls. */
export function CoverageMap({ rows, selected, onOpen }: CoverageMapProps) {
  const tags = byTag(rows)
  const called = rows.filter(({ calls }) => calls > 0).length
  const share = rows.length === 0 ? 0 : Math.round((100 * called) / rows.length)
  return (
    <div class="coverage-map" tabIndex={0} role="region" aria-label="Coverage">
      <p>{`${called} of ${rows.length} operations were called, ${share}%.`}</p>
      {[...tags].map(([tag, operations]) => (
        <section key={tag} aria-label={tag}>
          <h2>
            {tag}{' '}
            <span class="dim">
              {operations.filter(({ calls }) => calls > 0).length} of {operations.length}
            </span>
          </h2>
          <div class="coverage-fields">
            {operations.map((operation) => (
              <button
                key={operation.id}
                type="button"
                class={`coverage-field is-${heatOf(operation.calls)}`}
                aria-pressed={operation.id === selected}
                title={`${operation.method} ${operation.path}`}
                aria-label={`${operation.id}, ${counted(operation.calls, 'call')}`}
                onClick={() => onOpen(operation)}
              >
                {operation.calls === 0 ? '' : operation.calls > 99 ? '99+' : operation.calls}
              </button>
            ))}
          </div>
        </section>
      ))}
    </div>
  )
}

/** Returns the intensity of the colour, from 0 to 4. */
function heatOf(calls: number): number {
  return [1, 3, 10, 30].filter((least) => calls >= least).length
}

function byTag(rows: readonly Called[]): Map<string, Called[]> {
  const tags = new Map<string, Called[]>()
  for (const row of rows) tags.set(row.tag, [...(tags.get(row.tag) ?? []), row])
  return tags
}
