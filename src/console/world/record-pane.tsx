import { useState } from 'preact/hooks'
import type { ApiName } from '../../contract/base-paths.ts'
import { basePaths } from '../../contract/base-paths.ts'
import { ControlCallError, type RecordWithLinks } from '../../worlds/client/index.ts'
import { BodyView } from '../parts/code-view.tsx'
import { DetailPane } from '../parts/detail-pane.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { Status } from '../parts/status.tsx'
import { toast, toastProblem } from '../parts/toast.tsx'
import { callApi } from '../session/api.ts'
import { forge } from '../session/control.ts'
import { useChanges } from '../session/events.ts'
import { messageOf, useLoaded } from '../session/loaded.ts'
import { actingAs, overview } from '../session/overview.ts'
import { ApiRefusal, sendApi } from '../session/read.ts'
import { hrefOf, setQuery } from '../shell/router.ts'
import { useTitle } from '../shell/title.ts'
import type { FieldSchema } from './form-fields.ts'
import { callsOf, isRemovable, type RecordCalls } from './record-calls.ts'
import { RecordForm } from './record-form.tsx'

type Collection = Parameters<typeof forge.collections.get>[0]

interface RecordPaneProps {
  readonly collection: Collection
  readonly id: number
  /** `record`, `change`, or the name of an API. */
  readonly show: string
  /** The properties of the schema; undefined while it is loading. */
  readonly properties: Readonly<Record<string, FieldSchema>> | undefined
  readonly onClose: () => void
}

/** Loads a record that another one refers to; undefined where it was deleted. */
async function find(collection: string, id: unknown) {
  const found = await forge.collections
    .get(collection as Collection, Number(id))
    .catch(() => undefined)
  return found?.record
}

/** Shows a record: as it is stored, as each API shows it, and a form to change it. */
export function RecordPane({ collection, id, show, properties, onClose }: RecordPaneProps) {
  const loaded = useLoaded(async () => {
    const found = await forge.collections.get(collection, id)
    return { ...found, calls: await callsOf(collection, found.record, find) }
  }, [collection, id])
  useChanges('all', loaded.reload)
  const { value, problem } = loaded
  useTitle('record', `${collection} ${id}`)
  const apis = (overview.value?.apis ?? []).filter((api) => value?.calls[api] !== undefined)
  const tabs = ['record', ...apis, 'change']
  return (
    <DetailPane
      label={`Record ${id} of ${collection}`}
      title={`${collection} ${id}`}
      onClose={onClose}
      isComing={value === undefined && problem === undefined}
      actions={
        value && (
          <>
            {tabs.map((tab) => (
              <button
                key={tab}
                type="button"
                aria-pressed={show === tab}
                onClick={() => setQuery({ show: tab === 'record' ? undefined : tab })}
              >
                {tabTitle(tab)}
              </button>
            ))}
            <span class="stretch" />
            {isRemovable(collection, value.calls) && (
              <RemoveButton path={value.calls.v4 ?? ''} onRemoved={onClose} />
            )}
          </>
        )
      }
    >
      {problem !== undefined && <Problem>{problem}</Problem>}
      {value && show === 'record' && <StoredRecord collection={collection} found={value} />}
      {value && properties && show === 'change' && (
        <ChangeForm
          collection={collection}
          found={value}
          properties={properties}
          onChange={loaded.reload}
        />
      )}
      {value &&
        apis
          .filter((api) => api === show)
          .map((api) => (
            <ShownByApi key={api} api={api} calls={value.calls} record={value.record} />
          ))}
    </DetailPane>
  )
}

function tabTitle(tab: string): string {
  if (tab === 'record') return 'Stored'
  return tab === 'change' ? 'Change' : `In ${tab}`
}

interface StoredRecordProps {
  readonly collection: string
  readonly found: RecordWithLinks
}

/** Shows the stored record, the records that it refers to, and those that refer to it. */
function StoredRecord({ collection, found: { record, references, referrers } }: StoredRecordProps) {
  return (
    <>
      <dl class="record">
        {Object.entries(record).map(([name, value]) => {
          const reference = references.find((one) => one.field === name)
          return (
            <div key={name}>
              <dt>{name}</dt>
              <dd>
                {reference && reference.title !== null ? (
                  <a href={hrefOf({ path: ['world', reference.collection, String(reference.id)] })}>
                    {`${reference.title} (${reference.collection} ${reference.id})`}
                  </a>
                ) : (
                  <StoredValue value={value} isGone={reference !== undefined} />
                )}
              </dd>
            </div>
          )
        })}
      </dl>
      {referrers.length > 0 && (
        <section aria-label="Records that name this one">
          <h3>{`Records that name ${collection} ${record.id}`}</h3>
          <ul class="entries">
            {referrers.map(({ collection: from, field, count, query }) => (
              <li key={`${from} ${field}`}>
                <a href={hrefOf({ path: ['world', from], query })}>{from}</a>
                <span class="dim">{field}</span>
                <span class="stretch" />
                <span class="dim">{count}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function StoredValue({ value, isGone }: { readonly value: unknown; readonly isGone: boolean }) {
  if (value === null || value === '')
    return <span class="dim">{value === null ? 'null' : 'empty'}</span>
  if (isGone) return <span class="dim">{`${value}, which is gone`}</span>
  if (typeof value === 'object') return <code class="json">{writeJson(value)}</code>
  return <bdi class="stored">{String(value)}</bdi>
}

/** Formats JSON in a single line where it is short. */
function writeJson(value: object): string {
  const short = JSON.stringify(value)
  return short.length < 60 ? short : JSON.stringify(value, null, 1)
}

interface ShownByApiProps {
  readonly api: ApiName
  readonly calls: RecordCalls
  readonly record: RecordWithLinks['record']
}

/** Shows the response of an API to the acting user, who is selected in the top bar. */
function ShownByApi({ api, calls, record }: ShownByApiProps) {
  const path = calls[api] ?? ''
  const who = actingAs.value?.username
  const { value, problem } = useLoaded(
    (signal) => callApi(api, 'GET', path, { signal }),
    [api, path, who, JSON.stringify(record)],
  )
  return (
    <>
      <p class="shown-by">
        {value && <Status status={value.status} />}
        <code>{`GET ${basePaths[api]}${path}`}</code>
        <span class="dim">{`as ${who ?? 'nobody'}`}</span>
      </p>
      {problem !== undefined && <Problem>{problem}</Problem>}
      {value && <BodyView body={value} label={`What ${api} shows`} />}
    </>
  )
}

interface ChangeFormProps {
  readonly collection: Collection
  readonly found: RecordWithLinks
  readonly properties: Readonly<Record<string, FieldSchema>>
  readonly onChange: () => void
}

/** A form that changes the record like `forge.db`; errors of the model are shown at their fields. */
function ChangeForm({ collection, found, properties, onChange }: ChangeFormProps) {
  const { record, references } = found
  async function send(changes: Readonly<Record<string, unknown>>) {
    try {
      await forge.collections.change(collection, record.id, changes)
      toast(`${collection} ${record.id} is changed`)
      onChange()
      return undefined
    } catch (error) {
      if (error instanceof ControlCallError && error.errors) return error.errors
      return { '': [messageOf(error)] }
    }
  }
  return (
    <RecordForm
      properties={properties}
      values={record}
      action="Save"
      titles={Object.fromEntries(references.map(({ field, title }) => [field, title ?? 'gone']))}
      onSend={send}
    />
  )
}

interface RemoveButtonProps {
  readonly path: string
  readonly onRemoved: () => void
}

/** Asks for confirmation in place. */
function RemoveButton({ path, onRemoved }: RemoveButtonProps) {
  const [isSure, setSure] = useState(false)
  async function remove() {
    if (!isSure) return setSure(true)
    try {
      await sendApi('DELETE', path)
      toast(`DELETE ${path} is done`)
      onRemoved()
    } catch (error) {
      setSure(false)
      if (error instanceof ApiRefusal)
        toast(`DELETE ${path}: ${error.message}`, { isProblem: true })
      else toastProblem(error)
    }
  }
  return (
    <button type="button" class="is-dangerous" onClick={remove} onBlur={() => setSure(false)}>
      <Icon name="trash" />
      {isSure ? 'Delete it for good' : 'Delete'}
    </button>
  )
}
