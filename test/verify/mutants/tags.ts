import { createdAsOk, lost, notHidden, reversed, statusWrong, unknownAsOk } from './behaviour.ts'
import { isAnonymous } from './faults/access.ts'
import { answerResource } from './faults/state.ts'
import { dropped, nulled, renamed, retyped, wrong } from './fields.ts'
import type { Mutant, OperationId } from './mutant.ts'
import { missingAccepted, parameterIgnored, parameterMisread } from './parameters.ts'

const read: readonly OperationId[] = ['getTag', 'listTags']

export const tags: readonly Mutant[] = [
  reversed('listTags'),
  dropped('listTags', 'release'),
  retyped('listTags', 'name'),
  dropped('listTags', 'commit.message'),
  notHidden('listTags', 'those who are no members of a private project'),
  statusWrong('listTags', 200, 401, 'without credentials', (_json, call) => isAnonymous(call)),
  dropped('getTag', 'message'),
  nulled('getTag', 'commit'),
  wrong('getTag', 'release', 'never one', () => null, ['createRelease', 'createTag']),
  wrong('getTag', 'message', 'the name of the tag', () => 'v0'),
  unknownAsOk('getTag'),
  statusWrong('getTag', 200, 401, 'without credentials', (_json, call) => isAnonymous(call)),
  createdAsOk('createTag'),
  missingAccepted('createTag', 'ref', 'master'),
  missingAccepted('createTag', 'tag_name', 'made-up'),
  parameterIgnored('createTag', 'message', read),
  parameterIgnored('createTag', 'release_description', read),
  parameterMisread('createTag', 'ref', 'always the default branch', () => 'master', read),
  statusWrong('createTag', 405, 400, 'for a name that is taken'),
  lost('createTag', read),
  lost('deleteTag', read),
  renamed('deleteTag', 'tag_name', 'name'),
  createdAsOk('createRelease'),
  {
    name: 'createRelease makes a second release of a tag',
    operation: 'createRelease',
    kind: 'uniqueness not enforced',
    fault: answerResource('createRelease', 409, 201, ({ url }) =>
      url.pathname.replace(/\/release$/, ''),
    ),
  },
  statusWrong('createRelease', 409, 400, 'for a tag that has a release'),
  missingAccepted('createRelease', 'description', 'Made up'),
  lost('createRelease', ['getTag', 'listTags', 'updateRelease']),
  dropped('createRelease', 'tag_name'),
  lost('updateRelease', read),
  missingAccepted('updateRelease', 'description', 'Made up'),
  parameterMisread(
    'updateRelease',
    'description',
    'in capitals',
    (text) => String(text).toUpperCase(),
    read,
  ),
]
