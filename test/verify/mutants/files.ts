import { createdAsOk, lost, notHidden, stale, statusWrong, unknownAsOk } from './behaviour.ts'
import { parametersOf } from './call.ts'
import { isAnonymous } from './faults/access.ts'
import { editField } from './faults/answers.ts'
import { acceptInstead } from './faults/state.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import type { Fault, Mutant, OperationId } from './mutant.ts'
import { anyValueAccepted, missingAccepted, parameterIgnored } from './parameters.ts'

const read: readonly OperationId[] = ['getFile', 'getRawFile', 'listTree']
const history: readonly OperationId[] = ['getCommit', 'listCommits', 'getBranch', 'listBranches']

export const files: readonly Mutant[] = [
  {
    name: 'getFile sends content that is not the file',
    operation: 'getFile',
    kind: 'base64 corrupted',
    fault: editField('getFile', 'content', (owner) => {
      owner.content = String(owner.content).replace(/^./, (first) => (first === 'Q' ? 'R' : 'Q'))
    }),
  },
  {
    name: 'getFile sends content in the alphabet for URLs, without padding',
    operation: 'getFile',
    kind: 'base64 corrupted',
    fault: editField('getFile', 'content', (owner) => {
      owner.content = btoa(`${atob(String(owner.content))}~~~?`)
        .replaceAll('+', '-')
        .replaceAll('/', '_')
        .replaceAll('=', '')
    }),
  },
  wrong('getFile', 'encoding', 'text for Base64', () => 'text'),
  wrong('getFile', 'size', 'of the Base64 text', (size) => Math.ceil(Number(size) / 3) * 4),
  wrong('getFile', 'last_commit_id', 'of no commit', () => '0'.repeat(40)),
  wrong('getFile', 'blob_id', 'of no blob', () => '0'.repeat(40)),
  dropped('getFile', 'file_name'),
  retyped('getFile', 'size'),
  nulled('getFile', 'commit_id'),
  stale('getFile'),
  missingAccepted('getFile', 'ref', 'master'),
  missingAccepted('getFile', 'file_path', 'README.md'),
  unknownAsOk('getFile'),
  statusWrong('getFile', 200, 401, 'without credentials', (_json, call) => isAnonymous(call)),
  notHidden('getFile', 'those who are no members of a private project'),
  createdAsOk('createFile'),
  missingAccepted('createFile', 'commit_message', 'Made up'),
  missingAccepted('createFile', 'content', 'made up'),
  missingAccepted('createFile', 'branch_name', 'master'),
  parameterIgnored('createFile', 'encoding', read),
  parameterIgnored('createFile', 'author_name', history),
  parameterIgnored('createFile', 'author_email', history),
  anyValueAccepted('createFile', 'encoding', ['text', 'base64']),
  lost('createFile', [...read, ...history]),
  {
    name: 'createFile takes a path that leads upwards',
    operation: 'createFile',
    kind: 'validation missing',
    fault: acceptCommit('createFile', 201, ({ file_path }) => String(file_path).includes('/../')),
  },
  renamed('createFile', 'branch_name', 'branch'),
  {
    name: 'updateFile makes an empty commit',
    operation: 'updateFile',
    kind: 'validation missing',
    fault: acceptCommit('updateFile', 200, ({ content, commit_message, branch_name, file_path }) =>
      [content, commit_message, branch_name, file_path].every((one) => one !== undefined),
    ),
  },
  missingAccepted('updateFile', 'commit_message', 'Made up'),
  lost('updateFile', [...read, ...history]),
  dropped('updateFile', 'file_path'),
  missingAccepted('deleteFile', 'commit_message', 'Made up'),
  lost('deleteFile', [...read, ...history]),
  dropped('deleteFile', 'branch_name'),
]

/** A commit that has to fail with 400 is answered with success. */
function acceptCommit(
  operation: OperationId,
  status: number,
  isMeant: (parameters: ReturnType<typeof parametersOf>) => boolean,
): Fault {
  return acceptInstead(operation, 400, async (call) => {
    const parameters = parametersOf(call)
    if (!isMeant(parameters)) return undefined
    const { file_path, branch_name } = parameters
    return Response.json({ file_path, branch_name }, { status })
  })
}
