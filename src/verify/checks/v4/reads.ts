import type { Operation } from '../../contract/operation.ts'
import { entitledCaller, validParameters } from '../../fixture/v4/requests.ts'
import { checkIdentity } from '../reads.ts'
import { checkEvery, isWithoutTarget } from './check.ts'

/** Every read of existing records: its status, media type and schema, and the identity of the record. */
export const reads = checkEvery('reads', async (t, operation, fixture) => {
  if (operation.method !== 'GET') return
  if (isWithoutTarget(t, operation, fixture, aspectsOfAnswers(operation))) return
  const parameters = validParameters(operation, fixture, fixture.places, t.name)
  const answer = await entitledCaller(operation, fixture, t.admin).perform(operation.id, parameters)
  checkIdentity(t, operation, parameters, answer)
})

function aspectsOfAnswers({ answers }: Operation): readonly string[] {
  if (answers === 'nothing') return ['status']
  return answers === 'json' ? ['status', 'media-type', 'schema'] : ['status', 'media-type']
}
