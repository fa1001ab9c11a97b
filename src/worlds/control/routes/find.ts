import { ControlError } from '../../control-error.ts'
import { controlRoutes } from './index.ts'
import type { ControlRoute } from './route.ts'

/** A route with the segments of one of its paths. */
interface Place {
  readonly route: ControlRoute
  readonly segments: readonly string[]
}

/** Returns the paths of a route below `/_forge`; a route of a world is found below the name of the world too. */
export function pathsOf({ path, subject }: ControlRoute): string[] {
  return subject === 'server' ? [path] : [path, `/worlds/{world}${path}`]
}

const places: readonly Place[] = controlRoutes.flatMap((route) =>
  pathsOf(route).map((path) => ({ route, segments: path.split('/') })),
)

/** The route for a method and a path, with its parameters. */
export interface FoundRoute {
  readonly route: ControlRoute
  readonly parameters: Readonly<Record<string, string>>
}

/** @throws ControlError 404 for an unknown path, 405 for a method that the path does not have. */
export function findRoute(method: string, path: string): FoundRoute {
  const segments = path.split('/')
  const found = places.flatMap(({ route, segments: pattern }) => {
    const parameters = match(pattern, segments)
    return parameters ? [{ route, parameters }] : []
  })
  if (found.length === 0) {
    throw new ControlError(404, '404 Not Found - GET /_forge/openapi.json lists the control calls')
  }
  const fitting = found.find(({ route }) => route.method === method)
  if (fitting) return fitting
  const allowed = found.map(({ route }) => route.method).join(', ')
  throw new ControlError(405, `405 Method Not Allowed - this address has ${allowed}`)
}

function match(
  pattern: readonly string[],
  segments: readonly string[],
): Record<string, string> | undefined {
  if (pattern.length !== segments.length) return undefined
  const parameters: Record<string, string> = {}
  for (const [place, expected] of pattern.entries()) {
    const segment = segments[place] ?? ''
    const name = /^\{(\w+)\}$/.exec(expected)?.[1]
    if (name === undefined) {
      if (expected !== segment) return undefined
    } else parameters[name] = decode(segment)
  }
  return parameters
}

/** Keeps a malformed escape as it is; it then matches nothing. */
function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
