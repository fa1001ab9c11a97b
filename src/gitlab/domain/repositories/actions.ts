import { invalid } from '../../../contract/errors.ts'
import type { CommitAction } from '../../../git/commit.ts'
import type { FileMode } from '../../../git/objects/objects.ts'
import { decodeBase64 } from '../../../shared/base64.ts'
import type { Release } from '../release.ts'

/** An item of `actions[]` in a request (`createCommit`). */
export interface RequestedAction {
  readonly action: 'create' | 'delete' | 'move' | 'update' | 'chmod'
  readonly file_path: string
  readonly previous_path?: string | undefined
  readonly content?: string | undefined
  readonly encoding?: 'text' | 'base64' | undefined
  /** Whether the file is executable; defaults to its former mode, or to false. */
  readonly execute_filemode?: boolean | undefined
}

/** Returns the path of a file as in git: GitLab 8.15 removed a leading slash. */
function pathOf(path: string): string {
  return path.replace(/^\//, '')
}

/**
 * Reads an action of a request. Throws 400 for missing parameters (content is required except for delete and move)
 * and for invalid Base64.
 */
export function readAction(requested: RequestedAction, release: Release): CommitAction {
  const { action, previous_path, execute_filemode } = requested
  const mode = execute_filemode === undefined ? {} : { mode: modeOf(execute_filemode) }
  const path = pathOf(requested.file_path)
  switch (action) {
    case 'delete':
      return { action, path }
    case 'move': {
      if (previous_path === undefined)
        throw invalid({ previous_path: [`is missing${of(requested)}`] })
      const content = contentOf(requested, release)
      const moved = { action, path, previousPath: pathOf(previous_path), ...mode }
      return content === undefined ? moved : { ...moved, content }
    }
    case 'create':
    case 'update': {
      const content = contentOf(requested, release)
      if (content === undefined) throw invalid({ content: [`is missing${of(requested)}`] })
      return { action, path, content, ...mode }
    }
    case 'chmod':
      return { action, path, mode: modeOf(execute_filemode ?? false) }
  }
}

const modeOf = (isExecutable: boolean): FileMode => (isExecutable ? '100755' : '100644')

const of = ({ file_path }: RequestedAction) => ` (${file_path})`

function contentOf(requested: RequestedAction, { isBase64Lax }: Release): Uint8Array | undefined {
  const { content, encoding } = requested
  if (content === undefined || encoding !== 'base64') {
    return content === undefined ? undefined : new TextEncoder().encode(content)
  }
  const bytes = decodeBase64(isBase64Lax ? base64DigitsOf(content) : content)
  if (!bytes) throw invalid({ content: [`is not valid Base64${of(requested)}`] })
  return bytes
}

/** Returns the Base64 digits of a text up to its padding. Digits that do not form a whole byte are omitted. */
function base64DigitsOf(text: string): string {
  const [before = ''] = text.split('=', 1)
  const digits = before.replace(/[^A-Za-z\d+/]/g, '')
  return digits.length % 4 === 1 ? digits.slice(0, -1) : digits
}
