import { notHidden, permittedToAnonymous, statusWrong } from './behaviour.ts'
import { editList } from './faults/lists.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import type { Mutant } from './mutant.ts'

export const deployments: readonly Mutant[] = [
  dropped('listDeployments', 'environment'),
  dropped('listDeployments', 'user.username'),
  retyped('listDeployments', 'iid'),
  nulled('listDeployments', 'ref'),
  permittedToAnonymous('listDeployments'),
  notHidden('listDeployments', 'those who are no members of a private project'),
  {
    name: 'listDeployments lists every deployment twice',
    operation: 'listDeployments',
    kind: 'value wrong',
    fault: editList('listDeployments', (items) => [...items, ...items]),
  },
  dropped('getDeployment', 'deployable'),
  renamed('getDeployment', 'environment.external_url', 'url'),
  retyped('getDeployment', 'environment'),
  wrong('getDeployment', 'sha', 'of no commit', () => '0'.repeat(40)),
  wrong('getDeployment', 'environment.name', 'of another', () => 'elsewhere'),
  nulled('getDeployment', 'created_at'),
  statusWrong('getDeployment', 404, 400, 'for an unknown deployment'),
  notHidden('getDeployment', 'those who are no members of a private project'),
]
