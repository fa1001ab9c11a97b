import { useMemo, useState } from 'preact/hooks'
import type { RecordChange, RefChange, WorldChanges } from '../../forge/changes/world-changes.ts'
import { FilterField } from '../parts/filter-field.tsx'
import { Icon } from '../parts/icon.tsx'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { type Column, Table } from '../parts/table.tsx'
import { forge } from '../session/control.ts'
import { useChanges } from '../session/events.ts'
import { isComing, useLoaded } from '../session/loaded.ts'
import { overview } from '../session/overview.ts'
import { consoleOf } from '../session/place.ts'
import { useCommands } from '../shell/commands.ts'
import { address, setQuery } from '../shell/router.ts'
import type { ViewProps } from '../shell/view.ts'
import { ChangeDetail, ChangeWord } from './change-detail.tsx'

type Change = RecordChange | RefChange

const keyOf = (change: Change) =>
  'ref' in change ? `refs-${change.project_id}-${change.ref}` : `${change.collection}-${change.id}`
const collectionOf = (change: Change) => ('ref' in change ? 'refs' : change.collection)
const nameOf = (change: Change) =>
  'ref' in change ? `${change.project} ${change.ref}` : change.name
const whatOf = (change: Change) =>
  'ref' in change
    ? [change.before, change.after].map((id) => id?.slice(0, 8) ?? 'nothing').join(' → ')
    : change.change === 'changed'
      ? change.fields.join(', ')
      : titleOf(change)

/** Returns a title of an added or removed record. */
function titleOf({ before, after }: RecordChange): string {
  const record = after ?? before ?? {}
  const said = ['title', 'name', 'body', 'action_name', 'message'].map((field) => record[field])
  return String(said.find((one) => typeof one === 'string' && one !== '') ?? '')
}

const columns: readonly Column<Change>[] = [
  {
    id: 'change',
    title: 'Change',
    width: '5.5rem',
    cell: ({ change }) => <ChangeWord change={change} />,
    order: ({ change }) => change,
  },
  {
    id: 'collection',
    title: 'Collection',
    width: '8rem',
    isMinor: true,
    cell: (change) => <span class="dim">{collectionOf(change)}</span>,
    order: collectionOf,
  },
  { id: 'name', title: 'Name', width: 'minmax(8rem, 1.2fr)', cell: nameOf, order: nameOf },
  { id: 'what', title: 'What', width: 'minmax(0, 1fr)', isMinor: true, cell: whatOf },
]

/** The number of records in one request. */
const limit = 5000

/** Shows the snapshots of the world: saving, restoring and comparing them. */
export function SnapshotsView({ query }: ViewProps) {
  const names = useLoaded(() => forge.snapshots.all(), [])
  const since = query.get('since') ?? ''
  const until = query.get('until') ?? ''
  const only = query.get('in') ?? ''
  const text = query.get('text') ?? ''
  const open = query.get('open') ?? undefined
  // The address may have changed since this was drawn: a snapshot that is being removed is not asked for.
  const changes = useLoaded(() => loadChanges(address.value.query), [since, until, only])
  useChanges('all', changes.reload)
  const rows = useMemo(
    () => rowsOf(changes.value, only, text.toLowerCase()),
    [changes.value, only, text],
  )
  const opened = open === undefined ? undefined : rows.find((row) => keyOf(row) === open)

  async function doing(act: () => unknown, said: string) {
    await perform(said, act)
    names.reload()
    changes.reload()
  }
  const save = (name: string) =>
    doing(() => forge.snapshots.save(name), `The world is kept as “${name}”`)
  const restore = (name: string) =>
    doing(() => forge.snapshots.restore(name), `The world is what it was at “${name}”`)
  const remove = (name: string) =>
    doing(() => {
      if (name === since || name === until) {
        setQuery({ since: undefined, until: undefined, open: undefined })
      }
      return forge.snapshots.remove(name)
    }, `The snapshot “${name}” is gone`)
  const all = names.value ?? []
  useCommands([
    { title: 'Save a snapshot', icon: 'snapshot', run: () => save(freeName(all)) },
    ...all.flatMap((name) => [
      { title: `Restore ${name}`, icon: 'replay' as const, run: () => restore(name) },
      {
        title: `Compare with ${name}`,
        icon: 'snapshot' as const,
        run: () => setQuery({ since: name, until: undefined, open: undefined }),
      },
    ]),
  ])
  // Both are above the list.
  if (isComing(names) || isComing(changes)) return <div class="workspace snapshots" />
  return (
    <div class="workspace snapshots">
      <div class="snapshots-top">
        <div class="snapshots-heading">
          <h1>Snapshots</h1>
          <SaveForm names={all} onSave={save} />
        </div>
        {names.problem !== undefined && <Problem>{names.problem}</Problem>}
        {all.length > 0 && (
          <ul class="snapshots-list" aria-label="Snapshots">
            {all.map((name) => (
              <li key={name}>
                <span class="snapshot-name">{name}</span>
                <button
                  type="button"
                  aria-pressed={since === name && until === ''}
                  aria-label={`Compare ${name} with the present`}
                  onClick={() => setQuery({ since: name, until: undefined, open: undefined })}
                >
                  Compare
                </button>
                <button type="button" aria-label={`Restore ${name}`} onClick={() => restore(name)}>
                  Restore
                </button>
                <button
                  type="button"
                  aria-label={`New world of ${name}`}
                  onClick={() => doing(() => fork(name), `There is a new world, made of “${name}”`)}
                >
                  New world
                </button>
                <button
                  type="button"
                  class="bare"
                  aria-label={`Remove ${name}`}
                  onClick={() => remove(name)}
                >
                  <Icon name="trash" />
                </button>
              </li>
            ))}
          </ul>
        )}
        <div class="snapshots-compare" role="group" aria-label="Compare">
          <SnapshotPicker
            label="What has changed since"
            value={since}
            end="the beginning"
            names={all}
            onChange={(name) => setQuery({ since: name, open: undefined })}
          />
          <SnapshotPicker
            label="until"
            value={until}
            end="now"
            names={all}
            onChange={(name) => setQuery({ until: name, open: undefined })}
          />
          <FilterField
            label="Filter the changes"
            placeholder="Name, field or text"
            value={text}
            onChange={(value) => setQuery({ text: value })}
          />
        </div>
        <Counts
          changes={changes.value}
          only={only}
          onChange={(collection) => setQuery({ in: collection, open: undefined })}
        />
        {changes.problem !== undefined && <Problem>{changes.problem}</Problem>}
      </div>
      <div class="split">
        <Table
          label="What has changed"
          rows={rows}
          columns={columns}
          keyOf={keyOf}
          selected={open}
          onOpen={(row) => setQuery({ open: keyOf(row) })}
          empty={changes.isLoading ? '' : 'Nothing differs between these moments.'}
        />
        {opened && <ChangeDetail change={opened} onClose={() => setQuery({ open: undefined })} />}
      </div>
    </div>
  )
}

/** Loads what differs between the moments that a query of this view names. */
async function loadChanges(query: URLSearchParams): Promise<WorldChanges> {
  const since = query.get('since') || undefined
  const until = query.get('until') || undefined
  const only = query.get('in') || 'refs'
  return forge.changesSince(since, {
    limit,
    ...(until === undefined ? {} : { until }),
    ...(only === 'refs' ? {} : { collections: [only as RecordChange['collection']] }),
  })
}

/** Makes a new world from a snapshot. */
async function fork(snapshot: string): Promise<void> {
  const from = overview.value?.world
  const { name } = await forge.worlds.create({ snapshot, ...(from === undefined ? {} : { from }) })
  open(consoleOf(name), '_blank', 'noopener')
}

function rowsOf(changes: WorldChanges | undefined, only: string, text: string): readonly Change[] {
  if (!changes) return []
  const { records, refs } = changes
  const all: Change[] = [
    ...(only === 'refs' ? [] : records),
    ...(only === '' || only === 'refs' ? refs : []),
  ]
  if (text === '') return all
  return all.filter((one) =>
    [one.change, collectionOf(one), nameOf(one), whatOf(one)].some((words) =>
      words.toLowerCase().includes(text),
    ),
  )
}

/** Returns the first free name of `snapshot 1`, `snapshot 2` and so on. */
function freeName(names: readonly string[]): string {
  for (let count = 1; ; count++) {
    const name = `snapshot ${count}`
    if (!names.includes(name)) return name
  }
}

interface SaveFormProps {
  readonly names: readonly string[]
  readonly onSave: (name: string) => void
}

function SaveForm({ names, onSave }: SaveFormProps) {
  const [name, setName] = useState('')
  const isTaken = names.includes(name.trim())
  return (
    <form
      class="snapshots-save"
      onSubmit={(event) => {
        event.preventDefault()
        onSave(name.trim() || freeName(names))
        setName('')
      }}
    >
      <input
        type="text"
        aria-label="Name of the snapshot"
        placeholder={freeName(names)}
        maxLength={200}
        value={name}
        onInput={({ currentTarget }) => setName(currentTarget.value)}
      />
      <button type="submit" class="is-first">
        <Icon name="snapshot" />
        {isTaken ? 'Replace' : 'Save'}
      </button>
    </form>
  )
}

interface SnapshotPickerProps {
  readonly label: string
  /** The name of a snapshot; empty for the present. */
  readonly value: string
  readonly end: string
  readonly names: readonly string[]
  readonly onChange: (name: string | undefined) => void
}

function SnapshotPicker({ label, value, end, names, onChange }: SnapshotPickerProps) {
  return (
    <label>
      {label}
      <select
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value || undefined)}
      >
        <option value="">{end}</option>
        {names.map((name) => (
          <option key={name} value={name}>
            {name}
          </option>
        ))}
        {value !== '' && !names.includes(value) && <option value={value}>{value}</option>}
      </select>
    </label>
  )
}

interface CountsProps {
  readonly changes: WorldChanges | undefined
  readonly only: string
  readonly onChange: (collection: string | undefined) => void
}

/** Shows the number of changes by kind, each as a filter. */
function Counts({ changes, only, onChange }: CountsProps) {
  if (!changes) return <div class="snapshots-counts" />
  const { counts, refs } = changes
  const ofRefs = { added: 0, changed: 0, removed: 0 }
  for (const { change } of refs) ofRefs[change] += 1
  const all = [...Object.entries(counts), ...(refs.length === 0 ? [] : [['refs', ofRefs] as const])]
  const total = all.reduce(
    (sum, [, { added, changed, removed }]) => sum + added + changed + removed,
    0,
  )
  return (
    <div class="snapshots-counts" role="group" aria-label="Collections">
      {total > 0 && (
        <button type="button" aria-pressed={only === ''} onClick={() => onChange(undefined)}>
          All <strong>{total.toLocaleString('en')}</strong>
        </button>
      )}
      {all.map(([name, { added, changed, removed }]) => (
        <button
          key={name}
          type="button"
          aria-pressed={only === name}
          onClick={() => onChange(only === name ? undefined : name)}
        >
          {name}
          {added > 0 && <span class="change-count is-added">+{added}</span>}
          {changed > 0 && <span class="change-count is-changed">~{changed}</span>}
          {removed > 0 && <span class="change-count is-removed">−{removed}</span>}
        </button>
      ))}
    </div>
  )
}
