import { type Aspect, isBeyond, leftOpen } from './aspect.ts'
import { judgedApis } from './judged-api.ts'
import { givenParameters, type Operation, pathParameters } from './operation.ts'

/** Returns the aspects of a write: it is read back, and deleted records are gone. */
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

/** What a write leaves alone, whatever it is. */
export const keeps = {
  'keeps:the-rest': 'What was not sent is as it was before.',
  'keeps:the-others': 'What is beside the record that is written is as it was before.',
} as const

const keepsOthers: Aspect = { name: 'keeps:the-others', rule: keeps['keeps:the-others'] }

/** The aspects of a change: values that were not sent are unchanged. */
const ofChanges: readonly Aspect[] = [
  { name: 'keeps:the-rest', rule: keeps['keeps:the-rest'] },
  keepsOthers,
]

/** Whether the rule for deletions applies that a missing record is answered with 200. */
function hasIdempotence({ api, method, whenGone }: Operation): boolean {
  return judgedApis[api].deletesTwice && method === 'DELETE' && whenGone === undefined
}

/** Whether a parameter identifies the deleted record, so that it may be missing. */
export function isIdempotentIn(operation: Operation, name: string): boolean {
  return hasIdempotence(operation) && pathParameters(operation).at(-1)?.name === name
}
