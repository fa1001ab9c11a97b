import { useState } from 'preact/hooks'
import { type ApiName, basePaths } from '../../contract/base-paths.ts'
import { BodyView } from '../parts/code-view.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Status } from '../parts/status.tsx'
import { toastProblem } from '../parts/toast.tsx'
import { type ApiAnswer, callApi } from '../session/api.ts'
import { useLoaded } from '../session/loaded.ts'
import { actingAs, overview } from '../session/overview.ts'
import { worldUrl } from '../session/place.ts'

/** A call that has a result in any world. */
interface Suggestion {
  readonly meaning: string
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly body?: Readonly<Record<string, string>>
}

/** Shows three example calls with their responses. */
export function Calls() {
  const api = overview.value?.apis[0]
  const person = actingAs.value
  const { value: suggestions } = useLoaded(
    async () => (api === undefined ? [] : suggestionsFor(api)),
    [api, person?.username],
  )
  return (
    <section class="calls" aria-label="Calls to try">
      <h2>Calls to try</h2>
      {api !== undefined &&
        suggestions?.map((suggestion) => (
          <Call key={suggestion.meaning} api={api} suggestion={suggestion} />
        ))}
    </section>
  )
}

async function suggestionsFor(api: ApiName): Promise<readonly Suggestion[]> {
  const projects = { v4: '/projects', v3: '/projects/visible' }[api]
  // The oldest project usually has more content than a new one.
  const oldest = 'per_page=1&simple=true&order_by=id&sort=asc'
  const { json } = await callApi(api, 'GET', `${projects}?${oldest}`)
  const project: unknown = Array.isArray(json) ? json[0] : undefined
  const list = {
    meaning: 'The projects that can be seen',
    method: 'GET',
    path: `${projects}?per_page=5`,
  } as const
  if (!isProject(project)) {
    return [
      { meaning: 'Who am I?', method: 'GET', path: '/user' },
      list,
      { meaning: 'A new project', method: 'POST', path: '/projects', body: { name: 'website' } },
    ]
  }
  const path = `/projects/${project.id}/issues`
  return [
    list,
    { meaning: `The issues of ${project.name}`, method: 'GET', path: `${path}?per_page=5` },
    { meaning: `A new issue of ${project.name}`, method: 'POST', path, body: { title: 'Hello' } },
  ]
}

function isProject(value: unknown): value is { readonly id: number; readonly name: string } {
  return typeof value === 'object' && value !== null && 'id' in value && 'name' in value
}

interface CallProps {
  readonly api: ApiName
  readonly suggestion: Suggestion
}

function Call({ api, suggestion }: CallProps) {
  const { meaning, method, path, body } = suggestion
  const [answer, setAnswer] = useState<ApiAnswer>()
  const token = actingAs.value?.token
  const line = [
    'curl',
    ...(token === undefined ? [] : [`-H 'PRIVATE-TOKEN: ${token}'`]),
    ...Object.entries(body ?? {}).map(([name, value]) => `-d '${name}=${value}'`),
    `'${worldUrl}${basePaths[api]}${path}'`,
  ].join(' ')
  async function send() {
    try {
      const call = { isMeant: true, ...(body ? { body } : {}) }
      setAnswer(await callApi(api, method, path, call))
    } catch (error) {
      toastProblem(error)
    }
  }
  return (
    <div class="card call">
      <header>
        <h3>{meaning}</h3>
        <span class="stretch" />
        {answer && (
          <span class="dim" role="status">
            <Status status={answer.status} /> {answer.milliseconds.toFixed(0)} ms
          </span>
        )}
        <button type="button" aria-label={`Send: ${meaning}`} onClick={send}>
          <Icon name="play" />
          Send
        </button>
      </header>
      <div class="line">
        <code>{line}</code>
        <CopyButton text={line} label="the call" />
      </div>
      {answer && <BodyView body={answer} label={`The answer: ${meaning}`} />}
    </div>
  )
}
