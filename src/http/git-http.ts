import type { Call } from './call.ts'
import type { ExecuteOptions } from './execute.ts'
import { gitRoute, references } from './git-route.ts'
import type { Answer } from './response.ts'

/**
 * Answers what git asks for (git over HTTP, gitprotocol-http(5)); undefined for what is no call of git. What clones and
 * pushes alone need is loaded with the first of them.
 */
export async function gitAnswer(options: ExecuteOptions, call: Call): Promise<Answer | undefined> {
  const { pathname, search } = call.address.url
  const route = gitRoute(pathname)
  if (!route) return undefined
  if (route.isBare) return (await import('./git-service.ts')).answerGit(options, call, route)
  // Git follows it, and asks for all else there; whether there is such a project, it hears there.
  if (call.request.method !== 'GET' || !/^(\?service=git-(upload|receive)-pack)?$/.test(search)) {
    return undefined
  }
  const Location = `${call.address.url.origin}${route.repository}.git${references}${search}`
  return { status: 301, headers: { Location, 'Cache-Control': 'no-cache' } }
}
