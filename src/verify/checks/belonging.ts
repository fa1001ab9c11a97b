import type { ParameterContract } from '../../contract/operation-contract.ts'
import { type Operation, pathParameters } from '../contract/operation.ts'
import type { Fixture, Targets } from '../fixture/fixture.ts'
import { entitledCaller, type Parameters, validParameters } from '../fixture/requests.ts'
import type { TestContext } from '../story/test-context.ts'
import { checkEvery } from './check.ts'

/**
 * A record of one project is not found in another one, and a note not below any other record than its own, even for
 * callers who see all of them.
 */
export const belonging = checkEvery('belonging', async (t, operation, fixture) => {
  // Deleting twice succeeds, so a missing record is tested elsewhere.
  if (operation.method === 'DELETE') return
  const [place, ...inside] = pathParameters(operation).filter(isId)
  if (place?.record !== 'project' || inside.length === 0) return
  const parameters = validParameters(operation, fixture, t.name)
  const project = 'A record is found in its own project alone.'
  // It is as unknown in a private project as in a public one.
  await check(t, operation, fixture, { ...parameters, id: fixture.publicProject.id }, project)
  if (operation.method !== 'GET' || !operation.path.endsWith('{note_id}')) return
  const [parent] = inside
  const note = 'A note is found below its own record alone, though another one has the same id.'
  for (const other of othersThan(parent, fixture.targets)) {
    await check(t, operation, fixture, { ...parameters, ...other }, note)
  }
})

/** Names and hashes can be equal in two projects; ids cannot. */
const isId = ({ schema, record }: ParameterContract) =>
  schema.type === 'integer' || record === 'project'

/** Returns the same path below the ids of records of other kinds. */
function othersThan(
  parent: ParameterContract | undefined,
  targets: Targets,
): readonly Parameters[] {
  if (!parent) return []
  const { issue, mergeRequest, snippet } = targets
  const parents: Readonly<Record<string, { readonly id: number; readonly note: number }>> = {
    issue_id: { id: issue, note: targets.issueNote },
    merge_request_id: { id: mergeRequest, note: targets.mergeRequestNote },
    snippet_id: { id: snippet, note: targets.snippetNote },
  }
  return Object.entries(parents)
    .filter(([name]) => name !== parent.name)
    .map(([, { id, note }]) => ({ [parent.name]: id, note_id: note }))
}

async function check(
  t: TestContext,
  operation: Operation,
  fixture: Fixture,
  parameters: Parameters,
  rule: string,
): Promise<void> {
  const caller = entitledCaller(operation, fixture, t.admin)
  const statuses = operation.method === 'GET' ? [404] : [400, 403, 404]
  await t.refused(caller, operation.id, parameters, statuses, 'belongs', rule)
}
