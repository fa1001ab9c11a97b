import { listOperations, type OperationSummary } from '../contract/openapi.ts'
import { type Html, html } from './html.ts'
import { pageResponse } from './page.ts'

/** The page that lists every operation, by resource. */
export async function operationsPage(prefix: string): Promise<Response> {
  const operations = await listOperations()
  const tags = [...new Set(operations.map(({ tag }) => tag))]
  const sections = tags.map(
    (tag) => html`<h2>${tag}</h2>
<ul class="rows">${operations.filter((one) => one.tag === tag).map(row)}</ul>`,
  )
  return pageResponse(
    'Operations of Forgery',
    html`<h1>Operations</h1>
<p>The ${operations.length} operations that are served, below <code>/api/v3</code>.
<a href="${prefix}/">Back</a> · <a href="${prefix}/api/v3/openapi.json">openapi.json</a></p>
${sections}`,
  )
}

function row({ method, path, summary }: OperationSummary): Html {
  return html`<li><span class="method">${method}</span><code class="path">${path}</code>
<span class="summary">${summary}</span></li>`
}
