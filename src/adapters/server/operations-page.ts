import { apis } from '../../contract/apis.ts'
import { type ApiName, apiNames, basePaths } from '../../contract/base-paths.ts'
import { htmlPage } from '../../shared/html-page.ts'
import { type Markup, markup } from '../../shared/markup.ts'

/** Returns the page that lists all operations of all APIs by resource, which all worlds of a server share. */
export async function operationsPage(prefix: string): Promise<Response> {
  const listed = await Promise.all(
    apiNames.map(async (api) => ({ api, resources: [...(await operationsByResource(api))] })),
  )
  const contents = listed.map(
    ({ api, resources }) =>
      markup`<h2><a href="#${api}">${api}</a></h2><ul class="contents">${resources.map(
        ([resource, { length }]) =>
          markup`<li><a href="#${anchorOf(api, resource)}">${resource}</a> <span class="dim">${length}</span></li>`,
      )}</ul>`,
  )
  const sections = listed.map(
    ({ api, resources }) => markup`<h2 id="${api}">${api}</h2>
<p>${countOf(resources)} operations below <code>${prefix}${basePaths[api]}</code>:
<a href="${prefix}${basePaths[api]}/openapi.json">openapi.json</a></p>
${resources.map(
  ([resource, operations]) => markup`<section id="${anchorOf(api, resource)}"><h3>${resource}</h3>
<ul class="rows">${operations.map((operation) => row(api, resource, operation))}</ul></section>
`,
)}`,
  )
  return pageResponse(
    'Operations of Forgery',
    markup`<h1>Operations</h1>
<p>All operations that are served, those of ${apiNames.join(' and ')}. Faults and <code>requests find</code> name one by
its id, such as <code>listProjects</code>: one that two APIs have has one id. <a href="${prefix}/">Back</a></p>
<p class="filter" hidden><label>Filter <input type="search" placeholder="id, method, path or words" autocomplete="off"></label>
<output class="dim" aria-live="polite"></output></p>
<nav aria-label="Resources">${contents}</nav>
${sections}`,
  )
}

type Resource = readonly [name: string, operations: readonly ListedOperation[]]

function countOf(resources: readonly Resource[]): number {
  return resources.reduce((sum, [, operations]) => sum + operations.length, 0)
}

/**
 * Returns the anchor of a resource. Ids of operations have no hyphen except after the API, so that anchors are unique.
 */
function anchorOf(api: ApiName, resource: string): string {
  return `${api}-resource-${resource.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
}

function row(
  api: ApiName,
  resource: string,
  { id, method, path, summary }: ListedOperation,
): Markup {
  const text = `${api} ${id} ${method} ${path} ${resource} ${summary}`.toLowerCase()
  const anchor = `${api}-${id}`
  return markup`<li id="${anchor}" data-text="${text}"><span class="method">${method}</span><code class="path">${path}</code>
<span class="summary"><a href="#${anchor}"><code>${id}</code></a> ${summary}</span></li>`
}

/** An operation in a list. */
interface ListedOperation {
  readonly id: string
  /** In upper case. */
  readonly method: string
  /** The path below the base path of the API, with `{name}` for parameters. */
  readonly path: string
  readonly summary: string
}

/** Returns the operations of an API by resource, in the order of the contract. */
async function operationsByResource(api: ApiName): Promise<Map<string, ListedOperation[]>> {
  const { paths } = await apis[api].loadDocument()
  const found = new Map<string, ListedOperation[]>()
  for (const [path, item] of Object.entries(paths)) {
    for (const [method, { operationId: id, summary = '', tags = [] }] of Object.entries(item)) {
      if (id === undefined) continue
      const [resource = ''] = tags
      const listed = { id, method: method.toUpperCase(), path, summary }
      found.set(resource, [...(found.get(resource) ?? []), listed])
    }
  }
  return found
}

/** Hides the entries of a list that do not match the words of its filter. */
const script = `
const filter = document.querySelector('.filter')
if (filter) {
  const [input, said] = [filter.querySelector('input'), filter.querySelector('output')]
  filter.hidden = false
  input.addEventListener('input', () => {
    const words = input.value.toLowerCase().split(' ').filter(Boolean)
    for (const row of document.querySelectorAll('[data-text]'))
      row.hidden = !words.every((word) => row.dataset.text.includes(word))
    for (const section of document.querySelectorAll('section')) {
      section.hidden = !section.querySelector('[data-text]:not([hidden])')
      document.querySelector('a[href="#' + section.id + '"]').parentElement.hidden = section.hidden
    }
    const count = document.querySelectorAll('[data-text]:not([hidden])').length
    said.textContent = words.length === 0 ? '' : count + ' shown'
  })
}
`

/** Returns an HTML page as a response. */
function pageResponse(title: string, body: Markup): Response {
  const { text, headers } = htmlPage(title, body, { script })
  return new Response(text, { headers: { 'Content-Type': 'text/html; charset=utf-8', ...headers } })
}
