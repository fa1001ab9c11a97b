import { folded } from '../../../store/record-keys.ts'
import type { Release } from '../release.ts'
import { lengthErrors } from '../validation.ts'

const pattern = /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/
const MAX_LENGTH = 255

/** Returns the errors of a group's path or a username: both are at the root of web URLs. */
export function namespacePathErrors(path: string, { reservedRootPaths }: Release): string[] {
  const errors = pathErrors(path)
  if (errors.length > 0) return errors
  return reservedRootPaths.has(folded(path)) ? [`${path} is a reserved name`] : []
}

/** Returns the errors of a subgroup's path. */
export function subgroupPathErrors(path: string, { reservedProjectPaths }: Release): string[] {
  const errors = pathErrors(path)
  if (errors.length > 0) return errors
  return reservedProjectPaths.has(folded(path)) ? [`${path} is a reserved name`] : []
}

/**
 * Returns the errors of a path that becomes part of image names. A path above the maximum length is not matched,
 * since the regular expression engine uses a stack frame per repetition.
 */
export function imagePathErrors(path: string, { imagePaths }: Release): string[] {
  if (imagePaths === undefined || path === '' || path.length > MAX_LENGTH) return []
  return imagePaths.pattern.test(path) ? [] : [imagePaths.rule]
}

function pathErrors(path: string): string[] {
  if (path === '') return ["can't be blank"]
  const errors = lengthErrors(path, MAX_LENGTH)
  if (errors.length > 0) return errors
  if (pattern.test(path) && !/\.(git|atom)?$/i.test(path)) return []
  return [
    "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
  ]
}
