import { folded } from '../../../store/record-keys.ts'
import { lengthErrors } from '../validation.ts'

const pattern = /^[a-zA-Z0-9_.][a-zA-Z0-9_.-]*$/

/** The first steps of web addresses that are something else than a user or a group. */
const reserved = new Set(
  (
    '.well-known admin all assets ci dashboard files groups help hooks issues merge_requests new ' +
    'notes profile projects public repository robots.txt s search services snippets teams u ' +
    'unsubscribe users'
  ).split(' '),
)

/** What is wrong with the path of a group or with a username: both stand at the root of addresses. */
export function namespacePathErrors(path: string): string[] {
  if (path === '') return ["can't be blank"]
  const errors = lengthErrors(path, 255)
  if (errors.length > 0) return errors
  if (!pattern.test(path) || /\.(git|atom)?$/i.test(path)) {
    return [
      "can contain only letters, digits, '_', '-' and '.'. Cannot start with '-' or end in '.', '.git' or '.atom'.",
    ]
  }
  return reserved.has(folded(path)) ? [`${path} is a reserved name`] : []
}
