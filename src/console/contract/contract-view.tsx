import { useMemo } from 'preact/hooks'
import { type ApiName, basePaths } from '../../contract/base-paths.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { Method } from '../parts/status.tsx'
import { type Column, Table, useFocusOnTable } from '../parts/table.tsx'
import { counted, hasWords, wordsOf } from '../parts/words.ts'
import { forge } from '../session/control.ts'
import { useLoaded } from '../session/loaded.ts'
import { prefix } from '../session/place.ts'
import { useCommands } from '../shell/commands.ts'
import { go, hrefOf, setQuery } from '../shell/router.ts'
import type { ViewProps } from '../shell/view.ts'
import { CoverageMap } from './coverage-map.tsx'
import { OperationDetail } from './operation-detail.tsx'
import { loadReference, type Operation } from './reference.ts'
import { ReportView } from './report-view.tsx'

const apis = Object.keys(basePaths).filter((name): name is ApiName => name in basePaths)

/** An operation with the number of its calls in this world. */
interface Row extends Operation {
  readonly calls: number
}

const columns: readonly Column<Row>[] = [
  {
    id: 'method',
    title: 'Method',
    width: '4rem',
    cell: ({ method }) => <Method method={method} />,
  },
  {
    id: 'path',
    title: 'Path',
    width: 'minmax(9rem, 3fr)',
    cell: ({ path }) => <code title={path}>{path}</code>,
    order: ({ path }) => path,
  },
  {
    id: 'operation',
    title: 'Operation',
    width: 'minmax(7rem, 1.6fr)',
    isMinor: true,
    cell: ({ id }) => id,
    order: ({ id }) => id,
  },
  {
    id: 'tag',
    title: 'Resource',
    width: 'minmax(6rem, 1fr)',
    isMinor: true,
    cell: ({ tag }) => <span class="dim">{tag}</span>,
    order: ({ tag }) => tag,
  },
  {
    id: 'calls',
    title: 'Calls',
    width: '3.5rem',
    isMinor: true,
    isNumber: true,
    cell: ({ calls }) => (calls === 0 ? <span class="dim">none</span> : calls),
    order: ({ calls }) => calls,
  },
]

const keyOf = ({ id }: Row) => id

/** Shows the operations of the APIs of this world, with their coverage, and a form to try each as any user. */
export function ContractView({ segments, query }: ViewProps) {
  const [first = 'v4', id] = segments
  const api = apis.find((name) => name === first)
  const isReport = first === 'report'
  useFocusOnTable()
  useCommands([
    ...apis.map((name) => ({
      title: `Show the contract of ${name}`,
      icon: 'contract' as const,
      run: () => go({ path: ['contract', name] }),
    })),
    {
      title: 'Open a report of verify or compare',
      icon: 'contract',
      run: () => go({ path: ['contract', 'report'] }),
    },
  ])
  if (isReport) return <ReportView tabs={<Tabs current="report" />} />
  if (!api) return <Problem>There is no API {first} here: v4 and v3 are served.</Problem>
  return <Reference api={api} id={id} query={query} />
}

interface ReferenceProps {
  readonly api: ApiName
  readonly id: string | undefined
  readonly query: URLSearchParams
}

function Reference({ api, id, query }: ReferenceProps) {
  const { value: operations, problem } = useLoaded(() => loadReference(api), [api])
  const { value: coverage, reload } = useLoaded(() => forge.coverage(), [api])
  const text = query.get('text') ?? ''
  const showsMap = query.get('show') === 'coverage'
  const all = useMemo(() => withCalls(operations ?? [], coverage), [operations, coverage])
  const rows = useMemo(() => passing(all, text), [all, text])
  const given = Object.fromEntries(query)
  const open = ({ id: opened }: Operation) =>
    go({ path: ['contract', api, opened], query: given }, { isReplacing: id !== undefined })
  const operation = all.find((one) => one.id === id)
  return (
    <div class="workspace contract">
      <div class="tools">
        <h1 class="visually-hidden">Contract</h1>
        <Tabs current={api} />
        <FilterField
          label="Filter operations"
          placeholder="Path, operation, resource"
          value={text}
          onChange={(value) => setQuery({ text: value })}
        />
        <button
          type="button"
          aria-pressed={showsMap}
          onClick={() => setQuery({ show: showsMap ? undefined : 'coverage' })}
        >
          Coverage
        </button>
        <span class="stretch" />
        <span class="dim count" role="status">
          {operations === undefined ? 'Loading' : counted(rows.length, 'operation')}
        </span>
        <a
          class="button"
          href={`${prefix}${basePaths[api]}/openapi.json`}
          target="_blank"
          rel="noreferrer"
        >
          <Icon name="link" />
          openapi.json
        </a>
      </div>
      {problem !== undefined && <Problem>{problem}</Problem>}
      <div class="split">
        {showsMap ? (
          <CoverageMap rows={rows} selected={id} onOpen={open} />
        ) : (
          <Table
            label="Operations"
            rows={rows}
            columns={columns}
            keyOf={keyOf}
            selected={id}
            onOpen={open}
            empty={
              operations === undefined ? 'Loading the contract' : 'No operation passes the filter.'
            }
          />
        )}
        {operation && operations && (
          <OperationDetail
            key={`${api} ${operation.id}`}
            operation={operation}
            calls={operation.calls}
            operations={operations}
            onCalled={reload}
            onClose={() => go({ path: ['contract', api], query: given })}
          />
        )}
        {id !== undefined && operations && !operation && (
          <Problem>{`There is no operation ${id} in ${api}.`}</Problem>
        )}
      </div>
    </div>
  )
}

function Tabs({ current }: { readonly current: string }) {
  const tabs = [...apis].reverse().map((name) => [name, name] as const)
  return (
    <nav class="segments" aria-label="Contracts">
      {[...tabs, ['report', 'Report'] as const].map(([name, title]) => (
        <a
          key={name}
          class="button"
          aria-current={current === name ? 'page' : undefined}
          href={hrefOf({ path: ['contract', name] })}
        >
          {title}
        </a>
      ))}
    </nav>
  )
}

type Coverage = Awaited<ReturnType<typeof forge.coverage>>

function withCalls(operations: readonly Operation[], coverage: Coverage | undefined): Row[] {
  const calls = new Map(
    (coverage?.operations ?? []).map(({ api, operation, statuses }) => [
      `${api} ${operation}`,
      Object.values(statuses).reduce((sum, count) => sum + count, 0),
    ]),
  )
  return operations.map((one) => ({ ...one, calls: calls.get(`${one.api} ${one.id}`) ?? 0 }))
}

/** Returns the rows whose path, names or summary contain each word. */
function passing(rows: readonly Row[], text: string): readonly Row[] {
  const words = wordsOf(text)
  if (words.length === 0) return rows
  return rows.filter(({ method, path, id, tag, summary }) =>
    hasWords(`${method} ${path} ${id} ${tag} ${summary}`, words),
  )
}
