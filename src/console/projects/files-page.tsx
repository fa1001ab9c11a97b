import { useState } from 'preact/hooks'
import type {
  Branch,
  Commit,
  Project,
  RepositoryFile,
  TreeEntry,
} from '../../contract/generated/v4/contract.ts'
import { CodeView, languageOf } from '../parts/code-view.tsx'
import { CopyButton } from '../parts/copy-button.tsx'
import { Icon } from '../parts/icon.tsx'
import { Problem } from '../parts/problem.tsx'
import { Time } from '../parts/time.tsx'
import { useChanges } from '../session/events.ts'
import { useLoaded } from '../session/loaded.ts'
import { actingAs } from '../session/overview.ts'
import { readApi, readPage, segment } from '../session/read.ts'
import { go } from '../shell/router.ts'
import { placeInProject } from '../shell/web-address.ts'
import type { PartProps } from './part-props.ts'
import { Prose } from './prose.tsx'
import { RevisionPicker, useRevisions } from './revision-picker.tsx'

/** A folder or a file of a repository at a revision. */
interface Place {
  readonly ref: string
  readonly path: string
  readonly commit: Commit | undefined
  /** The entries of a folder. */
  readonly entries: readonly TreeEntry[] | undefined
  /** The content of a file. */
  readonly file: RepositoryFile | undefined
}

/** The names of files that a folder shows below its entries, ignoring case. */
const readme = /^readme(\.(md|markdown|txt|rst|adoc))?$/i

/** Shows the files of a project: a folder with its README, or a single file. */
export function FilesPage({ project, rest, placeOf }: PartProps) {
  const base = `/projects/${project.id}/repository`
  const place = useLoaded(
    (signal) => findPlace(base, project.default_branch ?? '', rest, signal),
    [base, project.default_branch, rest.join('/'), actingAs.value?.username],
  )
  useChanges(['repositories'], place.reload)
  const revisions = useRevisions(base)
  const { value, problem } = place
  if (problem !== undefined) return <Problem>{problem}</Problem>
  if (!value) return <div class="page" />
  const { ref, path, commit, entries, file } = value
  if (!commit) {
    return (
      <div class="page">
        <p>The repository of this project is empty. Push to it:</p>
        <CodeView label="Push" text={`git push ${project.http_url_to_repo} HEAD`} />
      </div>
    )
  }
  const hrefOfEntry = (entry: TreeEntry) =>
    placeOf(entry.type === 'tree' ? 'tree' : 'blob', ref, ...entry.path.split('/'))
  const shown = entries?.find(({ name, type }) => type === 'blob' && readme.test(name))
  return (
    <div class="page is-wide">
      <div class="files-bar">
        <RevisionPicker
          revisions={revisions}
          chosen={ref}
          onChoose={(name) => {
            const inside = path.split('/').filter(Boolean)
            go({ path: placeInProject(project, file ? 'blob' : 'tree', name, ...inside) })
          }}
        />
        <Path path={path} project={project.path} hrefTo={(to) => placeOf('tree', ref, ...to)} />
        <span class="stretch" />
        {project.http_url_to_repo ? (
          <CopyButton
            text={`git clone ${project.http_url_to_repo}`}
            label="the command of git clone"
            title="Clone"
          />
        ) : null}
      </div>
      <p class="last-commit">
        <a href={placeOf('commit', commit.id)}>{commit.title}</a>
        <span class="dim">{commit.author_name}</span>
        <Time at={commit.committed_date} />
        <code>{commit.short_id}</code>
      </p>
      {entries && (
        <ul class="files">
          {path !== '' && (
            <li>
              <Icon name="left" />
              <a
                href={placeOf('tree', ref, ...path.split('/').slice(0, -1))}
                aria-label="The folder above"
              >
                ..
              </a>
            </li>
          )}
          {entries.map((entry) => (
            <li key={entry.path} class={`is-${entry.type}`}>
              <Icon name={entry.type === 'tree' ? 'project' : 'contract'} />
              <a href={hrefOfEntry(entry)}>{entry.name}</a>
            </li>
          ))}
        </ul>
      )}
      {shown && <Readme project={project} entry={shown} refName={ref} />}
      {file && <FileText file={file} />}
    </div>
  )
}

function Path({
  path,
  project,
  hrefTo,
}: {
  readonly path: string
  readonly project: string
  readonly hrefTo: (path: readonly string[]) => string
}) {
  const segments = path.split('/').filter(Boolean)
  return (
    <span class="crumbs">
      <a href={hrefTo([])}>{project}</a>
      {segments.map((name, index) => {
        const to = segments.slice(0, index + 1)
        return (
          <span key={to.join('/')}>
            <span class="dim">/</span>
            {index === segments.length - 1 ? (
              <strong>{name}</strong>
            ) : (
              <a href={hrefTo(to)}>{name}</a>
            )}
          </span>
        )
      })}
    </span>
  )
}

function Readme({
  project,
  entry,
  refName,
}: {
  readonly project: Project
  readonly entry: TreeEntry
  readonly refName: string
}) {
  const base = `/projects/${project.id}/repository`
  const { value } = useLoaded(
    (signal) => readApi<RepositoryFile>(fileCall(base, entry.path, refName), signal),
    [base, entry.id, refName],
  )
  if (!value) return null
  const text = textIn(value.content)
  if (text === undefined || !/\.(md|markdown)$/i.test(value.file_name))
    return <FileText file={value} />
  return (
    <section aria-label={value.file_name}>
      <h2 class="file-head">{value.file_name}</h2>
      <Prose
        text={text}
        address={`${project.web_url}/-/blob/${`${refName}/${entry.path}`.split('/').map(segment).join('/')}`}
      />
    </section>
  )
}

/** Shows a file as text, truncated at first if it is long; a binary file is only mentioned. */
function FileText({ file }: { readonly file: RepositoryFile }) {
  const [isWhole, setWhole] = useState(false)
  const text = textIn(file.content)
  const cut = text !== undefined && text.length > 300_000 && !isWhole
  return (
    <section aria-label={file.file_name}>
      <h2 class="file-head">
        {file.file_name} <span class="dim">{sizeOf(file.size)}</span>
        {file.execute_filemode ? <span class="dim">executable</span> : null}
      </h2>
      {text === undefined ? (
        <p class="dim">These bytes are no text.</p>
      ) : (
        <CodeView
          text={cut ? text.slice(0, 300_000) : text}
          language={languageOf(file.file_name)}
          label={file.file_name}
          isNumbered
        />
      )}
      {cut && (
        <button type="button" onClick={() => setWhole(true)}>
          Show all of it
        </button>
      )}
    </section>
  )
}

/** @example sizeOf(2048) // '2 KiB' */
function sizeOf(bytes: number): string {
  if (bytes < 1024) return `${bytes} bytes`
  return bytes < 1024 * 1024
    ? `${(bytes / 1024).toFixed(1)} KiB`
    : `${(bytes / 1024 / 1024).toFixed(1)} MiB`
}

function textIn(base64: string): string | undefined {
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))
  if (bytes.includes(0)) return undefined
  return new TextDecoder().decode(bytes)
}

const fileCall = (base: string, path: string, ref: string) =>
  `${base}/files/${segment(path)}?ref=${segment(ref)}`

/** Finds the end of the revision in an address, since a revision can contain slashes. */
async function findPlace(
  base: string,
  defaultBranch: string,
  rest: readonly string[],
  signal: AbortSignal,
): Promise<Place> {
  const given = rest.length === 0 ? [defaultBranch] : rest
  for (let end = 1; end <= given.length; end += 1) {
    const ref = given.slice(0, end).join('/')
    const path = given.slice(end).join('/')
    // A missing ref has an empty list of commits, which is no error.
    const [tip] = await readApi<Commit[]>(
      `${base}/commits?ref_name=${segment(ref)}&per_page=1`,
      signal,
    )
    if (!tip) continue
    const inside = `${base}/commits?ref_name=${segment(ref)}&per_page=1&path=${segment(path)}`
    const [commit = tip] = path === '' ? [] : await readApi<Commit[]>(inside, signal)
    const found = { ref, path, commit }
    const kind = await kindOf(base, ref, path, signal)
    if (!kind) throw new Error(`There is no “${path}” at ${ref}.`)
    if (kind === 'file') {
      const file = await readApi<RepositoryFile>(fileCall(base, path, ref), signal)
      return { ...found, file, entries: undefined }
    }
    return { ...found, entries: await readTree(base, ref, path, signal), file: undefined }
  }
  const branches = await readApi<Branch[]>(`${base}/branches?per_page=1`, signal)
  if (branches.length === 0 && rest.length === 0) {
    return { ref: '', path: '', commit: undefined, entries: [], file: undefined }
  }
  throw new Error(`Nothing in the repository is called “${given.join('/')}”.`)
}

/** Returns the type of a path, which its parent folder lists; undefined where nothing is there. */
async function kindOf(
  base: string,
  ref: string,
  path: string,
  signal: AbortSignal,
): Promise<'file' | 'folder' | undefined> {
  if (path === '') return 'folder'
  const around = path.split('/').slice(0, -1).join('/')
  if (around !== '' && (await kindOf(base, ref, around, signal)) !== 'folder') return undefined
  const entry = (await readTree(base, ref, around, signal)).find((one) => one.path === path)
  return entry && (entry.type === 'tree' ? 'folder' : 'file')
}

/** The maximum number of pages of entries that are loaded. */
const maxPages = 10

async function readTree(
  base: string,
  ref: string,
  path: string,
  signal: AbortSignal,
): Promise<TreeEntry[]> {
  const entries: TreeEntry[] = []
  for (let page = 1; page <= maxPages; page += 1) {
    const { rows, total } = await readPage<TreeEntry>(
      `${base}/tree?ref=${segment(ref)}&path=${segment(path)}`,
      page,
      signal,
    )
    entries.push(...rows)
    if (total <= entries.length) break
  }
  return entries
}
