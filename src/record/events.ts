import type { CommitGraph } from './commits.ts'
import type { RecordedProject, Recording } from './recording.ts'
import type { Entry } from './world.ts'

const actions = new Set([
  'created',
  'opened',
  'closed',
  'reopened',
  'accepted',
  'commented on',
  'pushed new',
  'pushed to',
  'deleted',
  'joined',
  'left',
])
const targets = new Set(['Issue', 'MergeRequest', 'Note', 'Snippet', 'Milestone'])

/** What the activity list of a project shows, oldest first, as events have no id there. */
export async function readEvents(
  { reader }: Recording,
  project: RecordedProject,
  graph: CommitGraph,
): Promise<Entry[]> {
  const events = await reader.list('listProjectEvents', { id: String(project.id) })
  return [...events].reverse().flatMap((event): Entry[] => {
    const { action_name = '', author_id, target_id, target_type, target_title, created_at } = event
    if (!actions.has(action_name)) return []
    if (event.note?.noteable_type === 'Commit') graph.notes.push(event.note)
    const isKnown = target_type === null || targets.has(target_type ?? '')
    const target = isKnown ? { target_type, target_id, target_title } : { target_title }
    const data = event.data && pushOf(event.data)
    noteTagPush(graph, project, event)
    return [{ action_name, author_id, project_id: project.id, ...target, data, created_at }]
  })
}

interface SeenEvent {
  readonly author_id?: number
  readonly created_at?: string
  readonly data?: SeenPush | null
}

function noteTagPush(graph: CommitGraph, { id }: RecordedProject, event: SeenEvent): void {
  const { author_id, created_at: at, data } = event
  const after = existing(data?.after)
  if (!data?.ref?.startsWith('refs/tags/') || !after || author_id === undefined || !at) return
  graph.tagPushes.set(`${id} ${data.ref}`, { after, author_id, at })
}

interface SeenPush {
  readonly ref?: string
  readonly before?: string
  readonly after?: string
  readonly user_name?: string
  readonly commits?: readonly { readonly id?: string }[]
  readonly total_commits_count?: number
}

function pushOf(push: SeenPush): Entry {
  const { ref = '', before, after, user_name = '', commits = [], total_commits_count } = push
  const commit_ids = commits.flatMap(({ id }) => id ?? [])
  return {
    ref,
    before: existing(before),
    after: existing(after),
    user_name,
    commit_ids,
    total_commits_count: total_commits_count ?? commit_ids.length,
  }
}

/** Forty zeros stand for a ref that was nowhere. */
function existing(sha: string | undefined): string | null {
  return sha === undefined || /^0+$/.test(sha) ? null : sha
}

/** Puts the events of all projects in the order of time. */
export function addEvents({ collected }: Recording, events: readonly Entry[]): void {
  const timeOf = ({ created_at }: Entry) => String(created_at)
  const ordered = [...events].sort((a, b) =>
    timeOf(a) < timeOf(b) ? -1 : Number(timeOf(a) > timeOf(b)),
  )
  for (const event of ordered) collected.add('events', event)
}
