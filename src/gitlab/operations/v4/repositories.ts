import { forbidden, notFound, refused, wrongParameters } from '../../../contract/errors.ts'
import { type ArchiveFormat, archive } from '../../../git/archive.ts'
import { compareTrees } from '../../../git/diff/difference.ts'
import { authors, type Contributor } from '../../../git/diff/statistics.ts'
import { createWorkBudget } from '../../../git/diff/work-budget.ts'
import { ahead, mergeBase, mergeBaseOf } from '../../../git/history/ancestry.ts'
import type { GitBlob } from '../../../git/objects/objects.ts'
import { entryAt } from '../../../git/objects/tree.ts'
import { treePages } from '../../../git/objects/tree-page.ts'
import { trimSlashes } from '../../../git/path.ts'
import { encodeBase64 } from '../../../shared/base64.ts'
import type { ProjectRecord } from '../../../store/models/project.ts'
import type { ProjectContext } from '../../domain/context.ts'
import { projectAddress } from '../../domain/lookups.ts'
import { areInOneForkNetwork } from '../../domain/projects/fork.ts'
import { findBlob, findCommit, repositoryOf } from '../../domain/repositories/repositories.ts'
import { commitAt } from '../../domain/repositories/revisions.ts'
import { commitResource } from '../../resources/v4/commit.ts'
import { differenceResource } from '../../resources/v4/difference.ts'
import { treeEntry } from '../../resources/v4/tree-entry.ts'
import { list, listPage, Reply } from '../answers.ts'
import type { OperationsOf } from '../operation.ts'

/** The operations of the tag Repositories. */
export const repositories = {
  /** Lists a folder, subfolders first. */
  listTree(context, { path, ref, recursive, pagination, page_token }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    if (pagination === 'none' && !recursive) throw wrongParameters([notWhole])
    const { tree } = commitAt(context, ref || 'HEAD', 'Tree')
    const folder = trimSlashes(path ?? '')
    if (entryAt(store.objects, tree, folder)?.mode !== '40000') {
      throw notFound('invalid revision or path')
    }
    const after = pagination === 'keyset' ? page_token : undefined
    return listPage(treePages(store.objects, tree, { path: folder, recursive, after }), treeEntry)
  },

  getBlob(context, { sha }) {
    const { id, bytes } = blobOf(context, sha)
    return { size: bytes.length, encoding: 'base64', content: encodeBase64(bytes), sha: id }
  },

  getRawBlob(context, { sha }) {
    const { bytes } = blobOf(context, sha)
    return new Reply({ body: bytes, type: 'text/plain', isInline: true }, { headers: noCache })
  },

  getArchive: (context, parameters) => archiveOf(context, parameters),
  getArchiveOfFormat: (context, parameters) => archiveOf(context, parameters),

  /**
   * Compares two revisions: the commits of `to` that `from` lacks, oldest first, and the changes since their merge base
   * (`from...to`); with `straight` the changes between both (`from..to`).
   */
  compareRevisions(context, { from, to, from_project_id, straight, unidiff }) {
    const { store, viewer, project } = context
    const { objects } = store
    viewer.must('download_code', project)
    const base = commitAt({ store, project: baseProject(context, from_project_id) }, from, 'Ref')
    const head = commitAt(context, to, 'Ref')
    const between = ahead(objects, base.id, head.id)
    const [newest] = between
    const budget = createWorkBudget()
    const parting = straight ? base : (mergeBase(objects, base.id, head.id) ?? base)
    const diffs = compareTrees(objects, parting.tree, head.tree, { budget }).map((difference) =>
      differenceResource(difference, store, budget, unidiff),
    )
    const dots = straight ? '..' : '...'
    return {
      commit: newest ? commitResource(newest, project, context) : null,
      commits: between.map((commit) => commitResource(commit, project, context)).reverse(),
      diffs,
      compare_timeout: diffs.some(({ too_large }) => too_large),
      compare_same_ref: base.id === head.id,
      web_url: `${projectAddress(context, project.id)}/-/compare/${base.id}${dots}${head.id}`,
    }
  },

  /** Lists contributors; an empty repository has none, and an unknown ref is a 404. */
  listContributors(context, { ref, order_by, sort }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    const tip = findCommit(store, project, ref || 'HEAD')
    if (!tip && ref) throw notFound()
    const found = tip ? authors(store.objects, tip.id) : []
    const sorted = found.toSorted(orders[order_by])
    return list(sort === 'desc' ? sorted.reverse() : sorted, (author) => ({
      ...author,
      additions: 0,
      deletions: 0,
    }))
  },

  getMergeBase(context, { refs }) {
    const { store, viewer, project } = context
    viewer.must('download_code', project)
    if (refs.length < 2) throw refused('Provide at least 2 refs')
    const named = new Map(refs.map((ref) => [ref, findCommit(store, project, ref)]))
    const unknown = refs.filter((ref) => !named.get(ref))
    if (unknown.length > 0) {
      throw refused(`Could not find ${unknown.length > 1 ? 'refs' : 'ref'}: ${unknown.join(', ')}`)
    }
    const [first = '', ...others] = refs.flatMap((ref) => named.get(ref)?.id ?? [])
    const base = mergeBaseOf(store.objects, first, others)
    if (!base) throw notFound('Merge Base')
    return commitResource(base, project, context)
  },
} satisfies OperationsOf<'v4', 'Repositories'>

const notWhole = { name: 'pagination', problem: 'cannot be "none" unless "recursive" is true' }

const noCache = { 'Cache-Control': 'no-store, no-cache' }

type Author = Omit<Contributor, 'additions' | 'deletions'>

const orders = {
  name: (one: Author, other: Author) => compare(one.name, other.name),
  email: (one: Author, other: Author) => compare(one.email, other.email),
  commits: (one: Author, other: Author) => one.commits - other.commits,
}

const compare = (one: string, other: string) => (one < other ? -1 : Number(one > other))

function blobOf({ store, viewer, project }: ProjectContext, sha: string): GitBlob {
  viewer.must('download_code', project)
  const blob = findBlob(store, project, sha)
  if (!blob) throw notFound('Blob')
  return blob
}

/** Returns the project of the first revision in a comparison. */
function baseProject(context: ProjectContext, id: number | undefined): ProjectRecord {
  const { store, viewer, project } = context
  if (id === undefined) return project
  const other = store.projects.get(id)
  if (!other || !viewer.sees(other) || !areInOneForkNetwork(store, project, other)) {
    throw refused(`Target project id:${id} is not a fork of project id:${project.id}`)
  }
  if (!viewer.can('download_code', other)) {
    throw forbidden("You don't have access to this fork's parent project")
  }
  return other
}

interface ArchiveParameters {
  readonly format: string
  readonly sha?: string | undefined
  readonly path?: string | undefined
  readonly exclude_paths?: readonly string[] | undefined
}

/** Returns an archive with one folder, which has the name of the archive: project, ref, commit and path. */
function archiveOf(
  context: ProjectContext,
  { format, sha, path, exclude_paths }: ArchiveParameters,
) {
  const { store, viewer, project } = context
  viewer.must('download_code', project)
  const kind = formats.get(format)
  const commit = commitAt(context, sha || 'HEAD', 'File')
  const extent = { path: trimSlashes(path ?? ''), without: exclude_paths?.map(trimSlashes) }
  const isThere = entryAt(store.objects, commit.tree, extent.path) !== undefined
  if (!kind || !isThere) throw notFound('File')
  const ref = sha || repositoryOf(store, project).head
  const parts = [project.path, ref, commit.id, ...(extent.path ? [extent.path] : [])]
  const topFolder = parts.join('-').replaceAll('/', '-')
  return {
    body: archive(store.objects, kind, { commit: commit.id, topFolder, ...extent }),
    type: kind === 'zip' ? 'application/zip' : 'application/octet-stream',
    name: `${topFolder}.${kind}`,
  }
}

/** The archive formats by extension. */
const formats: ReadonlyMap<string, ArchiveFormat> = new Map([
  ['tar.gz', 'tar.gz'],
  ['tgz', 'tar.gz'],
  ['gz', 'tar.gz'],
  ['tar.bz2', 'tar.bz2'],
  ['tbz', 'tar.bz2'],
  ['tbz2', 'tar.bz2'],
  ['tb2', 'tar.bz2'],
  ['bz2', 'tar.bz2'],
  ['tar', 'tar'],
  ['zip', 'zip'],
])
