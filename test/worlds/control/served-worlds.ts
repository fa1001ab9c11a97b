import { type ApplicationOptions, application } from '../../../src/adapters/server/application.ts'
import type { ForgeOptions } from '../../../src/forge/options.ts'
import type { Seed } from '../../../src/seed/schema.ts'
import { createWorlds } from '../../../src/worlds/create-worlds.ts'
import type { WorldLimits } from '../../../src/worlds/worlds.ts'
import { now } from '../../harness.ts'

/** A world with one public project that holds a commit. */
export const seed: Seed = {
  users: [{ username: 'root', admin: true }, { username: 'jane' }],
  projects: [
    {
      path: 'jane/website',
      visibility: 'public',
      repository: {
        commits: [
          {
            message: 'Begin',
            author: 'jane',
            actions: [{ action: 'create', file_path: 'README.md', content: '# Website\n' }],
          },
        ],
      },
    },
  ],
}

export const origin = 'http://127.0.0.1:8080'

/** Worlds behind an application, asked without a network. */
export async function serveWorlds(
  options: ForgeOptions & WorldLimits = {},
  access: ApplicationOptions = {},
) {
  const worlds = await createWorlds({
    seed,
    now,
    randomSeed: 1,
    validateResponses: true,
    ...options,
  })
  const { fetch } = application(worlds, access)
  async function ask(path: string, init: RequestInit = {}) {
    const response = await fetch(new Request(new URL(path, origin), init))
    const text = await response.text()
    const isJson = response.headers.get('content-type')?.startsWith('application/json')
    return {
      status: response.status,
      headers: response.headers,
      text,
      body: isJson && text !== '' ? JSON.parse(text) : undefined,
    }
  }
  /** A control call below `/_forge`. */
  const control = (method: string, path: string, body?: unknown) =>
    ask(`/_forge${path}`, {
      method,
      headers: { 'content-type': 'application/json' },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  return { worlds, fetch, ask, control }
}
