import { unservedOperations } from './unserved-operations.ts'

/**
 * The operation that a request means which GitLab 8.15 had and Forgery does not serve, such as
 * `GET /projects/{id}/labels`; undefined where there is none. `path` is below `/api/v3`.
 */
export function unservedOperation(method: string, path: string): string | undefined {
  const segments = path.split('/')
  for (const [template, methods] of Object.entries(unservedOperations)) {
    if (methods.includes(method) && isOf(template.split('/'), segments)) {
      return `${method} ${template}`
    }
  }
  return undefined
}

function isOf(template: readonly string[], segments: readonly string[]): boolean {
  return (
    template.length === segments.length &&
    template.every((word, index) =>
      word.startsWith('{') ? segments[index] !== '' : word === segments[index],
    )
  )
}

/**
 * Makes the function that says, once for each such operation, that it is not among those served.
 * `log` takes the line.
 */
export function createUnservedNotice(
  log: (line: string) => void,
): (method: string, path: string) => void {
  const noticed = new Set<string>()
  return (method, path) => {
    const operation = unservedOperation(method, path.replace(/\.json$/, ''))
    if (operation === undefined || noticed.has(operation)) return
    noticed.add(operation)
    log(`GitLab 8.15 had ${operation}; it is not among the operations that Forgery serves.`)
  }
}
