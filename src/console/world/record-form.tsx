import { useId, useMemo, useState } from 'preact/hooks'
import { messageOf } from '../session/loaded.ts'
import {
  type FieldSchema,
  type FormField,
  fieldsOf,
  textOfValue,
  valueOfText,
} from './form-fields.ts'

/** The errors of fields by name. */
type Errors = Readonly<Record<string, readonly string[]>>

interface RecordFormProps {
  readonly properties: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
  /** The initial values of the fields. */
  readonly values: Readonly<Record<string, unknown>>
  readonly action: string
  /** The titles of the records that fields refer to. */
  readonly titles?: Readonly<Record<string, string>>
  /** Called with the changed values; resolves to their errors, or to nothing. */
  readonly onSend: (changes: Readonly<Record<string, unknown>>) => Promise<Errors | undefined>
}

/** A form made from a JSON Schema, which sends only changed values. */
export function RecordForm(props: RecordFormProps) {
  const { properties, required = [], values, action, titles = {}, onSend } = props
  const fields = useMemo(() => fieldsOf(properties, required), [properties])
  const [texts, setTexts] = useState<Readonly<Record<string, string>>>({})
  const [errors, setErrors] = useState<Errors>({})
  const [isSending, setSending] = useState(false)
  const before = (field: FormField) => textOfValue(field, values[field.name])
  const changed = fields.filter((field) => {
    const text = texts[field.name]
    return text !== undefined && text !== before(field)
  })
  const others = Object.entries(errors).filter(
    ([name]) => !fields.some((field) => field.name === name),
  )

  async function send(event: Event) {
    event.preventDefault()
    const wrong: Record<string, readonly string[]> = {}
    const changes: Record<string, unknown> = {}
    for (const field of changed) {
      try {
        const value = valueOfText(field, texts[field.name] ?? '')
        if (value !== undefined) changes[field.name] = value
      } catch (error) {
        wrong[field.name] = [messageOf(error)]
      }
    }
    setErrors(wrong)
    if (Object.keys(wrong).length > 0) return
    setSending(true)
    const refused = await onSend(changes)
    setSending(false)
    setErrors(refused ?? {})
    if (!refused) setTexts({})
  }

  return (
    <form class="record-form" onSubmit={send} noValidate>
      {others.map(([name, problems]) => (
        <p key={name} class="is-wrong" role="alert">
          {`${name === '' ? '' : `${name}: `}${problems.join('; ')}`}
        </p>
      ))}
      {fields.map((field) => (
        <Field
          key={field.name}
          field={field}
          text={texts[field.name] ?? before(field)}
          isChanged={changed.includes(field)}
          title={titles[field.name]}
          errors={errors[field.name] ?? []}
          onChange={(text) => setTexts((given) => ({ ...given, [field.name]: text }))}
        />
      ))}
      <div class="form-actions record-actions">
        <button
          type="submit"
          class="is-first"
          disabled={isSending || (changed.length === 0 && action === 'Save')}
        >
          {action}
        </button>
        <span class="dim">
          {changed.length === 0 ? 'Nothing is changed' : changed.map(({ name }) => name).join(', ')}
        </span>
      </div>
    </form>
  )
}

interface FieldProps {
  readonly field: FormField
  readonly text: string
  readonly isChanged: boolean
  readonly title: string | undefined
  readonly errors: readonly string[]
  readonly onChange: (text: string) => void
}

function Field({ field, text, isChanged, title, errors, onChange }: FieldProps) {
  const id = useId()
  const { name, description, isRequired, collection } = field
  const hint = [collection && title ? title : '', description ?? ''].filter(Boolean).join('. ')
  const notes = errors.length > 0 ? `${id}-errors` : hint === '' ? undefined : `${id}-hint`
  return (
    <div class={isChanged ? 'field is-changed' : 'field'}>
      <label for={id}>
        {name}
        {isRequired ? <span class="dim"> required</span> : null}
        {collection ? <span class="dim">{` ${collection}`}</span> : null}
      </label>
      <Control
        id={id}
        field={field}
        text={text}
        isWrong={errors.length > 0}
        describedBy={notes}
        onChange={onChange}
      />
      {errors.length > 0 ? (
        <p id={`${id}-errors`} class="is-wrong" role="alert">
          {errors.join('; ')}
        </p>
      ) : hint === '' ? null : (
        <p id={`${id}-hint`} class="dim">
          {hint}
        </p>
      )}
    </div>
  )
}

interface ControlProps {
  readonly id: string
  readonly field: FormField
  readonly text: string
  readonly isWrong: boolean
  readonly describedBy: string | undefined
  readonly onChange: (text: string) => void
}

function Control({ id, field, text, isWrong, describedBy, onChange }: ControlProps) {
  const { kind, choices, isNullable } = field
  const common = { id, 'aria-invalid': isWrong, 'aria-describedby': describedBy }
  switch (kind) {
    case 'yes-no':
    case 'choice': {
      const options = kind === 'yes-no' ? ['true', 'false'] : choices
      return (
        <select
          {...common}
          value={text}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
        >
          {(isNullable || !options.includes(text)) && <option value="">none</option>}
          {options.map((choice) => (
            <option key={choice} value={choice}>
              {choice}
            </option>
          ))}
        </select>
      )
    }
    case 'lines':
    case 'list':
    case 'json':
      return (
        <textarea
          {...common}
          class={kind === 'json' ? 'mono' : ''}
          rows={Math.min(12, Math.max(kind === 'lines' ? 3 : 2, text.split('\n').length))}
          value={text}
          placeholder={kind === 'list' ? 'One a line' : kind === 'json' ? 'JSON' : ''}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
    default:
      return (
        <input
          {...common}
          type="text"
          inputMode={kind === 'number' ? 'decimal' : 'text'}
          value={text}
          autocomplete="off"
          placeholder={isNullable ? 'none' : ''}
          onInput={({ currentTarget }) => onChange(currentTarget.value)}
        />
      )
  }
}
