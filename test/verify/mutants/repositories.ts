import { notHidden, statusWrong, unknownAsOk } from './behaviour.ts'
import { parametersOf, withParameters } from './call.ts'
import { isAnonymous } from './faults/access.ts'
import { editBytes, editField, editJson } from './faults/answers.ts'
import { editList } from './faults/lists.ts'
import { answer, on } from './faults/operations.ts'
import { reroute } from './faults/requests.ts'
import { dropped, nulled, retyped, wrong } from './fields.ts'
import { isObject } from './json.ts'
import type { Mutant } from './mutant.ts'
import { defaultChanged, missingAccepted, parameterIgnored } from './parameters.ts'
import { reversedDiff } from './patches.ts'

export const repositories: readonly Mutant[] = [
  parameterIgnored('listTree', 'path'),
  parameterIgnored('listTree', 'ref_name'),
  parameterIgnored('listTree', 'recursive'),
  defaultChanged('listTree', 'recursive', true),
  dropped('listTree', 'mode'),
  retyped('listTree', 'mode'),
  wrong('listTree', 'type', 'blob for all', () => 'blob'),
  wrong('listTree', 'path', 'the name alone', (path) => String(path).split('/').at(-1) ?? ''),
  notHidden('listTree', 'those who are no members of a private project'),
  statusWrong('listTree', 200, 401, 'without credentials', (_json, call) => isAnonymous(call)),
  {
    name: 'getRawFile changes the line ends',
    operation: 'getRawFile',
    kind: 'content corrupted',
    fault: editBytes('getRawFile', crlf),
  },
  {
    name: 'getRawFile serves the file of the default branch',
    operation: 'getRawFile',
    kind: 'parameter ignored',
    fault: reroute('getRawFile', ({ url, path }) =>
      path.get('sha') === 'master'
        ? undefined
        : `${url.pathname.replace(/^.*\/api\/v3(\/.*)\/blobs\/.*$/, '$1')}/blobs/master`,
    ),
  },
  missingAccepted('getRawFile', 'filepath', 'README.md'),
  unknownAsOk('getRawFile'),
  statusWrong('getRawFile', 200, 401, 'without credentials', (_json, call) => isAnonymous(call)),
  {
    name: 'getRawBlob reads bytes as text',
    operation: 'getRawBlob',
    kind: 'content corrupted',
    fault: editBytes('getRawBlob', throughText),
  },
  unknownAsOk('getRawBlob'),
  notHidden('getRawBlob', 'those who are no members of a private project'),
  {
    name: 'getArchive breaks off in the middle',
    operation: 'getArchive',
    kind: 'content corrupted',
    fault: editBytes('getArchive', (bytes) => bytes.slice(0, Math.floor(bytes.length / 2))),
  },
  parameterIgnored('getArchive', 'sha'),
  notHidden('getArchive', 'those who are no members of a private project'),
  {
    name: 'compareRevisions compares the other way round',
    operation: 'compareRevisions',
    kind: 'diff reversed',
    fault: on('compareRevisions', (call, context) => {
      const { from, to } = parametersOf(call)
      if (from === to || from === undefined || to === undefined) return answer(call, context)
      context.hit()
      return answer(withParameters(call, { from: to, to: from }), context)
    }),
  },
  {
    name: 'compareRevisions takes additions for removals',
    operation: 'compareRevisions',
    kind: 'diff reversed',
    fault: editField('compareRevisions', 'diffs.diff', (owner) => {
      owner.diff = reversedDiff(owner.diff)
    }),
  },
  dropped('compareRevisions', 'commits'),
  dropped('compareRevisions', 'compare_timeout'),
  wrong('compareRevisions', 'compare_same_ref', 'the opposite', (present) => !present),
  missingAccepted('compareRevisions', 'to', 'master'),
  {
    name: 'compareRevisions leaves out the differences',
    operation: 'compareRevisions',
    kind: 'value wrong',
    fault: editJson('compareRevisions', (json) => (isObject(json) ? { ...json, diffs: [] } : json)),
  },
  statusWrong('compareRevisions', 200, 401, 'without credentials', (_json, call) =>
    isAnonymous(call),
  ),
  dropped('listContributors', 'email'),
  retyped('listContributors', 'commits'),
  nulled('listContributors', 'additions'),
  wrong('listContributors', 'commits', 'one for all', () => 1),
  {
    name: 'listContributors leaves out all but the first',
    operation: 'listContributors',
    kind: 'value wrong',
    fault: editList('listContributors', (items) => items.slice(0, 1)),
  },
]

function crlf(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(new TextDecoder().decode(bytes).replaceAll('\n', '\r\n'))
}

/** Bytes that are no UTF-8 become replacement characters, and a text gets an end of line. */
function throughText(bytes: Uint8Array): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(`${new TextDecoder().decode(bytes)}\n`)
}
