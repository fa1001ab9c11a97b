import {
  createdAsOk,
  lost,
  notHidden,
  permittedToAnonymous,
  statusWrong,
  unknownAsOk,
} from './behaviour.ts'
import { parametersOf, withParameters } from './call.ts'
import { editField } from './faults/answers.ts'
import { answer, on } from './faults/operations.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import { isObject, type Json } from './json.ts'
import type { Mutant, OperationId } from './mutant.ts'
import {
  anyValueAccepted,
  filterIgnored,
  missingAccepted,
  parameterIgnored,
  parameterMisread,
} from './parameters.ts'
import { reversedDiff } from './patches.ts'

const history: readonly OperationId[] = ['getCommit', 'listCommits', 'getBranch', 'listBranches']
const content: readonly OperationId[] = [
  'getFile',
  'getRawFile',
  'listTree',
  'listCommitDifferences',
]

export const commits: readonly Mutant[] = [
  parameterIgnored('listCommits', 'ref_name'),
  filterIgnored('listCommits', 'since'),
  filterIgnored('listCommits', 'until'),
  dropped('listCommits', 'committer_name'),
  dropped('listCommits', 'allow_failure'),
  permittedToAnonymous('listCommits'),
  notHidden('listCommits', 'those who are no members of a private project'),
  dropped('getCommit', 'stats'),
  dropped('getCommit', 'parent_ids'),
  retyped('getCommit', 'stats.total'),
  renamed('getCommit', 'authored_date', 'author_date'),
  wrong('getCommit', 'stats.additions', 'always none', () => 0),
  wrong('getCommit', 'message', 'the title alone', (text) => String(text).split('\n')[0] ?? ''),
  unknownAsOk('getCommit'),
  statusWrong(
    'getCommit',
    200,
    404,
    'when it is asked for by branch',
    (_json, { path }) => !/^[0-9a-f]{7,40}$/.test(path.get('sha') ?? ''),
  ),
  createdAsOk('createCommit'),
  missingAccepted('createCommit', 'commit_message', 'Made up'),
  missingAccepted('createCommit', 'branch_name', 'master'),
  parameterIgnored('createCommit', 'author_name', history),
  parameterIgnored('createCommit', 'author_email', history),
  dropped('createCommit', 'stats'),
  lost('createCommit', [...history, ...content]),
  actionsChanged('carries out the first action alone', (actions) => actions.slice(0, 1)),
  actionsChanged('leaves out deletions', (actions) =>
    actions.filter((action) => !isObject(action) || action.action !== 'delete'),
  ),
  actionsChanged('takes Base64 for text', (actions) =>
    actions.map((action) => (isObject(action) ? { ...action, encoding: 'text' } : action)),
  ),
  createdAsOk('cherryPickCommit'),
  lost('cherryPickCommit', [...history, ...content]),
  missingAccepted('cherryPickCommit', 'branch', 'master'),
  unknownAsOk('cherryPickCommit'),
  {
    name: 'listCommitDifferences takes additions for removals',
    operation: 'listCommitDifferences',
    kind: 'diff reversed',
    fault: editField('listCommitDifferences', 'diff', (owner) => {
      owner.diff = reversedDiff(owner.diff)
    }),
  },
  wrong('listCommitDifferences', 'new_file', 'never one', () => false),
  wrong('listCommitDifferences', 'deleted_file', 'never one', () => false),
  wrong(
    'listCommitDifferences',
    'new_path',
    'without its folder',
    (path) => String(path).split('/').at(-1) ?? '',
  ),
  dropped('listCommitDifferences', 'diff'),
  dropped('listCommitComments', 'note'),
  dropped('listCommitComments', 'author'),
  createdAsOk('createCommitComment'),
  missingAccepted('createCommitComment', 'note', 'Made up'),
  parameterIgnored('createCommitComment', 'path'),
  parameterIgnored('createCommitComment', 'line'),
  anyValueAccepted('createCommitComment', 'line_type', ['new', 'old']),
  parameterMisread(
    'createCommitComment',
    'note',
    'its first word',
    (note) => String(note).split(' ')[0] ?? '',
    ['listCommitComments'],
  ),
  lost('createCommitComment', ['listCommitComments']),
  nulled('createCommitComment', 'created_at'),
  {
    name: 'createCommitComment places a comment on a path that does not exist',
    operation: 'createCommitComment',
    kind: 'validation missing',
    fault: editField('createCommitComment', 'path', (owner, _name, call) => {
      const { path, line, line_type = 'new' } = parametersOf(call)
      if (path === undefined || line === undefined || owner.path !== null) return
      Object.assign(owner, { path, line: Number(line), line_type })
    }),
  },
]

/** The actions of a commit are not the ones that were sent. */
function actionsChanged(what: string, change: (actions: Json[]) => Json[]): Mutant {
  return {
    name: `createCommit ${what}`,
    operation: 'createCommit',
    alsoAt: [...history, ...content],
    kind: 'parameter ignored',
    fault: on('createCommit', (call, context) => {
      const { actions } = parametersOf(call)
      if (!Array.isArray(actions)) return answer(call, context)
      const changed = change(actions)
      if (changed.length === 0 || JSON.stringify(changed) === JSON.stringify(actions))
        return answer(call, context)
      context.hit()
      return answer(withParameters(call, { actions: changed }), context)
    }),
  }
}
