import type { CommitAction } from '../git/commit.ts'
import { decodeBase64 } from '../shared/base64.ts'
import type { Loading } from './loading.ts'
import type { SeedAction } from './repository-schema.ts'

/** What an action of a seed does; what is missing of it is noted as a problem. */
export function readSeedAction(loading: Loading, seed: SeedAction, path: string): CommitAction {
  const { action, file_path, previous_path, executable } = seed
  const mode = executable === undefined ? {} : ({ mode: executable ? '100755' : '100644' } as const)
  switch (action) {
    case 'delete':
      return { action, path: file_path }
    case 'move': {
      if (previous_path === undefined) {
        loading.problems.push({ path, reason: 'a move needs previous_path' })
      }
      const content = contentOf(loading, seed, path)
      const moved = { action, path: file_path, previousPath: previous_path ?? file_path, ...mode }
      return content === undefined ? moved : { ...moved, content }
    }
    case 'create':
    case 'update': {
      const content = contentOf(loading, seed, path)
      if (content === undefined) {
        loading.problems.push({ path, reason: `${action} needs content or file` })
      }
      return { action, path: file_path, content: content ?? new Uint8Array(), ...mode }
    }
  }
}

/** A seed that was read from a file has the content of `file` in its place by now. */
function contentOf(
  { problems }: Loading,
  { content, encoding, file }: SeedAction,
  path: string,
): Uint8Array | undefined {
  if (file !== undefined) {
    const reason =
      content === undefined
        ? 'a file can be read only for a seed that is a file itself'
        : 'there is content already'
    problems.push({ path: `${path}.file`, reason })
  }
  if (content === undefined || encoding !== 'base64') {
    return content === undefined ? undefined : new TextEncoder().encode(content)
  }
  const bytes = decodeBase64(content)
  if (!bytes) problems.push({ path: `${path}.content`, reason: 'is not valid Base64' })
  return bytes ?? new Uint8Array()
}
