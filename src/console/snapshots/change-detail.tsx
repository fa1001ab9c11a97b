import type { RecordChange, RefChange } from '../../forge/changes/world-changes.ts'
import { JsonView } from '../parts/code-view.tsx'
import { DetailPane } from '../parts/detail-pane.tsx'
import { hrefOf } from '../shell/router.ts'
import { placeInProject } from '../shell/web-address.ts'
import { lineDiff } from './line-diff.ts'

interface ChangeDetailProps {
  readonly change: RecordChange | RefChange
  readonly onClose: () => void
}

/** Shows the change of one record, branch or tag. */
export function ChangeDetail({ change, onClose }: ChangeDetailProps) {
  if ('ref' in change) {
    return (
      <DetailPane label="Change" title={change.ref} onClose={onClose}>
        <p>
          <PlaceOfRef change={change} />: <ChangeWord change={change.change} />
        </p>
        <FieldChange name="object" before={change.before} after={change.after} />
      </DetailPane>
    )
  }
  const { collection, id, name, before, after, fields } = change
  const shown =
    change.change === 'changed' ? fields : fields.filter((field) => isSaid(change, field))
  return (
    <DetailPane label="Change" title={name} onClose={onClose}>
      <p>
        {after ? (
          <a href={hrefOf({ path: ['world', collection, String(id)] })}>{`${collection} ${id}`}</a>
        ) : (
          `${collection} ${id}`
        )}
        : <ChangeWord change={change.change} />
      </p>
      {shown.map((field) => (
        <FieldChange
          key={field}
          name={field}
          before={before && fieldOf(before, field)}
          after={after && fieldOf(after, field)}
        />
      ))}
      <details class="change-whole">
        <summary>The whole record</summary>
        <JsonView value={after ?? before} label={after ? 'The record' : 'The record as it was'} />
      </details>
    </DetailPane>
  )
}

/** Shows the project of a branch or a tag, with a link to its history where it still exists. */
function PlaceOfRef({ change: { project, ref, after } }: { readonly change: RefChange }) {
  const name = /^refs\/(?:heads|tags)\/(.+)$/.exec(ref)?.[1]
  if (after === null || name === undefined) return <>{project}</>
  const path = placeInProject({ path_with_namespace: project }, 'commits', ...name.split('/'))
  return <a href={hrefOf({ path })}>{project}</a>
}

/** The kind of change: added, changed or removed, in its colour. */
export function ChangeWord({ change }: { readonly change: RecordChange['change'] }) {
  return <span class={`change-word is-${change}`}>{change}</span>
}

const fieldOf = (record: NonNullable<RecordChange['after']>, field: string): unknown =>
  field in record ? record[field] : null

/** Whether a field of an added or removed record has a value to show. */
function isSaid({ before, after }: RecordChange, field: string): boolean {
  const value = (after ?? before)?.[field]
  return value !== null && value !== '' && !(Array.isArray(value) && value.length === 0)
}

interface FieldChangeProps {
  readonly name: string
  readonly before: unknown
  readonly after: unknown
}

function FieldChange({ name, before, after }: FieldChangeProps) {
  const [was, is] = [before, after].map(textOf)
  const lines =
    was === undefined || is === undefined
      ? [
          ...(was === undefined ? [] : [{ kind: 'removed' as const, text: was }]),
          ...(is === undefined ? [] : [{ kind: 'added' as const, text: is }]),
        ]
      : lineDiff(was, is)
  return (
    <section class="field-change" aria-label={name}>
      <h3>{name}</h3>
      <div class="field-lines">
        {lines.map(({ kind, text }, place) => (
          <div key={place} class={`field-line is-${kind}`}>
            <span class="field-mark">{{ same: ' ', removed: '−', added: '+' }[kind]}</span>
            <span class="visually-hidden">
              {{ same: '', removed: 'before: ', added: 'after: ' }[kind]}
            </span>
            <span>{text}</span>
          </div>
        ))}
      </div>
    </section>
  )
}

/** In characters; longer values are truncated here, but shown in full with the record. */
const maxCharacters = 50_000

function textOf(value: unknown): string | undefined {
  if (value === null || value === undefined) return undefined
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 2)
  return text.length > maxCharacters ? `${text.slice(0, maxCharacters)}…` : text
}
