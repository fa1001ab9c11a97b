import type { Project, Snippet } from '../../contract/generated/v4/contract.ts'
import { CodeView, languageOf } from '../parts/code-view.tsx'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { segment, useApi, useApiText } from '../session/read.ts'
import { useTitle } from '../shell/title.ts'
import { Entries } from './entries.tsx'
import type { PartProps } from './part-props.ts'
import { Prose } from './prose.tsx'
import { RecordLink } from './record-link.tsx'
import { Facts, UserLink, WebLink } from './small-parts.tsx'

/** Shows the snippets of a project. */
export function SnippetList({ project }: PartProps) {
  return (
    <div class="page">
      <Entries<Snippet>
        path={`/projects/${project.id}/snippets`}
        collections={['snippets']}
        keyOf={({ id }) => id}
        empty="No snippets."
      >
        {({ id, title, author, web_url, created_at }) => (
          <>
            <WebLink url={web_url}>{`$${id} ${title}`}</WebLink>
            <span class="dim">{author.name}</span>
            <Time at={created_at} />
          </>
        )}
      </Entries>
    </div>
  )
}

/** Shows a snippet of a project, or a personal one. */
export function SnippetPage({ id, project }: { readonly id: string; readonly project?: Project }) {
  const base = `${project ? `/projects/${project.id}` : ''}/snippets/${segment(id)}`
  const { value, problem } = useApi<Snippet>(base, ['snippets'])
  useTitle('record', value && `$${value.id} ${value.title}`)
  const text = useApiText(`${base}/raw`, ['snippets'])
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
  return (
    <div class="page is-wide">
      <header class="page-head">
        <h2 class="page-title" dir="auto">
          <span class="dim">{`$${value.id}`}</span> {value.title}
        </h2>
        <span class="stretch" />
        <RecordLink collection="snippets" id={value.id} />
      </header>
      <Facts
        facts={[
          ['Author', <UserLink key="author" user={value.author} />],
          ['Visibility', value.visibility],
          ['Created', <Time key="created" at={value.created_at} />],
        ]}
      />
      {value.description ? <Prose text={value.description} /> : null}
      {text.value !== undefined && (
        <CodeView
          text={text.value}
          language={languageOf(value.file_name ?? '')}
          label={value.file_name ?? 'Snippet'}
          isNumbered
        />
      )}
    </div>
  )
}
