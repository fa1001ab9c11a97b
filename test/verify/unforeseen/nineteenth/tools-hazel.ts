import { createServer } from 'node:http'
import type { Ask, Forge, Handle } from '../server.ts'
import { at } from '../server.ts'
import { encoded, listOf, newRepository, type Rules, serving, writeFile } from '../shared-tools.ts'

/** What a receiver of hooks got: the event, and the ref where it is a push. */
export interface Received {
  readonly event: unknown
  readonly ref: unknown
  readonly project: unknown
}

/** Changes the system hooks of a forge for the time of one step, and puts them back when its deliveries have ended. */
export async function withHooks<Result>(
  forge: Forge,
  change: (hook: HookFlags) => Partial<HookFlags>,
  step: () => Promise<Result>,
): Promise<Result> {
  const before = forge.db.hooks.all().filter(({ project_id }) => project_id === null)
  for (const hook of before) await setFlags(forge, hook.id, change(hook))
  const result = await step()
  await forge.settled()
  for (const hook of before) await setFlags(forge, hook.id, hook)
  return result
}

interface HookFlags {
  readonly push_events: boolean
  readonly tag_push_events: boolean
}

async function setFlags(forge: Forge, id: number, flags: Partial<HookFlags>): Promise<void> {
  const { push_events, tag_push_events } = flags
  await forge.db.hooks.update((query) => query.where({ id }), {
    data(hook) {
      if (push_events !== undefined) hook.push_events = push_events
      if (tag_push_events !== undefined) hook.tag_push_events = tag_push_events
    },
  })
}

/**
 * A server whose hooks reach a receiver also where its forge has no network: what the forge could not deliver, it
 * sends itself. What the forge delivers is sent once.
 */
export function delivering(makeRules: (forge: Forge) => Rules): (forge: Forge) => Handle {
  return (forge) => {
    const handle = serving(makeRules)(forge)
    let last = 0
    return async (request) => {
      const response = await handle(request)
      await forge.settled()
      const ended = forge.deliveries.filter(({ id }) => id > last)
      last = forge.deliveries.at(-1)?.id ?? 0
      for (const { error, url, headers, payload } of ended) {
        if (error === undefined) continue
        const body = JSON.stringify(payload)
        await fetch(url, { method: 'POST', headers, body }).catch(() => undefined)
      }
      return response
    }
  }
}

/** Listens for hooks while something is asked, and returns what came. */
export async function receiving(step: (url: string) => Promise<void>): Promise<Received[]> {
  const received: Received[] = []
  const server = createServer((request, response) => {
    let text = ''
    request.on('data', (part) => {
      text += part
    })
    request.on('end', () => {
      const payload: unknown = JSON.parse(text)
      received.push({
        event: at(payload, 'event_name'),
        ref: at(payload, 'ref'),
        project: at(payload, 'project_id'),
      })
      response.end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  const port = typeof address === 'object' && address !== null ? address.port : 0
  try {
    await step(`http://127.0.0.1:${port}/hook`)
  } finally {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
  return received
}

export const pushesIn = (received: readonly Received[]) =>
  received.filter(({ event }) => event === 'push')

/** Makes a system hook; answers with its id. */
export async function newHook(
  ask: Ask,
  url: string,
  push_events: boolean,
  tag_push_events = false,
): Promise<number> {
  const { json } = await ask('POST', '/hooks', { body: { url, push_events, tag_push_events } })
  return Number(at(json, '0.id'))
}

/** Makes a commit of several files, on master if no other branch is named. */
export function commit(
  ask: Ask,
  project: number,
  actions: readonly Readonly<Record<string, unknown>>[],
  given: Readonly<Record<string, unknown>> = {},
) {
  const body = { branch_name: 'master', commit_message: 'Change', actions, ...given }
  return ask('POST', `/projects/${project}/repository/commits`, { body })
}

/** Makes a project whose newest commit has three builds: one, a manual one, and one of a later stage. */
export async function newBuilds(ask: Ask): Promise<number> {
  const project = await newRepository(ask)
  const content =
    'first:\n  script: make\nbutton:\n  script: make\n  when: manual\nlast:\n  stage: deploy\n  script: make\n'
  await writeFile(ask, project, { file_path: '.gitlab-ci.yml', content })
  return project
}

/** The id of the newest build of a name. */
export async function buildNamed(ask: Ask, project: number, name: string): Promise<number> {
  const { json } = await ask('GET', `/projects/${project}/builds?per_page=100`)
  return Number(listOf(json).find((build) => build.name === name)?.id)
}

/** A build of the demo world that left artifacts, and its project. */
export async function buildWithArtifacts(ask: Ask) {
  const project = encoded('tidewater/collection-api')
  const { json } = await ask('GET', `/projects/${project}`)
  const id = Number(at(json, 'id'))
  const builds = listOf((await ask('GET', `/projects/${id}/builds?per_page=100`)).json)
  const build = builds.find(
    ({ artifacts_file }) => typeof artifacts_file === 'object' && artifacts_file !== null,
  )
  return {
    project: id,
    build: Number(build?.id),
    name: String(build?.name),
    ref: String(build?.ref),
  }
}
