import type { WikiPage, WikiPageBasic } from '../../contract/generated/v4/contract.ts'
import { Problem } from '../parts/problem.tsx'
import { segment, useApi } from '../session/read.ts'
import { useTitle } from '../shell/title.ts'
import type { PartProps } from './part-props.ts'
import { Prose } from './prose.tsx'

/** The wiki of a project: its pages by their titles, and the one that the address names, or its home. */
export function WikiPages({ project, rest, placeOf }: PartProps) {
  const base = `/projects/${project.id}/wikis`
  const slug = rest.join('/') || 'home'
  const pages = useApi<WikiPageBasic[]>(base, ['wikiPages'])
  const { value: page, problem } = useApi<WikiPage>(`${base}/${segment(slug)}`, ['wikiPages'])
  useTitle('record', page?.title)
  if (pages.problem !== undefined) return <Problem>{pages.problem}</Problem>
  if (!pages.value) return <div class="page" />
  return (
    <div class="page is-wide with-side">
      <div>
        {page && <h2 class="page-title">{page.title}</h2>}
        {page && <WikiText page={page} />}
        {problem !== undefined && pages.value.length > 0 && (
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
  )
}

/** Of the formats of a wiki the console knows one. */
function WikiText({ page: { content, format } }: { readonly page: WikiPage }) {
  return format === 'markdown' ? <Prose text={content} /> : <pre class="prose">{content}</pre>
}
