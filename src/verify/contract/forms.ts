import type { OperationId } from '../../contract/operation-contract.ts'

/** Lists of projects that answer a short form with `simple`. */
const projectLists = new Set<OperationId>([
  'listProjects',
  'listVisibleProjects',
  'listStarredProjects',
  'listGroupProjects',
])

/**
 * The form that a request asks for, where an operation has more than one: the name of a schema. It
 * is undefined where the contract leaves the form to the server, or there is only one.
 */
export function formAskedFor(operation: OperationId, url: string): string | undefined {
  const { searchParams } = new URL(url)
  if (projectLists.has(operation)) {
    const isSimple = /^(true|1|t|on)$/i.test(searchParams.get('simple') ?? '')
    return isSimple ? 'ProjectSimple' : 'Project'
  }
  // A search may answer the reduced form.
  if (operation === 'listGroups' && !searchParams.has('search')) return 'GroupInList'
  return undefined
}
