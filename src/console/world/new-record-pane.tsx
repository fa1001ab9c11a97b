import { basePaths } from '../../contract/base-paths.ts'
import { CodeView } from '../parts/code-view.tsx'
import { DetailPane } from '../parts/detail-pane.tsx'
import { Problem } from '../parts/problem.tsx'
import { toast } from '../parts/toast.tsx'
import { callApi } from '../session/api.ts'
import { useLoaded } from '../session/loaded.ts'
import { loadDocument, resolve } from '../session/openapi.ts'
import { actingAs } from '../session/overview.ts'
import { go } from '../shell/router.ts'
import type { FieldSchema } from './form-fields.ts'
import { makers } from './record-calls.ts'
import { RecordForm } from './record-form.tsx'

/** The part of an operation of `openapi.json` that a form uses. */
interface Maker {
  readonly path: string
  readonly summary: string
  readonly properties: Readonly<Record<string, FieldSchema>>
  readonly required: readonly string[]
}

interface Operation {
  readonly operationId?: string
  readonly summary?: string
  readonly parameters?: readonly Parameter[]
  readonly requestBody?: { readonly content?: Readonly<Record<string, { readonly schema?: Body }>> }
}

interface Parameter {
  readonly $ref?: string
  readonly name: string
  readonly in: string
  readonly description?: string
  readonly schema?: FieldSchema
}

interface Body {
  readonly $ref?: string
  readonly properties?: Readonly<Record<string, FieldSchema>>
  readonly required?: readonly string[]
}

async function loadMaker(operationId: string): Promise<Maker> {
  const document = await loadDocument('v4')
  for (const [path, { post }] of Object.entries(document.paths)) {
    const operation = post as Operation | undefined
    if (operation?.operationId !== operationId) continue
    const { summary = '', parameters = [], requestBody } = operation
    const whole = parameters.map((one) => resolve(document, one))
    const [content] = Object.values(requestBody?.content ?? {})
    const body = resolve(document, content?.schema ?? {})
    const named = whole.map(({ name, description, schema = {} }) => [
      name,
      { ...resolve(document, schema), ...(description === undefined ? {} : { description }) },
    ])
    const inPath = whole.flatMap((one) => (one.in === 'path' ? [one.name] : []))
    return {
      path,
      summary,
      properties: { ...Object.fromEntries(named), ...body.properties },
      required: [...inPath, ...(body.required ?? [])],
    }
  }
  throw new Error(`v4 has no operation ${operationId}.`)
}

interface NewRecordPaneProps {
  readonly collection: string
  readonly onClose: () => void
}

/** A form that creates a record through the API as the acting user, with all side effects of the API. */
export function NewRecordPane({ collection, onClose }: NewRecordPaneProps) {
  const operationId = makers[collection] ?? ''
  const { value, problem } = useLoaded(() => loadMaker(operationId), [operationId])
  async function send(changes: Readonly<Record<string, unknown>>) {
    if (!value) return undefined
    const names = [...value.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name)
    const missing = names.filter((name) => changes[name] === undefined)
    if (missing.length > 0) {
      return Object.fromEntries(missing.map((name) => [name, ['is missing']]))
    }
    const path = value.path.replace(/\{(\w+)\}/g, (_, name) =>
      encodeURIComponent(String(changes[name])),
    )
    const body = Object.fromEntries(
      Object.entries(changes).filter(([name]) => !names.includes(name)),
    )
    const answer = await callApi('v4', 'POST', path, { body, isMeant: true })
    if (answer.status >= 400) return errorsOf(answer.json, `${answer.status} ${answer.statusText}`)
    toast(`POST ${path} is done`)
    const id: unknown =
      typeof answer.json === 'object' && answer.json && Reflect.get(answer.json, 'id')
    if (typeof id === 'number' && collection !== 'members')
      go({ path: ['world', collection, String(id)] })
    else onClose()
    return undefined
  }
  return (
    <DetailPane
      label={`New record of ${collection}`}
      title={`New: ${collection}`}
      onClose={onClose}
    >
      {problem !== undefined && <Problem>{problem}</Problem>}
      {value && (
        <>
          <p class="dim">{`${value.summary} Made by ${actingAs.value?.username ?? 'nobody'}.`}</p>
          <CodeView label="The call" text={`POST ${basePaths.v4}${value.path}`} />
          <RecordForm
            properties={value.properties}
            required={value.required}
            values={{}}
            action="Create"
            onSend={send}
          />
        </>
      )}
    </DetailPane>
  )
}

/** Parses errors such as `{ message: { title: ["can't be blank"] } }`, or a single text for all fields. */
function errorsOf(json: unknown, otherwise: string): Record<string, readonly string[]> {
  if (typeof json !== 'object' || json === null) return { '': [otherwise] }
  const said: unknown = Reflect.get(json, 'message') ?? Reflect.get(json, 'error')
  if (typeof said === 'object' && said !== null && !Array.isArray(said)) {
    return Object.fromEntries(
      Object.entries(said).map(([name, problems]) => [name, [problems].flat().map(String)]),
    )
  }
  return { '': [said === undefined ? otherwise : [said].flat().join('; ')] }
}
