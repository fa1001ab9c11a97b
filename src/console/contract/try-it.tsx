import { useEffect, useState } from 'preact/hooks'
import { basePaths } from '../../contract/base-paths.ts'
import { BodyView } from '../parts/code-view.tsx'
import { Icon } from '../parts/icon.tsx'
import { Status } from '../parts/status.tsx'
import { toastProblem } from '../parts/toast.tsx'
import { type ApiAnswer, callApi } from '../session/api.ts'
import { actingAs } from '../session/overview.ts'
import { exampleValues, filled } from './examples.ts'
import type { Operation, Parameter } from './reference.ts'

interface TryItProps {
  readonly operation: Operation
  readonly operations: readonly Operation[]
  readonly onCalled: () => void
}

type Values = Readonly<Record<string, string>>

/** A form for the parameters of an operation, which calls it as the acting user. */
export function TryIt({ operation, operations, onCalled }: TryItProps) {
  const [values, setValues] = useState<Values>({})
  const [answer, setAnswer] = useState<ApiAnswer>()
  const [isAsking, setAsking] = useState(false)
  const user = actingAs.value
  // Fills in example values, but keeps what the user typed.
  useEffect(() => {
    let isHere = true
    exampleValues(operation, operations).then(
      (found) => isHere && setValues((typed) => ({ ...found, ...typed })),
      () => {},
    )
    return () => {
      isHere = false
    }
  }, [operation])

  const { api, method, path, parameters } = operation
  const request = requestOf(operation, values)
  async function send(event: Event) {
    event.preventDefault()
    setAsking(true)
    try {
      const { body } = request
      setAnswer(
        await callApi(api, method, request.path, {
          isMeant: true,
          ...(body === undefined ? {} : { body }),
        }),
      )
      onCalled()
    } catch (error) {
      toastProblem(error)
    } finally {
      setAsking(false)
    }
  }
  const required = parameters.filter(({ isRequired }) => isRequired)
  const others = parameters.filter(({ isRequired }) => !isRequired)
  const change = (name: string, value: string) => setValues({ ...values, [name]: value })
  return (
    <form class="try-it" onSubmit={send}>
      <Fields parameters={required} values={values} onChange={change} />
      {others.length > 0 && (
        <details>
          <summary>{`${others.length} more parameters`}</summary>
          <Fields parameters={others} values={values} onChange={change} />
        </details>
      )}
      <div class="try-it-send">
        <button type="submit" class="is-first" disabled={isAsking}>
          <Icon name="play" />
          {`Call as ${user?.username ?? 'nobody'}`}
        </button>
        <code class="dim">{`${method} ${basePaths[api]}${request.path}`}</code>
      </div>
      {answer && <Answered answer={answer} path={path} />}
    </form>
  )
}

function Answered({ answer, path }: { readonly answer: ApiAnswer; readonly path: string }) {
  const { status, statusText, text, milliseconds, headers } = answer
  const total = headers.get('x-total')
  return (
    <div role="status">
      <p>
        <Status status={status} /> {statusText}{' '}
        <span class="dim">
          {`${milliseconds.toFixed(0)} ms`}
          {total === null ? '' : `, ${total} in all`}
        </span>
      </p>
      {text !== '' && <BodyView body={answer} label={`The answer of ${path}`} />}
    </div>
  )
}

interface FieldsProps {
  readonly parameters: readonly Parameter[]
  readonly values: Values
  readonly onChange: (name: string, value: string) => void
}

function Fields({ parameters, values, onChange }: FieldsProps) {
  return (
    <>
      {parameters.map((parameter) => {
        const { name, place, isRequired } = parameter
        const id = `try-${place}-${name}`
        return (
          <div key={id} class="try-it-field">
            <label for={id}>
              {name}
              {isRequired ? '' : <span class="dim"> {place}</span>}
            </label>
            <Field
              id={id}
              parameter={parameter}
              value={values[name] ?? ''}
              onChange={(value) => onChange(name, value)}
            />
          </div>
        )
      })}
    </>
  )
}

interface FieldProps {
  readonly id: string
  readonly parameter: Parameter
  readonly value: string
  readonly onChange: (value: string) => void
}

function Field({ id, parameter, value, onChange }: FieldProps) {
  const choices = choicesOf(parameter)
  if (choices === undefined) {
    return (
      <input
        id={id}
        value={value}
        placeholder={parameter.type}
        required={parameter.isRequired}
        autocomplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => onChange(currentTarget.value)}
      />
    )
  }
  return (
    <select
      id={id}
      value={value}
      required={parameter.isRequired}
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
    >
      <option value="">left out</option>
      {choices.map((choice) => (
        <option key={choice}>{choice}</option>
      ))}
    </select>
  )
}

function choicesOf({ values, isFlag, isMany }: Parameter): readonly string[] | undefined {
  if (isMany) return undefined
  if (isFlag && values.length === 0) return ['true', 'false']
  return values.length > 0 ? values : undefined
}

/** Returns the path with its query, and the body where the operation has one. */
function requestOf(
  { path, parameters }: Operation,
  values: Values,
): { readonly path: string; readonly body?: Readonly<Record<string, unknown>> } {
  const given = parameters.filter(({ name }) => (values[name] ?? '') !== '')
  const query = new URLSearchParams()
  const body: Record<string, unknown> = {}
  for (const parameter of given) {
    const { name, place, isMany } = parameter
    const value = values[name] ?? ''
    const items = value.split(',').map((item) => item.trim())
    if (place === 'body')
      body[name] = isMany ? items.map(typed(parameter)) : typed(parameter)(value)
    else if (place === 'query' && isMany) for (const item of items) query.append(`${name}[]`, item)
    else if (place === 'query') query.append(name, value)
  }
  const search = query.toString()
  const hasBody = parameters.some(({ place }) => place === 'body')
  return { path: `${filled(path, values)}${search && `?${search}`}`, ...(hasBody ? { body } : {}) }
}

/** Converts a text to JSON: to numbers and booleans by the contract, to objects by their syntax. */
const typed =
  ({ isNumber, isFlag }: Parameter) =>
  (text: string): unknown => {
    if (isFlag && /^(true|false)$/.test(text)) return text === 'true'
    if (isNumber && /^-?\d+(\.\d+)?$/.test(text)) return Number(text)
    if (!/^[[{]/.test(text)) return text
    try {
      return JSON.parse(text)
    } catch {
      return text
    }
  }
