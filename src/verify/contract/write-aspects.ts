import { type Aspect, isBeyond, leftOpen } from './aspect.ts'
import { judgedApis } from './judged-api.ts'
import { givenParameters, type Operation, pathParameters } from './operation.ts'

/** What is checked of a write: that it is read back, and that what was deleted is gone. */
export function ofWrites(operation: Operation): Aspect[] {
  if (operation.method === 'GET') return []
  const written = givenParameters(operation).map(({ name }) => ({
    name: `read-back:${name}`,
    ...leftOpen(isBeyond(operation, name), 'the specification does not name the parameter'),
    rule: `The ${name} that was sent is the one that is read back.`,
  }))
  if (operation.method === 'PUT') return [...written, ...ofChanges]
  if (operation.method !== 'DELETE') return written
  return [
    { name: 'removes', rule: 'What was deleted is gone.' },
    ...(hasIdempotence(operation)
      ? [{ name: 'idempotent', rule: 'Deleting what is gone already is answered with 200.' }]
      : []),
    keepsOthers,
    ...written,
  ]
}

const keepsOthers: Aspect = {
  name: 'keeps:the-others',
  rule: 'What is beside the record that is written is as it was before.',
}

/** What is checked of a change: what it does not name is as it was. */
const ofChanges: readonly Aspect[] = [
  { name: 'keeps:the-rest', rule: 'What was not sent is as it was before.' },
  keepsOthers,
]

/** Whether the rule for every DELETE holds, that of what is gone it answers 200. */
function hasIdempotence({ api, method, whenGone }: Operation): boolean {
  return judgedApis[api].deletesTwice && method === 'DELETE' && whenGone === undefined
}

/** Whether a parameter names what a deletion deletes, so that it may be gone. */
export function isIdempotentIn(operation: Operation, name: string): boolean {
  return hasIdempotence(operation) && pathParameters(operation).at(-1)?.name === name
}
