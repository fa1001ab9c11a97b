import type { Project, WikiPage, WikiPageBasic } from '../../contract/generated/v4/contract.ts'
import { FormButton } from '../parts/form-dialog.tsx'
import { perform } from '../parts/perform.ts'
import { Problem } from '../parts/problem.tsx'
import { segment, sendApi, useApi } from '../session/read.ts'
import { go } from '../shell/router.ts'
import { useTitle } from '../shell/title.ts'
import { placeInProject } from '../shell/web-address.ts'
import type { PartProps } from './part-props.ts'
import { Prose } from './prose.tsx'

/** Shows the wiki of a project: its pages by title, and the selected page or the home page. */
export function WikiPages({ project, rest, placeOf }: PartProps) {
  const base = `/projects/${project.id}/wikis`
  const slug = rest.join('/') || 'home'
  const pages = useApi<WikiPageBasic[]>(base, ['wikiPages'])
  const found = useApi<WikiPage>(`${base}/${segment(slug)}`, ['wikiPages'])
  const page = found.problem === undefined ? found.value : undefined
  useTitle('record', page?.title)
  if (pages.problem !== undefined) return <Problem>{pages.problem}</Problem>
  if (!pages.value) return <div class="page" />
  const removePage = async () => {
    const isDone = await perform('Removed', () => sendApi('DELETE', `${base}/${segment(slug)}`))
    if (isDone) go({ path: placeInProject(project, 'wikis') })
  }
  return (
    <div class="page is-wide">
      <div class="with-side">
        <div>
          <header class="page-head">
            {page && <h2 class="page-title">{page.title}</h2>}
            <span class="stretch" />
            {page && (
              <>
                <FormButton title="Edit">
                  {(close) => <WikiForm project={project} page={page} onClose={close} />}
                </FormButton>
                <button type="button" class="is-dangerous" onClick={removePage}>
                  Remove
                </button>
              </>
            )}
            <FormButton title="New page">
              {(close) => <WikiForm project={project} title={page ? '' : slug} onClose={close} />}
            </FormButton>
          </header>
          {page && <WikiText page={page} address={`${project.web_url}/-/wikis/${page.slug}`} />}
          {found.problem !== undefined && pages.value.length > 0 && (
            <p class="dim">{`There is no page “${slug}”.`}</p>
          )}
          {pages.value.length === 0 && <p class="dim">The wiki has no pages.</p>}
        </div>
        {pages.value.length > 0 && (
          <aside aria-label="Pages of the wiki">
            <ul class="wiki-pages">
              {pages.value.map((one) => (
                <li key={one.slug}>
                  <a
                    href={placeOf('wikis', ...one.slug.split('/'))}
                    aria-current={one.slug === page?.slug ? 'page' : undefined}
                  >
                    {one.title}
                  </a>
                  {one.slug.includes('/') && (
                    <span class="dim">{` in ${one.slug.split('/').slice(0, -1).join('/')}`}</span>
                  )}
                </li>
              ))}
            </ul>
          </aside>
        )}
      </div>
    </div>
  )
}

/** Shows the text of a wiki page; only Markdown is formatted. */
function WikiText({
  page: { content, format },
  address,
}: {
  readonly page: WikiPage
  readonly address: string
}) {
  if (format !== 'markdown') return <pre class="prose">{content}</pre>
  return <Prose text={content} address={address} />
}

const formats: Readonly<Record<WikiPage['format'], string>> = {
  markdown: 'Markdown',
  rdoc: 'RDoc',
  asciidoc: 'AsciiDoc',
  org: 'Org',
}

interface WikiFormProps {
  readonly project: Project
  /** The page to edit; undefined for a new page. */
  readonly page?: WikiPage
  /** The initial title of a new page. */
  readonly title?: string
  readonly onClose: () => void
}

/** A form that writes a page through the API as the acting user; only changed fields are sent. */
function WikiForm({ project, page, title = '', onClose }: WikiFormProps) {
  const base = `/projects/${project.id}/wikis`
  const before: Readonly<Record<string, unknown>> = { ...page }
  async function send(event: SubmitEvent) {
    event.preventDefault()
    if (!(event.target instanceof HTMLFormElement)) return
    const fields = [...new FormData(event.target)]
    const changed = Object.fromEntries(fields.filter(([name, value]) => value !== before[name]))
    await perform('Saved', async () => {
      const path = page ? `${base}/${segment(page.slug)}` : base
      const { slug } = (await sendApi(page ? 'PUT' : 'POST', path, changed)) as WikiPage
      onClose()
      go({ path: placeInProject(project, 'wikis', ...slug.split('/')) })
    })
  }
  return (
    <form class="stacked" onSubmit={send}>
      <div class="side-by-side">
        <label>
          Title
          <input name="title" required autocomplete="off" defaultValue={page?.title ?? title} />
        </label>
        <label>
          Format
          <select name="format">
            {Object.entries(formats).map(([name, word]) => (
              <option key={name} value={name} selected={name === page?.format}>
                {word}
              </option>
            ))}
          </select>
        </label>
      </div>
      <label>
        Content
        <textarea name="content" rows={14} required defaultValue={page?.content ?? ''} />
      </label>
      <div class="form-actions">
        <button type="submit" class="is-first">
          Save
        </button>
        <button type="button" onClick={onClose}>
          Cancel
        </button>
      </div>
    </form>
  )
}
