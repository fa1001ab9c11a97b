import {
  createdAsOk,
  leaking,
  lost,
  notHidden,
  notIdempotent,
  permitted,
  permittedToAnonymous,
} from './behaviour.ts'
import { editBytes } from './faults/answers.ts'
import { answerAs } from './faults/transport.ts'
import { dropped, nulled, retyped } from './fields.ts'
import type { Mutant, OperationId } from './mutant.ts'
import { missingAccepted, parameterIgnored } from './parameters.ts'

const read: readonly OperationId[] = ['getSnippet', 'listSnippets']

export const snippets: readonly Mutant[] = [
  dropped('listSnippets', 'file_name'),
  nulled('listSnippets', 'author'),
  leaking('listSnippets', 'private snippets to those who did not write them'),
  permittedToAnonymous('listSnippets'),
  retyped('getSnippet', 'id'),
  dropped('getSnippet', 'updated_at'),
  notHidden('getSnippet', 'those who did not write a private snippet'),
  createdAsOk('createSnippet'),
  missingAccepted('createSnippet', 'title', 'Made up'),
  missingAccepted('createSnippet', 'file_name', 'made-up.txt'),
  missingAccepted('createSnippet', 'code', 'made up'),
  missingAccepted('createSnippet', 'visibility_level', 0),
  permitted('createSnippet', 'those who may not create snippets'),
  lost('createSnippet', [...read, 'getRawSnippet']),
  parameterIgnored('updateSnippet', 'title', read),
  parameterIgnored('updateSnippet', 'file_name', read),
  parameterIgnored('updateSnippet', 'code', ['getRawSnippet']),
  parameterIgnored('updateSnippet', 'visibility_level', read),
  permitted('updateSnippet', 'those who may not change it'),
  lost('updateSnippet', [...read, 'getRawSnippet']),
  notIdempotent('deleteSnippet'),
  lost('deleteSnippet', read),
  {
    name: 'getRawSnippet leaves out the last line',
    operation: 'getRawSnippet',
    kind: 'content corrupted',
    fault: editBytes('getRawSnippet', (bytes) => bytes.slice(0, -5)),
  },
  {
    name: 'getRawSnippet sends the snippet as a web page',
    operation: 'getRawSnippet',
    kind: 'media type wrong',
    fault: answerAs('getRawSnippet', 'text/html; charset=utf-8'),
  },
]
