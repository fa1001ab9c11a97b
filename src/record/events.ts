import { eventActions, eventTargets, listedActionNames } from '../contract/event-names.ts'
import type { CommitGraph } from './commits.ts'
import type { RecordedProject, Recording } from './recording.ts'
import type { Entry } from './world.ts'

/** The actions by their names in the list, which does not distinguish reopening from opening. */
const actions: ReadonlyMap<string, string> = new Map([
  ...eventActions.map((action) => [action, action] as const),
  [listedActionNames.expired, 'expired'],
])
const targets: ReadonlySet<string> = new Set(eventTargets)

/** Reads the activity of a project, oldest first, since events have no id in the list. */
export async function readEvents(
  { reader }: Recording,
  project: RecordedProject,
  graph: CommitGraph,
): Promise<Entry[]> {
  const events = await reader.list('listProjectEvents', { id: String(project.id) })
  return [...events].reverse().flatMap((event): Entry[] => {
    const { author_id, target_id, target_type, target_title, created_at } = event
    const action_name = actions.get(event.action_name ?? '')
    if (action_name === undefined) return []
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

/** Maps the null id of 40 zeros, which stands for a missing ref, to null. */
function existing(sha: string | undefined): string | null {
  return sha === undefined || /^0+$/.test(sha) ? null : sha
}

/** Adds the events of all projects in chronological order. */
export function addEvents({ collected }: Recording, events: readonly Entry[]): void {
  const timeOf = ({ created_at }: Entry) => String(created_at)
  const ordered = [...events].sort((a, b) =>
    timeOf(a) < timeOf(b) ? -1 : Number(timeOf(a) > timeOf(b)),
  )
  for (const event of ordered) collected.add('events', event)
}
