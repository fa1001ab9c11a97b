import { compareTrees } from '../../../git/diff/difference.ts'
import { ahead, mergeBase } from '../../../git/history/ancestry.ts'
import { readTree } from '../../../git/objects/database.ts'
import type { GitCommit } from '../../../git/objects/objects.ts'
import { contentOf, entryAt } from '../../../git/objects/tree.ts'
import { markup } from '../../../shared/markup.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import { canReadBuilds } from '../../access/builds.ts'
import { timeOf, titleOf } from '../../domain/repositories/commit-text.ts'
import { findCommit } from '../../domain/repositories/repositories.ts'
import type { WebContext } from '../web-request.ts'
import { type ProjectPage, placeOf } from './project-page.ts'
import { escapedPath, link, recordPage, shownList, userLink } from './record-page.ts'

/** The number of bytes of a file that a page shows. */
const MAX_SHOWN = 200_000

export const commitPage: ProjectPage = (context, project, [revision = '']) => {
  const { store, viewer, release } = context
  if (!viewer.can('download_code', project)) return undefined
  const commit = findCommit(store, project, revision)
  if (!commit) return undefined
  const { above, path } = placeOf(context, project)
  const shortOf = (id: string) => id.slice(0, 8)
  return recordPage(context, {
    kind: `Commit ${shortOf(commit.id)}`,
    title: titleOf(commit, release),
    above,
    fields: {
      SHA: commit.id,
      Author: `${commit.author.name} <${commit.author.email}>`,
      Committer: `${commit.committer.name} <${commit.committer.email}>`,
      Committed: timeOf(commit.committer),
      Parents:
        commit.parents.length === 0
          ? null
          : markup`${commit.parents.map((id) => markup`${link(context, `${path}/-/commit/${id}`, shortOf(id))} `)}`,
      Files: link(context, `${path}/-/tree/${commit.id}`, 'Browse'),
    },
    text: commit.message,
  })
}

/** Shows the comparison of two revisions: `a...b` since their merge base, `a..b` since the first. */
export const comparisonPage: ProjectPage = (context, project, segments) => {
  const { store, viewer, release } = context
  if (!viewer.can('download_code', project)) return undefined
  const named = segments.join('/')
  const dots = named.includes('...') ? '...' : '..'
  const [from = '', to = ''] = named.split(dots)
  const [base, head] = [from, to].map((revision) => findCommit(store, project, revision))
  if (!base || !head) return undefined
  const { objects } = store
  const parting = dots === '..' ? base : (mergeBase(objects, base.id, head.id) ?? base)
  const { above, path } = placeOf(context, project)
  return recordPage(context, {
    kind: 'Comparison',
    title: named,
    above,
    lists: {
      Commits: shownList(ahead(objects, base.id, head.id), (commit) =>
        link(context, `${path}/-/commit/${commit.id}`, titleOf(commit, release)),
      ),
      Files: shownList(
        compareTrees(objects, parting.tree, head.tree),
        ({ newPath, newFile, deletedFile }) =>
          markup`${newPath}${newFile ? ', new' : deletedFile ? ', deleted' : ''}`,
      ),
    },
  })
}

/** Splits a path below `tree` or `blob` into a revision, which can contain slashes, and a path in its files. */
function placeInCode(
  { store }: WebContext,
  project: ProjectRecord,
  segments: readonly string[],
): { ref: string; commit: GitCommit; path: string } | undefined {
  for (let end = 1; end <= segments.length; end += 1) {
    const ref = segments.slice(0, end).join('/')
    const commit = findCommit(store, project, ref)
    const path = segments.slice(end).join('/')
    if (commit && entryAt(store.objects, commit.tree, path)) return { ref, commit, path }
  }
  return undefined
}

/** Shows a file or a folder, whichever exists: GitLab redirects from one URL to the other. */
export const filePage: ProjectPage = (context, project, segments) => {
  const { store, viewer } = context
  if (!viewer.can('download_code', project)) return undefined
  const place = placeInCode(context, project, segments)
  const entry = place && entryAt(store.objects, place.commit.tree, place.path)
  if (!place || !entry) return undefined
  const { ref, commit, path } = place
  const { above, path: home } = placeOf(context, project)
  const title = path === '' ? ref : path
  const fields = {
    Revision: ref,
    Commit: link(context, `${home}/-/commit/${commit.id}`, commit.id.slice(0, 8)),
  }
  if (entry.mode !== '40000') {
    const bytes = contentOf(store.objects, { mode: entry.mode, id: entry.id })
    const size = `${bytes.length} bytes`
    const text = textIn(bytes.subarray(0, MAX_SHOWN))
    return recordPage(context, {
      kind: 'File',
      title,
      above,
      fields: { ...fields, Size: size },
      text,
    })
  }
  const at = `${home}/-/`
  const entries = [...readTree(store.objects, entry.id).entries]
  const links = shownList(entries, ({ name, mode }) => {
    const inside = escapedPath([ref, path, name].filter((part) => part !== '').join('/'))
    const isFolder = mode === '40000'
    return link(
      context,
      `${at}${isFolder ? 'tree' : 'blob'}/${inside}`,
      isFolder ? `${name}/` : name,
    )
  })
  return recordPage(context, { kind: 'Files', title, above, fields, lists: { Files: links } })
}

/** Decodes a text; undefined for binary content. */
function textIn(bytes: Uint8Array): string | undefined {
  if (bytes.includes(0)) return undefined
  return new TextDecoder().decode(bytes)
}

export const releasePage: ProjectPage = (context, project, segments) => {
  const { store, viewer } = context
  const { above, path } = placeOf(context, project)
  const releases = store.releases.by('project_id', project.id)
  if (segments.length === 0) {
    const links = shownList(releases, ({ tag_name, name }) =>
      link(context, `${path}/-/releases/${encodeURIComponent(tag_name)}`, name ?? tag_name),
    )
    return recordPage(context, {
      kind: 'List',
      title: 'Releases',
      above,
      lists: { Releases: links },
    })
  }
  // GitLab has a page below that of a release to edit it; here it is the same page.
  const [tag = '', action] = segments
  const isEdited = action === 'edit' && viewer.can('push_code', project)
  const release =
    releases.find(({ tag_name }) => tag_name === segments.join('/')) ??
    (isEdited ? releases.find(({ tag_name }) => tag_name === tag) : undefined)
  if (!release) return undefined
  return recordPage(context, {
    kind: 'Release',
    title: release.name ?? release.tag_name,
    above,
    fields: {
      Tag: release.tag_name,
      Author: userLink(context, store.users.get(release.author_id ?? 0)),
      Released: release.released_at,
    },
    text: release.description,
  })
}

export const pipelinePage: ProjectPage = (context, project, [id]) => {
  const { store, viewer } = context
  const pipeline = store.pipelines.get(Number(id))
  if (pipeline?.project_id !== project.id || !canReadBuilds({ viewer }, project)) return undefined
  const { above, path } = placeOf(context, project)
  const jobs = shownList(store.builds.by('pipeline_id', pipeline.id), ({ id, name, status }) =>
    link(context, `${path}/-/jobs/${id}`, `${name}: ${status}`),
  )
  return recordPage(context, {
    kind: `Pipeline #${pipeline.id}`,
    title: pipeline.name ?? `Pipeline of ${pipeline.ref}`,
    above,
    fields: {
      Status: pipeline.status,
      Ref: pipeline.ref,
      Commit: link(context, `${path}/-/commit/${pipeline.sha}`, pipeline.sha.slice(0, 8)),
      User: userLink(context, store.users.get(pipeline.user_id ?? 0)),
      Created: pipeline.created_at,
    },
    lists: { Jobs: jobs },
  })
}

export const jobPage: ProjectPage = (context, project, [id]) => {
  const { store, viewer } = context
  const build = store.builds.get(Number(id))
  if (build?.project_id !== project.id || !canReadBuilds({ viewer }, project)) return undefined
  const { above, path } = placeOf(context, project)
  return recordPage(context, {
    kind: `Job #${build.id}`,
    title: build.name,
    above,
    fields: {
      Status: build.status,
      Stage: build.stage,
      Ref: build.ref,
      Pipeline:
        build.pipeline_id === null
          ? null
          : link(context, `${path}/-/pipelines/${build.pipeline_id}`, `#${build.pipeline_id}`),
      User: userLink(context, store.users.get(build.user_id ?? 0)),
    },
    text: build.trace,
  })
}
