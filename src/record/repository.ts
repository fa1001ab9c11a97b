import { at } from '../verify/story/bodies.ts'
import { type CommitGraph, createCommits } from './commits.ts'
import { type RecordedProject, type Recording, userOf } from './recording.ts'

/**
 * Records the branches, tags and releases, and every commit that one of them or any other record of the project refers
 * to, with the comments on it.
 */
export async function recordRepository(
  recording: Recording,
  project: RecordedProject,
  graph: CommitGraph,
): Promise<void> {
  const { reader, collected } = recording
  const id = String(project.id)
  const branches = await reader.list('listBranches', { id })
  const tags = await reader.list('listTags', { id })
  const commits = createCommits(recording, project, graph)
  const refs: Record<string, string> = {}
  for (const branch of branches) {
    const { name, commit } = branch
    if (name === undefined || !(await commits.read(commit?.id))) continue
    refs[`refs/heads/${name}`] = commit?.id ?? ''
    const { developers_can_push, developers_can_merge } = branch
    const protection = { project_id: project.id, name, developers_can_push, developers_can_merge }
    if (branch.protected) collected.add('protected_branches', protection)
  }
  for (const tag of tags) {
    const { name, message, commit, release } = tag
    const target = commit?.id
    if (name === undefined || !target || !(await commits.read(target))) continue
    refs[`refs/tags/${name}`] = message
      ? await addTag(recording, project, graph, { name, message, commit }, shownTag(tag))
      : target
    const { description } = release ?? {}
    if (description)
      collected.add('releases', { project_id: project.id, tag_name: name, description })
  }
  const former_tips = await readFormerTips(recording, project, commits)
  if (branches.length === 0) return
  collected.add('repositories', { id: project.id, refs, former_tips })
}

interface SeenTag {
  readonly name: string
  readonly message: string
  readonly commit:
    | {
        readonly id?: string
        readonly committer_name?: string
        readonly committer_email?: string
        readonly committed_date?: string
      }
    | undefined
}

/** Returns the object id of an annotated tag and its time, which v4 shows. */
function shownTag(tag: object): { readonly id: string; readonly at: string } | undefined {
  const [id, made] = [at(tag, 'target'), at(tag, 'created_at')]
  return typeof id === 'string' && typeof made === 'string' ? { id, at: made } : undefined
}

/**
 * Records an annotated tag: its tagger is the user who pushed it, at the time of the push; else the committer of the
 * commit, at its time.
 */
async function addTag(
  { reader, collected }: Recording,
  project: RecordedProject,
  graph: CommitGraph,
  tag: SeenTag,
  shown: { readonly id: string; readonly at: string } | undefined,
): Promise<string> {
  const { name, message, commit } = tag
  const push = graph.tagPushes.get(`${project.id} refs/tags/${name}`)
  const user = push && (await reader.get('getUser', { id: push.author_id }))
  const email = user?.email ?? (user && `${user.username}@example.com`)
  const tagger = {
    name: user?.name ?? commit?.committer_name ?? '',
    email: email ?? commit?.committer_email ?? '',
    at: shown?.at ?? push?.at ?? commit?.committed_date ?? '',
  }
  const id = shown?.id ?? push?.after ?? `${project.path} ${name}`
  const target = { target: commit?.id, target_type: 'commit' }
  collected.add('annotated_tags', { id, rewritten: true, name, ...target, message, tagger })
  return id
}

/** Reads the heads and merge commits of merge requests whose branches are gone, and the commits of builds. */
async function readFormerTips(
  { collected }: Recording,
  { id }: RecordedProject,
  commits: Commits,
): Promise<string[]> {
  const named = [
    ...collected
      .entries('merge_requests')
      .flatMap((one) => [
        ...(one.source_project_id === id ? [one.head_sha] : []),
        ...(one.target_project_id === id ? [one.merge_commit_sha] : []),
      ]),
    ...(['builds', 'deployments'] as const).flatMap((list) =>
      collected.entries(list).flatMap((one) => (one.project_id === id ? [one.sha] : [])),
    ),
  ]
  const tips = new Set<string>()
  for (const sha of named) {
    if (typeof sha !== 'string' || commits.has(sha)) continue
    if (await commits.read(sha)) tips.add(sha)
  }
  return [...tips]
}

type Commits = ReturnType<typeof createCommits>

/** Adds the comments on commits. Their events have an id and a time, which the list of comments lacks. */
export function addCommitComments({ collected }: Recording, graph: CommitGraph): void {
  for (const { project_id, commit_id, comment } of graph.comments) {
    const known = graph.notes.find(
      (note) => note.body === comment.note && note.author?.id === comment.author?.id,
    )
    collected.add('notes', {
      id: known?.id ?? collected.newId('notes'),
      project_id,
      noteable_type: 'Commit',
      commit_id,
      body: comment.note,
      author_id: userOf(comment.author),
      path: comment.path,
      line: comment.line,
      line_type: comment.line_type,
      created_at: known?.created_at ?? comment.created_at,
      updated_at: known?.updated_at ?? comment.created_at,
    })
  }
}
