import { createdAsOk, lost, notHidden, permittedToAnonymous, unknownAsOk } from './behaviour.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import type { Mutant, OperationId } from './mutant.ts'
import {
  anyValueAccepted,
  defaultChanged,
  filterIgnored,
  missingAccepted,
  parameterIgnored,
} from './parameters.ts'

const read: readonly OperationId[] = ['listCommitStatuses']
const states = ['pending', 'running', 'success', 'failed', 'canceled']

export const statuses: readonly Mutant[] = [
  filterIgnored('listCommitStatuses', 'ref'),
  filterIgnored('listCommitStatuses', 'stage'),
  filterIgnored('listCommitStatuses', 'name'),
  parameterIgnored('listCommitStatuses', 'all'),
  defaultChanged('listCommitStatuses', 'all', true),
  dropped('listCommitStatuses', 'target_url'),
  retyped('listCommitStatuses', 'allow_failure'),
  nulled('listCommitStatuses', 'status'),
  wrong('listCommitStatuses', 'status', 'canceled in other letters', (status) =>
    status === 'canceled' ? 'cancelled' : status,
  ),
  permittedToAnonymous('listCommitStatuses'),
  notHidden('listCommitStatuses', 'those who are no members of a private project'),
  createdAsOk('createCommitStatus'),
  missingAccepted('createCommitStatus', 'state', 'pending'),
  anyValueAccepted('createCommitStatus', 'state', states),
  defaultChanged('createCommitStatus', 'context', 'ci', read),
  parameterIgnored('createCommitStatus', 'name', read),
  parameterIgnored('createCommitStatus', 'context', read),
  parameterIgnored('createCommitStatus', 'target_url', read),
  parameterIgnored('createCommitStatus', 'description', read),
  parameterIgnored('createCommitStatus', 'ref', read),
  lost('createCommitStatus', read),
  dropped('createCommitStatus', 'author'),
  renamed('createCommitStatus', 'status', 'state'),
  unknownAsOk('createCommitStatus'),
]
