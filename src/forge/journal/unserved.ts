import { unservedOperations } from './unserved-operations.ts'

/**
 * The operation that a request means which GitLab 8.15 had and Forgery does not serve, such as
 * `GET /projects/{id}/labels`; undefined where there is none. `path` is below that of the API.
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
