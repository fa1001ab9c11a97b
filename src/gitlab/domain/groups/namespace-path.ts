import { folded } from '../../../store/record-keys.ts'
import type { Release } from '../release.ts'
import { lengthErrors } from '../validation.ts'

const pattern = /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/
const MAX_LENGTH = 255

/** What is wrong with the path of a group or with a username: both stand at the root of addresses. */
export function namespacePathErrors(path: string, { reservedRootPaths }: Release): string[] {
  const errors = pathErrors(path)
  if (errors.length > 0) return errors
  return reservedRootPaths.has(folded(path)) ? [`${path} is a reserved name`] : []
}

/** What is wrong with the path of a group within another one. */
export function subgroupPathErrors(path: string, { reservedProjectPaths }: Release): string[] {
  const errors = pathErrors(path)
  if (errors.length > 0) return errors
  return reservedProjectPaths.has(folded(path)) ? [`${path} is a reserved name`] : []
}

/**
 * What is wrong with the path of a group or a project where it is part of the names of images. One that is too long in
 * any case is not matched: the engine takes a frame of its stack for each repetition.
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
