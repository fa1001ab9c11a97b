import { encodeBase64 } from '../shared/base64.ts'
import { utf8Text } from '../shared/text.ts'
import type { RecordedProject, Recording } from './recording.ts'
import type { Entry } from './world.ts'

export interface SeenComment {
  readonly note?: string
  readonly author?: { readonly id?: number }
  readonly path?: string | null
  readonly line?: number | null
  readonly line_type?: string | null
  readonly created_at?: string
}

interface SeenNote {
  readonly id?: number
  readonly body?: string
  readonly author?: { readonly id?: number }
  readonly created_at?: string
  readonly updated_at?: string
}

export interface TagPush {
  /** The id of the tag object. */
  readonly after: string
  readonly author_id: number
  readonly at: string
}

/** The commits of all projects, which forks share. */
export interface CommitGraph {
  readonly parents: Map<string, readonly string[]>
  readonly trees: Map<string, Tree>
  readonly contents: Map<string, Content>
  readonly comments: {
    readonly project_id: number
    readonly commit_id: string
    readonly comment: SeenComment
  }[]
  /** The comments on commits in events. */
  readonly notes: SeenNote[]
  /** The statuses of the pipelines of commits, by project id and commit id. */
  readonly statuses: Map<string, string>
  /** The users who pushed tags, by project id and full ref name. */
  readonly tagPushes: Map<string, TagPush>
  /** The time of each commit. */
  readonly times: Map<string, string>
  /** The ids of the builds that are allowed to fail, which only the statuses of their commits show. */
  readonly mayFail: Set<number>
}

/** The files of a commit by path, as `MODE SHA`. */
type Tree = ReadonlyMap<string, string>
type Content = { readonly content: string } | { readonly base64: string }

export function createGraph(): CommitGraph {
  return {
    parents: new Map(),
    trees: new Map(),
    contents: new Map(),
    comments: [],
    notes: [],
    statuses: new Map(),
    tagPushes: new Map(),
    times: new Map(),
    mayFail: new Set(),
  }
}

/** Reads commits of a project, parents first. */
export function createCommits(recording: Recording, project: RecordedProject, graph: CommitGraph) {
  const { reader, collected } = recording
  const id = String(project.id)
  const seen = new Set<string>()

  /** Reads a commit and its history; returns whether the commit exists. */
  async function read(sha: string | undefined): Promise<boolean> {
    if (sha === undefined) return false
    const waiting = [sha]
    for (let next = waiting.at(-1); next !== undefined; next = waiting.at(-1)) {
      const parents = seen.has(next) ? graph.parents.get(next) : await readOne(next)
      if (parents === undefined) return false
      const missing = parents.filter((parent) => !seen.has(parent) || !graph.trees.has(parent))
      if (missing.length > 0) waiting.push(...missing)
      else {
        waiting.pop()
        if (!graph.trees.has(next)) await write(next)
      }
    }
    return true
  }

  const commits = new Map<string, Entry>()

  async function readOne(sha: string): Promise<readonly string[] | undefined> {
    const commit = await reader.get('getCommit', { id, sha })
    if (commit?.id === undefined) return undefined
    seen.add(sha)
    const parents = commit.parent_ids ?? []
    graph.parents.set(sha, parents)
    graph.times.set(sha, commit.committed_date ?? commit.created_at ?? '')
    if (commit.status) graph.statuses.set(`${id} ${sha}`, commit.status)
    for (const comment of await reader.list('listCommitComments', { id, sha })) {
      graph.comments.push({ project_id: project.id, commit_id: sha, comment })
    }
    const { message, author_name, author_email, authored_date, created_at } = commit
    const { committer_name, committer_email, committed_date } = commit
    commits.set(sha, {
      id: sha,
      rewritten: true,
      ...(parents.length > 0 ? { parents } : {}),
      author: signed(author_name, author_email, authored_date ?? created_at),
      committer: signed(
        committer_name ?? author_name,
        committer_email ?? author_email,
        committed_date ?? created_at,
      ),
      message: message ?? '',
    })
    return parents
  }

  async function write(sha: string): Promise<void> {
    const [first] = graph.parents.get(sha) ?? []
    const before = first === undefined ? undefined : graph.trees.get(first)
    const after = await readTree(sha)
    graph.trees.set(sha, after)
    const files: Record<string, unknown> = {}
    for (const [path, file] of after) {
      if (before?.get(path) !== file) files[path] = await readFile(file)
    }
    for (const path of before?.keys() ?? []) if (!after.has(path)) files[path] = null
    collected.add('commits', { ...commits.get(sha), files })
  }

  async function readTree(sha: string): Promise<Tree> {
    const entries = await reader.list('listTree', { id, ref_name: sha, recursive: true })
    return new Map(
      entries.flatMap(({ path, mode, id: blob, type }) =>
        type === 'blob' && path !== undefined ? [[path, `${mode} ${blob}`] as const] : [],
      ),
    )
  }

  async function readFile(file: string): Promise<unknown> {
    const [mode = '', sha = ''] = file.split(' ')
    const content =
      graph.contents.get(sha) ?? contentOf(await reader.bytes('getRawBlob', { id, sha }))
    graph.contents.set(sha, content)
    return mode === '100644' && 'content' in content ? content.content : { mode, ...content }
  }

  return { read, has: (sha: string) => seen.has(sha) }
}

function contentOf(bytes: Uint8Array = new Uint8Array()): Content {
  const content = utf8Text(bytes)
  return content === undefined ? { base64: encodeBase64(bytes) } : { content }
}

/** Returns a signature with the UTC offset of an ISO 8601 time in minutes: `+03:00` is 180. */
function signed(name = '', email = '', at = '1970-01-01T00:00:00Z') {
  const [, sign, hours = '0', minutes = '0'] = /([+-])(\d\d):?(\d\d)$/.exec(at) ?? []
  const offset = (Number(hours) * 60 + Number(minutes)) * (sign === '-' ? -1 : 1)
  return { name, email, at: new Date(at).toISOString(), ...(offset === 0 ? {} : { offset }) }
}

/** Returns the newest common ancestor of two commits within the known graph; undefined where there is none. */
export function commonCommit(
  { parents }: CommitGraph,
  one: string,
  other: string,
): string | undefined {
  const ofOther = reachable(parents, other)
  return [...reachable(parents, one)].find((sha) => ofOther.has(sha))
}

/** Returns a commit and all its ancestors, the nearest first. */
function reachable(parents: CommitGraph['parents'], from: string): ReadonlySet<string> {
  const found = new Set([from])
  for (const sha of found) for (const parent of parents.get(sha) ?? []) found.add(parent)
  return found
}
