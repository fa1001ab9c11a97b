import { at } from './bodies.ts'
import type { Caller } from './caller.ts'
import type { TestContext } from './test-context.ts'

/**
 * Waits until a merge request that brings something has its commits and changes: a server may compare its branches in
 * the background.
 */
export async function untilCompared(
  t: TestContext,
  caller: Caller,
  address: { readonly id: number; readonly merge_request_id: number },
): Promise<void> {
  await t.eventually(
    () => caller.attempt('listMergeRequestCommits', address),
    ({ status, body }) => status !== 200 || hasSome(body),
  )
  await t.eventually(
    () => caller.attempt('getMergeRequestChanges', address),
    ({ status, body }) => status !== 200 || hasSome(at(body, 'changes')),
  )
}

const hasSome = (items: unknown): boolean => Array.isArray(items) && items.length > 0
