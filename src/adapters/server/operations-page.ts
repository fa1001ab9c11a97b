import { v3 } from '../../contract/apis.ts'
import { basePaths } from '../../contract/base-paths.ts'
import { type Markup, markup } from '../../shared/markup.ts'
import { pageResponse } from './page.ts'

/** The page that lists every operation, by resource. */
export async function operationsPage(prefix: string): Promise<Response> {
  const resources = [...(await operationsByResource())]
  const count = resources.reduce((sum, [, operations]) => sum + operations.length, 0)
  const contents = resources.map(
    ([resource, { length }]) =>
      markup`<li><a href="#${anchorOf(resource)}">${resource}</a> <span class="dim">${length}</span></li>`,
  )
  const sections = resources.map(
    ([resource, operations]) => markup`<section id="${anchorOf(resource)}"><h2>${resource}</h2>
<ul class="rows">${operations.map((operation) => row(resource, operation))}</ul></section>
`,
  )
  return pageResponse(
    'Operations of Forgery',
    markup`<h1>Operations</h1>
<p>The ${count} operations that are served, below <code>${basePaths.v3}</code>. Faults and
<code>requests find</code> name one by its id, such as <code>listProjects</code>.
<a href="${prefix}/">Back</a> · <a href="${prefix}${basePaths.v3}/openapi.json">openapi.json</a></p>
<p class="filter" hidden><label>Filter <input type="search" placeholder="id, method, path or words" autocomplete="off"></label>
<output class="dim" aria-live="polite"></output></p>
<nav aria-label="Resources"><ul class="contents">${contents}</ul></nav>
${sections}`,
  )
}

/** The ids of operations have no hyphen: no anchor is there twice. */
function anchorOf(resource: string): string {
  return `resource-${resource.toLowerCase().replaceAll(/[^a-z]+/g, '-')}`
}

function row(resource: string, { id, method, path, summary }: ListedOperation): Markup {
  const text = `${id} ${method} ${path} ${resource} ${summary}`.toLowerCase()
  return markup`<li id="${id}" data-text="${text}"><span class="method">${method}</span><code class="path">${path}</code>
<span class="summary"><a href="#${id}"><code>${id}</code></a> ${summary}</span></li>`
}

/** One operation, as a list of them shows it. */
interface ListedOperation {
  readonly id: string
  /** In capitals. */
  readonly method: string
  /** Below the base path of the API, with `{name}` for a parameter. */
  readonly path: string
  readonly summary: string
}

/** The operations of each resource, in the order of the contract. */
async function operationsByResource(): Promise<Map<string, ListedOperation[]>> {
  const { paths } = await v3.loadDocument()
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
