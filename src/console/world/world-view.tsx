import { useMemo } from 'preact/hooks'
import type { RecordQuery, ServedRecord } from '../../worlds/client/index.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { rowsPerPage, usePagedRows } from '../parts/paged-rows.ts'
import { type PagedColumn, PagedTable } from '../parts/paged-table.tsx'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { counted } from '../parts/words.ts'
import { forge } from '../session/control.ts'
import { useChanges } from '../session/events.ts'
import { useLoaded } from '../session/loaded.ts'
import { type Command, useCommands } from '../shell/commands.ts'
import { go, hrefOf, setQuery } from '../shell/router.ts'
import type { ViewProps } from '../shell/view.ts'
import { columnNames } from './columns.ts'
import type { FieldSchema } from './form-fields.ts'
import { NewRecordPane } from './new-record-pane.tsx'
import { makers } from './record-calls.ts'
import { RecordPane } from './record-pane.tsx'

type Collection = Parameters<typeof forge.collections.list>[0]

/** Shows the stored records of the world by collection. */
export function WorldView({ segments, query }: ViewProps) {
  const [name = 'projects', id] = segments
  const collections = useLoaded(() => forge.collections.all(), [])
  useChanges('all', collections.reload)
  const all = collections.value ?? []
  useCommands(
    all.map(
      ({ name: one, count }): Command => ({
        title: `Records of ${one}`,
        icon: 'world',
        hint: String(count),
        run: () => go({ path: ['world', one] }),
      }),
    ),
  )
  const found = all.find((one) => one.name === name)
  return (
    <div class="workspace world">
      <h1 class="visually-hidden">World</h1>
      {collections.problem !== undefined && <Problem>{collections.problem}</Problem>}
      <div class="world-split">
        <CollectionList all={all} shown={name} />
        {collections.value && !found && (
          <Problem>{`The world has no collection “${name}”.`}</Problem>
        )}
        {found && <Records key={name} collection={found.name} id={id} query={query} />}
      </div>
    </div>
  )
}

interface CollectionListProps {
  readonly all: readonly { readonly name: string; readonly count: number }[]
  readonly shown: string
}

/** Lists the collections, those with records first; in a select field where there is no room for a list. */
function CollectionList({ all, shown }: CollectionListProps) {
  const filled = all.filter(({ count }) => count > 0)
  const empty = all.filter(({ count }) => count === 0)
  const link = ({ name, count }: CollectionListProps['all'][number]) => (
    <a
      key={name}
      href={hrefOf({ path: ['world', name] })}
      aria-current={name === shown ? 'page' : undefined}
    >
      <span>{name}</span>
      <span class="dim">{count}</span>
    </a>
  )
  return (
    <>
      <nav class="collections" aria-label="Collections">
        {filled.map(link)}
        {empty.length > 0 && <p class="dim">without records</p>}
        {empty.map(link)}
      </nav>
      <label class="collection-choice">
        <span class="visually-hidden">Collection</span>
        <select
          value={shown}
          onChange={({ currentTarget }) => go({ path: ['world', currentTarget.value] })}
        >
          {[...filled, ...empty].map(({ name, count }) => (
            <option key={name} value={name}>{`${name} (${count})`}</option>
          ))}
        </select>
      </label>
    </>
  )
}

/** The query parameters that are not filters by a field. */
const ownQuery = ['search', 'order_by', 'sort', 'show', 'new']

interface RecordsProps {
  readonly collection: Collection
  readonly id: string | undefined
  readonly query: URLSearchParams
}

function Records({ collection, id, query }: RecordsProps) {
  const search = query.get('search') ?? ''
  const order = query.get('order_by') ?? 'id'
  const isDown = query.get('sort') === 'desc'
  const where = Object.fromEntries([...query].filter(([name]) => !ownQuery.includes(name)))
  const schema = useLoaded(() => forge.collections.schema(collection), [collection])
  const titles = useMemo(() => new Map<string, string | null>(), [collection])
  const asked: RecordQuery = { search, where, order_by: order, sort: isDown ? 'desc' : 'asc' }
  const list = usePagedRows<ServedRecord>(
    async (page) => {
      const found = await forge.collections.list(collection, {
        ...asked,
        page,
        per_page: rowsPerPage,
      })
      for (const one of found.references) titles.set(`${one.collection} ${one.id}`, one.title)
      return { total: found.total, rows: found.records }
    },
    [collection, asked],
  )
  useChanges([collection], list.reload)
  const properties = schema.value?.properties as Readonly<Record<string, FieldSchema>> | undefined
  const columns = useMemo(
    () =>
      properties ? columnNames(properties).map((name) => columnOf(name, properties, titles)) : [],
    [properties, titles],
  )
  const isNew = query.get('new') !== null
  const close = () =>
    go({
      path: ['world', collection],
      query: { ...Object.fromEntries(query), show: undefined, new: undefined },
    })
  return (
    <div class="list">
      <div class="tools">
        <FilterField
          label={`Search ${collection}`}
          placeholder={`Search ${collection}`}
          value={search}
          onChange={(text) => setQuery({ search: text })}
        />
        {Object.entries(where).map(([name, value]) => (
          <button
            key={name}
            type="button"
            aria-pressed="true"
            title="Leave this condition out"
            onClick={() => setQuery({ [name]: undefined })}
          >
            {`${name} ${value}`}
            <Icon name="close" />
          </button>
        ))}
        <span class="dim record-count">
          {list.isEmpty ? '' : counted(list.places.length, 'record')}
        </span>
        <span class="stretch" />
        {makers[collection] !== undefined && (
          <button
            type="button"
            onClick={() => go({ path: ['world', collection], query: { new: 'yes' } })}
          >
            <Icon name="plus" />
            New
          </button>
        )}
      </div>
      <div class="split">
        <PagedTable
          label={`Records of ${collection}`}
          list={list}
          columns={columns}
          keyOf={keyOf}
          selected={id}
          onOpen={(record) =>
            go(
              {
                path: ['world', collection, keyOf(record)],
                query: { ...Object.fromEntries(query), new: undefined },
              },
              { isReplacing: id !== undefined },
            )
          }
          ordering={{
            id: order,
            isDown,
            onOrder: (next) =>
              setQuery({ order_by: next?.id, sort: next?.isDown ? 'desc' : undefined }),
          }}
          empty="No records of this kind."
        />
        {isNew ? (
          <NewRecordPane collection={collection} onClose={close} />
        ) : (
          id !== undefined && (
            <RecordPane
              key={id}
              collection={collection}
              id={Number(id)}
              show={query.get('show') ?? 'record'}
              properties={properties}
              onClose={close}
            />
          )
        )}
      </div>
    </div>
  )
}

const keyOf = ({ id }: ServedRecord) => String(id)

/** The fields with the title of a record, which every window has room for. */
const titleNames = ['title', 'name', 'username', 'path', 'key', 'body', 'url', 'action']

function columnOf(
  name: string,
  properties: Readonly<Record<string, FieldSchema>>,
  titles: ReadonlyMap<string, string | null>,
): PagedColumn<ServedRecord> {
  const title = titleNames.find((one) => one in properties)
  const reference = properties[name]?.['x-reference']
  return {
    id: name,
    title: name,
    width: name === 'id' ? '4.5rem' : widthOf(name),
    order: 'elsewhere',
    isMinor: name !== 'id' && name !== title,
    cell(record) {
      const value = record[name]
      if (value === null || value === undefined || value === '') return null
      if (typeof value === 'number' && reference !== undefined) {
        const collection =
          typeof reference === 'string' ? reference : collectionOfKind(record[reference.kind])
        return (
          <>
            {titles.get(`${collection} ${value}`) ?? ''} <span class="dim">{value}</span>
          </>
        )
      }
      if (name.endsWith('_at')) return <Time at={String(value)} />
      if (typeof value === 'object') return <code>{JSON.stringify(value)}</code>
      return <bdi>{String(value)}</bdi>
    },
  }
}

/** Returns the collection of a kind that another field states, as in the models. */
function collectionOfKind(kind: unknown): string {
  const collections: Readonly<Record<string, string>> = { group: 'namespaces', project: 'projects' }
  const text = String(kind)
  return collections[text] ?? `${text[0]?.toLowerCase() ?? ''}${text.slice(1)}s`
}

function widthOf(name: string): string {
  if (name.endsWith('_at')) return '10rem'
  if (/^(title|name|body|path|full_path|description|key|url)$/.test(name))
    return 'minmax(8rem, 3fr)'
  return 'minmax(6rem, 1fr)'
}
