import { type ApiName, withoutBasePath } from '../contract/base-paths.ts'
import { loadContract } from '../verify/contract/contract.ts'
import { readSettings, type VerifyOptions } from '../verify/options.ts'
import { recordBuilds, recordStatuses } from './builds.ts'
import { type CommitGraph, commonCommit, createGraph } from './commits.ts'
import { addEvents, readEvents } from './events.ts'
import { createJournal, type Journal } from './journal.ts'
import { addNamespaces, createUserFinder, giveStars, giveVotes, recordUsers } from './people.ts'
import { recordProject, recordSharedGroups } from './places.ts'
import { CannotRecord, createReader } from './reader.ts'
import type { RecordedProject, Recording } from './recording.ts'
import { addCommitComments, recordRepository } from './repository.ts'
import { recordTracker } from './tracker.ts'
import { createCollected, type Entry, type RecordedWorld } from './world.ts'

export interface RecordOptions
  extends Pick<
    VerifyOptions,
    'api' | 'url' | 'token' | 'rate' | 'concurrency' | 'timeout' | 'headers' | 'fetch' | 'signal'
  > {
  /** Paths or ids of projects; by default all projects that the token can see. */
  readonly projects?: readonly string[]
  /** The responses of an interrupted recording; empty by default. */
  readonly journal?: Journal
  readonly onProgress?: (progress: Progress) => void
}

export interface Progress {
  /** The present subject, such as `project tidewater/website` or `users`. */
  readonly reading: string
  /** The number of requests sent so far. */
  readonly requests: number
  /** The number of recorded projects, and the total; undefined before it is known. */
  readonly projects?: { readonly completed: number; readonly total: number }
  /** The estimated remaining time in milliseconds; undefined before the first project is read. */
  readonly remaining?: number
}

export interface RecordingOutcome {
  readonly world: RecordedWorld
  readonly requests: number
  /** The number of refused requests, by operation and status, such as `listBuilds 403`. */
  readonly refused: ReadonlyMap<string, number>
}

/**
 * Records a real server as a seed, using GET requests only. Data that the API does not show is omitted, or derived from
 * other data. Throws CannotRecord where the server cannot be read, and Interrupted with the signal.
 *
 * @example
 * const { world } = await record({ url, token, projects: ['group/name'] })
 * const forge = await createForge({ seed: world })
 */
export async function record(options: RecordOptions): Promise<RecordingOutcome> {
  const { onProgress: _onProgress, journal: _journal, ...ofServer } = options
  const given = readSettings(ofServer)
  const stop = new AbortController()
  const signals = given.signal ? [given.signal, stop.signal] : [stop.signal]
  const settings = { ...given, signal: AbortSignal.any(signals) }
  const contract = await loadContract(settings.api)
  const finder = createUserFinder()
  const collected = createCollected()
  let reading = 'what there is'
  let count: Progress['projects']
  const started = performance.now()
  const reader = createReader({
    settings,
    contract,
    journal: options.journal ?? createJournal(),
    onBody: finder.collect,
    onRequest: () => options.onProgress?.(progress()),
  })
  const recording: Recording = {
    reader,
    collected,
    me: await readMe(reader, settings.api),
    stars: new Map(),
    votes: [],
    address: withoutBasePath(settings.apiUrl),
    username: (id) => finder.users.get(id ?? 0)?.username,
  }
  function progress(): Progress {
    const base = { reading, requests: reader.requests, ...(count ? { projects: count } : {}) }
    if (!count || count.completed === 0) return base
    const each = (performance.now() - started) / count.completed
    return { ...base, remaining: each * (count.total - count.completed) }
  }
  const names = await projectNames(recording, options.projects)
  count = { completed: 0, total: names.length }
  const { concurrency } = settings
  const onBegin = (name: string) => {
    reading = `project ${name}`
  }
  const onEnd = () => {
    count = { total: names.length, completed: (count?.completed ?? 0) + 1 }
  }
  await readAhead(recording, names, { concurrency, stop, onBegin, onEnd })
  const graph = createGraph()
  const events: Entry[] = []
  const projects: RecordedProject[] = []
  for (const name of names) {
    reading = `project ${name}`
    const project = await recordProject(recording, name)
    if (!project) throw new CannotRecord(`There is no project ${name} that the token may see.`)
    projects.push(project)
    await recordTracker(recording, project)
    await recordBuilds(recording, project)
  }
  await recordSharedGroups(recording)
  for (const project of projects) {
    reading = `the repository of ${project.path}`
    // Events show who pushed each tag, so they are read first.
    events.push(...(await readEvents(recording, project, graph)))
    await recordRepository(recording, project, graph)
  }
  for (const project of projects) await recordStatuses(recording, project, graph)
  reading = 'users and settings'
  addEvents(recording, events)
  addCommitComments(recording, graph)
  await recordUsers(recording, await userIds(recording, finder.users.keys(), options.projects))
  addNamespaces(recording)
  giveVotes(recording)
  await giveStars(recording)
  await recordNotifications(recording)
  await recordSettings(recording)
  const world = settle(collected.world(), graph)
  return { world, requests: reader.requests, refused: reader.refused }
}

/**
 * Reads several projects concurrently, only to fill the journal with their responses. The recording then requests them
 * again in its own order, so that the result does not depend on the timing of responses.
 */
async function readAhead(
  recording: Recording,
  names: readonly string[],
  { concurrency, stop, onBegin, onEnd }: ReadAhead,
): Promise<void> {
  const left = [...names]
  const readOne = async (name: string) => {
    onBegin(name)
    const ahead = { ...recording, collected: createCollected(), stars: new Map(), votes: [] }
    const project = await recordProject(ahead, name)
    if (project) {
      const graph = createGraph()
      await recordTracker(ahead, project)
      await recordBuilds(ahead, project)
      await readEvents(ahead, project, graph)
      await recordRepository(ahead, project, graph)
      await recordStatuses(ahead, project, graph)
    }
    onEnd()
  }
  const readAll = async () => {
    for (let name = left.shift(); name !== undefined; name = left.shift()) await readOne(name)
  }
  const readers = Array.from({ length: concurrency }, readAll)
  try {
    await Promise.all(readers)
  } catch (error) {
    // No further requests are sent after the recording failed.
    stop.abort()
    await Promise.allSettled(readers)
    throw error
  }
}

interface ReadAhead {
  readonly concurrency: number
  readonly stop: AbortController
  readonly onBegin: (name: string) => void
  readonly onEnd: () => void
}

async function readMe(reader: Recording['reader'], api: ApiName): Promise<Recording['me']> {
  const user = await reader.get('getCurrentUser', {})
  if (user?.id === undefined || !user.username) {
    throw new CannotRecord(`This is not the ${api} API: GET /user answered no user. Check the URL.`)
  }
  const { id, username } = user
  return { id, username, isAdmin: user.is_admin === true }
}

async function projectNames({ reader, me }: Recording, given: readonly string[] = []) {
  if (given.length > 0) return given
  const list = me.isAdmin ? 'listAllProjects' : 'listVisibleProjects'
  const all = [...(await reader.list(list, {})), ...(await reader.list(list, { archived: true }))]
  const [refusal] = [...reader.refused.keys()].filter((request) => request.startsWith(`${list} `))
  if (refusal)
    throw new CannotRecord(`The projects cannot be read: ${refusal}. Check the URL and the token.`)
  const ids = new Set(all.flatMap(({ id }) => id ?? []))
  return [...ids].sort((a, b) => a - b).map(String)
}

async function userIds(
  { reader, collected, me }: Recording,
  seen: Iterable<number>,
  projects: readonly string[] = [],
): Promise<number[]> {
  const isEverything = me.isAdmin && projects.length === 0
  const all = isEverything ? await reader.list('listUsers', {}) : []
  const creators = collected.entries('projects').map(({ creator_id }) => Number(creator_id))
  const authors = collected.entries('events').map(({ author_id }) => Number(author_id))
  return [...seen, ...creators, ...authors, ...all.flatMap(({ id }) => id ?? []), me.id]
}

/**
 * Completes records that depend on the whole: forks, merge bases of merge requests, and references to omitted records.
 */
function settle({ records }: RecordedWorld, graph: CommitGraph): RecordedWorld {
  const projects = new Set((records.projects ?? []).map(({ id }) => id))
  const forks = new Map<unknown, unknown>()
  const merge_requests = (records.merge_requests ?? []).flatMap((one): Entry[] => {
    if (!projects.has(one.source_project_id)) return []
    if (one.source_project_id !== one.target_project_id) {
      forks.set(one.source_project_id, one.target_project_id)
    }
    return [withBase(one, records.repositories ?? [], graph)]
  })
  const withOrigin = (project: Entry): Entry => {
    const forked_from_project_id = forks.get(project.id)
    return forked_from_project_id === undefined ? project : { ...project, forked_from_project_id }
  }
  const mayFail = (build: Entry): Entry =>
    graph.mayFail.has(Number(build.id)) ? { ...build, allow_failure: true } : build
  return {
    records: {
      ...records,
      ...(records.projects ? { projects: records.projects.map(withOrigin) } : {}),
      ...(records.merge_requests ? { merge_requests } : {}),
      ...(records.builds ? { builds: records.builds.map(mayFail) } : {}),
    },
  }
}

/**
 * Sets the base of a merge request: an open one follows its branches, a closed or merged one stores its head and base.
 */
function withBase(one: Entry, repositories: readonly Entry[], graph: CommitGraph): Entry {
  const { head_sha, state, merge_commit_sha, ...rest } = one
  const refsOf = (id: unknown) => Object(repositories.find((entry) => entry.id === id)?.refs)
  const source = refsOf(one.source_project_id)[`refs/heads/${one.source_branch}`]
  const target = refsOf(one.target_project_id)[`refs/heads/${one.target_branch}`]
  const isOpen = state === 'opened' || state === 'reopened'
  const isKnown = typeof head_sha === 'string' && graph.parents.has(head_sha)
  if (!isKnown) return { ...rest, state }
  if (isOpen) return { ...rest, state, ...(source === undefined ? { head_sha } : {}) }
  const [before] = graph.parents.get(String(merge_commit_sha)) ?? []
  const other = before ?? target
  const base_sha = other === undefined ? undefined : commonCommit(graph, String(other), head_sha)
  const base = base_sha === undefined ? {} : { base_sha }
  return { ...rest, state, merge_commit_sha, head_sha, ...base }
}

/** Records the notification settings of the token's user: global ones, and those of groups and projects. */
async function recordNotifications({ reader, collected, me }: Recording): Promise<void> {
  const add = (place: object, settings: SeenSettings | undefined) => {
    if (!settings?.level) return
    const events = Object.entries(settings.events ?? {}).flatMap(([name, isOn]) =>
      isOn ? [name] : [],
    )
    const { level } = settings
    collected.add('notification_settings', { user_id: me.id, ...place, level, events })
  }
  add({}, await reader.get('getNotificationSettings', {}))
  for (const { id, kind } of collected.entries('namespaces')) {
    if (kind !== 'group') continue
    const settings = await reader.get('getGroupNotificationSettings', { id: String(id) })
    if (settings?.level !== 'global') add({ source_type: 'group', source_id: id }, settings)
  }
  for (const { id } of collected.entries('projects')) {
    const settings = await reader.get('getProjectNotificationSettings', { id: String(id) })
    if (settings?.level !== 'global') add({ source_type: 'project', source_id: id }, settings)
  }
}

interface SeenSettings {
  readonly level?: string
  readonly events?: Readonly<Record<string, boolean | undefined>>
}

/** Records the settings of the instance, which only administrators can see. */
async function recordSettings({ reader, collected, me }: Recording): Promise<void> {
  const settings = me.isAdmin ? await reader.get('getApplicationSettings', {}) : undefined
  if (settings) collected.add('settings', { ...settings, id: 1 })
}
