import type { OperationId, OperationTag } from '../../contract/operation-contract.ts'
import type { Operation } from '../contract/operation.ts'
import { CannotVerify, type VerifyOptions } from '../options.ts'

/** The properties of a story that a selection uses. */
interface Selectable {
  readonly name: string
  readonly about: readonly OperationTag[]
}

/** Throws CannotVerify for a name of no resource, operation, check or story. */
export function checkNames(
  { only = [], skip = [] }: Pick<VerifyOptions, 'only' | 'skip'>,
  operations: readonly Operation[],
  stories: readonly Pick<Selectable, 'name'>[],
): void {
  const known = [
    ...operations.flatMap(({ id, resource }) => [id, resource]),
    ...stories.map(({ name }) => name),
  ].map(normalize)
  const unknown = [...only, ...skip].find((name) => !known.includes(normalize(name)))
  if (unknown === undefined) return
  throw new CannotVerify(
    `"${unknown}" names no resource (such as Issues), no operation (such as getIssue) and no story.`,
  )
}

/** Throws CannotVerify where nothing is selected, since such a run would find no failures. */
export function checkNotEmpty(
  { hasOperation }: Selection,
  operations: readonly Operation[],
  chosen: readonly unknown[],
): void {
  if (chosen.length > 0 || operations.some(({ id, resource }) => hasOperation(id, resource))) return
  throw new CannotVerify(
    'There is nothing to verify: `only` and `skip` leave no operation and no story.',
  )
}

/** The selected checks: `only` and `skip` contain names of resources, operations and stories. */
export interface Selection {
  hasOperation(operation: OperationId, resource: OperationTag): boolean
  hasStory(name: string): boolean
  isSkipped(operation: OperationId, resource: OperationTag): boolean
  /** Whether a story runs: it is selected by name, or by an operation of one of its resources. */
  wants(story: Selectable): boolean
}

export function readSelection(
  { only, skip = [] }: Pick<VerifyOptions, 'only' | 'skip'>,
  operations: readonly Pick<Operation, 'id' | 'resource'>[],
): Selection {
  const wanted = only && new Set(only.map(normalize))
  const unwanted = new Set(skip.map(normalize))
  const isNamed = (...names: readonly string[]) =>
    !wanted || names.some((name) => wanted.has(normalize(name)))
  const isSkipped = (...names: readonly string[]) =>
    names.some((name) => unwanted.has(normalize(name)))
  const hasOperation = (operation: OperationId, resource: OperationTag) =>
    isNamed(operation, resource) && !isSkipped(operation, resource)
  return {
    hasOperation,
    hasStory: (name) => wanted !== undefined && isNamed(name) && !isSkipped(name),
    isSkipped: (operation, resource) => isSkipped(operation, resource),
    wants: ({ name, about }) =>
      !isSkipped(name) &&
      ((wanted !== undefined && isNamed(name)) ||
        operations.some(
          ({ id, resource }) => about.includes(resource) && hasOperation(id, resource),
        )),
  }
}

/** Normalizes a name: `Merge requests`, `merge-requests` and `MergeRequests` are equal. */
function normalize(name: string): string {
  return name.toLowerCase().replace(/[^a-z0-9]+/g, '')
}
