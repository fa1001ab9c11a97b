import { useEffect, useMemo } from 'preact/hooks'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { perform } from '../parts/perform.ts'
import { Method, Status } from '../parts/status.tsx'
import { type Column, Table, useFocusOnTable } from '../parts/table.tsx'
import { timeOf } from '../parts/time.tsx'
import { useCommands } from '../shell/commands.ts'
import { go, setQuery } from '../shell/router.ts'
import type { ViewProps } from '../shell/view.ts'
import { clearRequests, followRequests, heldBack, requests, setPaused } from './journal.ts'
import { RequestDetail } from './request-detail.tsx'
import {
  filterOf,
  nobody,
  passing,
  type RequestFilter,
  type RequestSummary,
} from './request-summary.ts'

const columns: readonly Column<RequestSummary>[] = [
  {
    id: 'method',
    title: 'Method',
    width: '4rem',
    cell: ({ method }) => <Method method={method} />,
  },
  {
    id: 'path',
    title: 'Path',
    width: 'minmax(8rem, 3fr)',
    cell: ({ path }) => <Path path={path} />,
    order: ({ path }) => path,
  },
  {
    id: 'status',
    title: 'Status',
    width: '4.5rem',
    cell: ({ status, fault }) => (
      <>
        <Status status={status} />
        {fault !== undefined && (
          <span class="hit" title={`Hit by the fault ${fault}`}>
            <Icon name="fault" />
            <span class="visually-hidden">by a fault</span>
          </span>
        )}
      </>
    ),
    order: ({ status }) => status,
  },
  {
    id: 'operation',
    title: 'Operation',
    width: 'minmax(6rem, 1.4fr)',
    isMinor: true,
    cell: ({ operationId, isUnhandled }) =>
      operationId ?? <span class="dim">{isUnhandled ? 'not served' : 'none'}</span>,
    order: ({ operationId = '' }) => operationId,
  },
  {
    id: 'api',
    title: 'API',
    width: '2.2rem',
    isMinor: true,
    cell: ({ api }) => <span class="dim">{api ?? ''}</span>,
  },
  {
    id: 'user',
    title: 'Who',
    width: 'minmax(4rem, 0.8fr)',
    isMinor: true,
    cell: ({ user }) => user ?? <span class="dim">nobody</span>,
    order: ({ user = '' }) => user,
  },
  {
    id: 'milliseconds',
    title: 'ms',
    width: '4rem',
    isMinor: true,
    isNumber: true,
    cell: ({ milliseconds }) => milliseconds.toFixed(1),
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

/** Shows a path with its common base path dimmed. */
function Path({ path }: { readonly path: string }) {
  const [, base = '', rest = path] = /^(\/api\/v\d+)(\/.*)$/.exec(path) ?? []
  return (
    <code title={path}>
      <span class="base">{base}</span>
      {rest}
    </code>
  )
}

const classes = [
  ['', 'All'],
  ['2', '2xx'],
  ['3', '3xx'],
  ['4', '4xx'],
  ['5', '5xx'],
] as const

const keyOf = ({ id }: RequestSummary) => id
const classOf = ({ status, isOfConsole }: RequestSummary) =>
  `${status >= 500 || status === 0 ? 'is-broken' : ''} ${isOfConsole ? 'is-quiet' : ''}`

/** Shows the requests to this world as they arrive. */
export function RequestsView({ segments, query }: ViewProps) {
  useEffect(followRequests, [])
  useFocusOnTable()
  const [id] = segments
  const filter = filterOf(query)
  const search = query.toString()
  const all = requests.value ?? []
  const shown = useMemo(() => passing(all, filter), [all, search])
  const isPaused = heldBack.value !== undefined

  async function clear() {
    const isDone = await perform('The journal is empty', clearRequests)
    if (isDone) go({ path: ['requests'], query: Object.fromEntries(query) })
  }
  useCommands([
    {
      title: isPaused ? 'Let requests come in' : 'Hold requests back',
      icon: 'pause',
      run: () => setPaused(!isPaused),
    },
    { title: 'Clear the requests', icon: 'trash', run: clear },
  ])
  const open = (request: RequestSummary) =>
    go(
      { path: ['requests', request.id], query: Object.fromEntries(query) },
      { isReplacing: id !== undefined },
    )
  return (
    <div class="workspace requests">
      <div class="tools">
        <h1 class="visually-hidden">Requests</h1>
        <FilterField
          label="Filter requests"
          placeholder="Filter"
          value={filter.text}
          onChange={(text) => setQuery({ text })}
        />
        <div class="segments" role="group" aria-label="Status">
          {classes.map(([value, title]) => (
            <button
              key={title}
              type="button"
              aria-pressed={filter.status === value}
              onClick={() => setQuery({ status: value })}
            >
              {title}
            </button>
          ))}
        </div>
        <Choices all={all} filter={filter} />
        <span class="stretch" />
        <span class="dim count" role="status">
          {shown.length < all.length
            ? `${shown.length} of ${all.length}`
            : all.length === 1
              ? '1 request'
              : `${all.length} requests`}
        </span>
        <button type="button" aria-pressed={isPaused} onClick={() => setPaused(!isPaused)}>
          <Icon name={isPaused ? 'play' : 'pause'} />
          {isPaused ? `${heldBack.value} held back` : 'Pause'}
        </button>
        <button type="button" onClick={clear}>
          <Icon name="trash" />
          Clear
        </button>
      </div>
      <div class="split">
        <Table
          label="Requests"
          rows={shown}
          columns={columns}
          keyOf={keyOf}
          classOf={classOf}
          selected={id}
          onOpen={open}
          empty={
            requests.value === undefined
              ? 'Loading the journal'
              : all.length === 0
                ? 'Nothing was asked yet. Whatever your application asks appears here.'
                : 'No request passes the filter.'
          }
        />
        {id !== undefined && (
          <RequestDetail
            key={id}
            id={id}
            onClose={() => go({ path: ['requests'], query: Object.fromEntries(query) })}
          />
        )}
      </div>
    </div>
  )
}

interface ChoicesProps {
  readonly all: readonly RequestSummary[]
  readonly filter: RequestFilter
}

/** The operations and users among the requests, as choices of the filter. */
function Choices({ all, filter }: ChoicesProps) {
  const { operations, users } = useMemo(() => {
    const operations = new Set(all.flatMap(({ operationId }) => operationId ?? []))
    const users = new Set(all.map(({ user }) => user ?? nobody))
    return { operations: [...operations].sort(), users: [...users].sort() }
  }, [all])
  return (
    <>
      <select
        aria-label="Operation"
        value={filter.operation}
        onChange={({ currentTarget }) => setQuery({ operation: currentTarget.value })}
      >
        <option value="">Any operation</option>
        {withChosen(operations, filter.operation).map((operation) => (
          <option key={operation}>{operation}</option>
        ))}
      </select>
      <select
        aria-label="Who"
        value={filter.user}
        onChange={({ currentTarget }) => setQuery({ user: currentTarget.value })}
      >
        <option value="">Anybody</option>
        {withChosen(users, filter.user).map((user) => (
          <option key={user} value={user}>
            {user === nobody ? 'nobody' : user}
          </option>
        ))}
      </select>
      <label class="check">
        <input
          type="checkbox"
          checked={filter.hasConsole}
          onChange={({ currentTarget }) =>
            setQuery({ console: currentTarget.checked ? 'shown' : undefined })
          }
        />
        the console's own
      </label>
    </>
  )
}

/** Adds the chosen value, which may not occur any more. */
function withChosen(values: readonly string[], chosen: string): readonly string[] {
  return chosen === '' || values.includes(chosen) ? values : [chosen, ...values]
}
