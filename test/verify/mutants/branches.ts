import {
  createdAsOk,
  lost,
  notHidden,
  permittedToAnonymous,
  reversed,
  statusWrong,
  transitionMissing,
  unknownAsOk,
} from './behaviour.ts'
import type { Call } from './call.ts'
import { editList } from './faults/lists.ts'
import { answer, on } from './faults/operations.ts'
import { beside } from './faults/state.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import { isObject } from './json.ts'
import type { FaultContext, Mutant, OperationId } from './mutant.ts'
import { missingAccepted, parameterIgnored, parameterMisread } from './parameters.ts'

const read: readonly OperationId[] = ['getBranch', 'listBranches']

export const branches: readonly Mutant[] = [
  reversed('listBranches'),
  dropped('listBranches', 'protected'),
  dropped('listBranches', 'commit.committed_date'),
  retyped('listBranches', 'developers_can_merge'),
  permittedToAnonymous('listBranches'),
  notHidden('listBranches', 'those who are no members of a private project'),
  {
    name: 'listBranches leaves out branches with a slash in their name',
    operation: 'listBranches',
    kind: 'value wrong',
    fault: editList('listBranches', (items) =>
      items.filter((item) => !isObject(item) || !String(item.name).includes('/')),
    ),
  },
  nulled('getBranch', 'name'),
  dropped('getBranch', 'commit.parent_ids'),
  renamed('getBranch', 'protected', 'is_protected'),
  wrong('getBranch', 'commit.id', 'of another commit', () => '0'.repeat(40)),
  wrong('getBranch', 'protected', 'the opposite', (present) => !present),
  unknownAsOk('getBranch'),
  createdAsOk('createBranch'),
  missingAccepted('createBranch', 'ref', 'master'),
  missingAccepted('createBranch', 'branch_name', 'made-up'),
  parameterMisread('createBranch', 'ref', 'always the default branch', () => 'master', read),
  lost('createBranch', read),
  lost('deleteBranch', read),
  dropped('deleteBranch', 'branch_name'),
  transitionMissing('protectBranch', 'the branch stays unprotected', read),
  parameterIgnored('protectBranch', 'developers_can_push', read),
  parameterIgnored('protectBranch', 'developers_can_merge', read),
  {
    name: 'protectBranch answers 409 for a branch that is protected already',
    operation: 'protectBranch',
    kind: 'status wrong',
    fault: refuseRepetition('protectBranch', true),
  },
  transitionMissing('unprotectBranch', 'the branch stays protected', read),
  {
    name: 'unprotectBranch answers 404 for a branch that is not protected',
    operation: 'unprotectBranch',
    kind: 'status wrong',
    fault: refuseRepetition('unprotectBranch', false),
  },
  wrong('unprotectBranch', 'developers_can_push', 'true still', () => true),
  wrong('unprotectBranch', 'developers_can_merge', 'true still', () => true),
  statusWrong('deleteMergedBranches', 200, 202, 'when it is done'),
  {
    name: 'deleteMergedBranches deletes no branch',
    operation: 'deleteMergedBranches',
    alsoAt: read,
    kind: 'write lost',
    fault: keepRefs(),
  },
]

function protectionOf({ path }: Call, { forge }: FaultContext) {
  const branches = forge.db.protectedBranches.by('project_id', Number(path.get('id')))
  return branches.find(({ name }) => name === path.get('branch'))
}

/** A second call to the same end, which has to be a 200, is refused. */
function refuseRepetition(operation: OperationId, isProtected: boolean) {
  return on(operation, (call, context) => {
    const response = (status: number) =>
      Response.json({ message: 'The branch is so already' }, { status })
    if ((protectionOf(call, context) !== undefined) !== isProtected) return answer(call, context)
    context.hit()
    return Promise.resolve(response(isProtected ? 409 : 404))
  })
}

function keepRefs() {
  return beside('deleteMergedBranches', ({ db }, { path }) => {
    const before = db.repositories.get(Number(path.get('id')))
    return () => {
      const after = db.repositories.get(Number(path.get('id')))
      if (before && after) db.repositories.replace(after, { refs: before.refs })
    }
  })
}
