import { useEffect, useMemo, useState } from 'preact/hooks'
import type { DeliverySummary } from '../../worlds/control/summaries.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { Problem } from '../parts/problem.tsx'
import { Status } from '../parts/status.tsx'
import { type Column, Table, useFocusOnTable } from '../parts/table.tsx'
import { timeOf } from '../parts/time.tsx'
import { hasWords, wordsOf } from '../parts/words.ts'
import { controlCall } from '../session/control.ts'
import { isBeginning, listen, timesOpened } from '../session/events.ts'
import { useLoaded } from '../session/loaded.ts'
import { go, setQuery } from '../shell/router.ts'
import type { ViewProps } from '../shell/view.ts'
import { DeliveryDetail, hookOf } from './delivery-detail.tsx'

const columns: readonly Column<DeliverySummary>[] = [
  { id: 'event', title: 'Event', width: 'minmax(6rem, 1fr)', cell: ({ event }) => event },
  {
    id: 'outcome',
    title: 'Answer',
    width: 'minmax(5rem, 1fr)',
    cell: ({ status, error }) =>
      status === undefined ? <span class="is-wrong">{error}</span> : <Status status={status} />,
  },
  {
    id: 'url',
    title: 'URL',
    width: 'minmax(6rem, 2fr)',
    isMinor: true,
    cell: ({ url }) => <code title={url}>{url}</code>,
    order: ({ url }) => url,
  },
  {
    id: 'hook',
    title: 'Hook',
    width: '9rem',
    isMinor: true,
    cell: hookOf,
    order: ({ hook_id }) => hook_id,
  },
  {
    id: 'milliseconds',
    title: 'ms',
    width: '4rem',
    isMinor: true,
    isNumber: true,
    cell: ({ milliseconds }) => milliseconds.toFixed(0),
    order: ({ milliseconds }) => milliseconds,
  },
  {
    id: 'at',
    title: 'Time',
    width: '5.5rem',
    isMinor: true,
    isNumber: true,
    cell: ({ at }) => <time dateTime={at}>{timeOf(at)}</time>,
  },
]

const keyOf = ({ id }: DeliverySummary) => String(id)

/** Shows webhook deliveries as they complete. */
export function DeliveriesView({ segments, query }: ViewProps) {
  useFocusOnTable()
  const [id] = segments
  const text = query.get('text') ?? ''
  const { deliveries, problem } = useDeliveries()
  const shown = useMemo(() => passing(deliveries ?? [], text), [deliveries, text])
  const rest = Object.fromEntries(query)
  return (
    <div class="workspace deliveries">
      <div class="tools">
        <h1 class="visually-hidden">Deliveries</h1>
        <FilterField
          label="Filter deliveries"
          value={text}
          onChange={(value) => setQuery({ text: value })}
        />
        <span class="stretch" />
        <span class="dim" role="status">
          {shown.length === 1 ? '1 delivery' : `${shown.length} deliveries`}
        </span>
      </div>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <div class="split">
        <Table
          label="Deliveries"
          rows={shown}
          columns={columns}
          keyOf={keyOf}
          selected={id}
          onOpen={(one) =>
            go({ path: ['deliveries', keyOf(one)], query: rest }, { isReplacing: id !== undefined })
          }
          empty={
            text === ''
              ? 'Nothing was sent yet. What happens is sent to the hooks of projects and of the system.'
              : 'No delivery passes the filter.'
          }
        />
        {id !== undefined && (
          <DeliveryDetail
            key={id}
            id={id}
            onClose={() => go({ path: ['deliveries'], query: rest })}
          />
        )}
      </div>
    </div>
  )
}

/** Loads the deliveries of the world, and adds new ones as they complete. */
function useDeliveries() {
  const [opened, setOpened] = useState(timesOpened.value)
  const [added, setAdded] = useState<readonly DeliverySummary[]>([])
  const { value, problem, reload } = useLoaded(
    () => controlCall<DeliverySummary[]>('GET', '/deliveries/summaries'),
    [opened],
  )
  useEffect(() => timesOpened.subscribe(setOpened), [])
  useEffect(
    () =>
      listen((event) => {
        if (event.type === 'delivery') setAdded((before) => [...before.slice(-999), event.delivery])
        if (isBeginning(event)) {
          setAdded([])
          reload()
        }
      }),
    [reload],
  )
  const deliveries = useMemo(() => {
    const loaded = value ?? []
    const known = new Set(loaded.map(({ id }) => id))
    return [...loaded, ...added.filter(({ id }) => !known.has(id))]
  }, [value, added])
  return { deliveries, problem }
}

/** Returns the deliveries that match the words of a filter, latest first. */
function passing(deliveries: readonly DeliverySummary[], filter: string): DeliverySummary[] {
  const words = wordsOf(filter)
  return deliveries
    .filter(({ event, url, status, error = '' }) =>
      hasWords(`${event} ${url} ${status ?? ''} ${error}`, words),
    )
    .reverse()
}
