import { invalid } from '../../../contract/errors.ts'
import type { CommitAction } from '../../../git/commit.ts'
import type { FileMode } from '../../../git/objects/objects.ts'
import { decodeBase64 } from '../../../shared/base64.ts'
import type { Release } from '../release.ts'

/** An item of `actions[]` as requests have it (`createCommit`). */
export interface RequestedAction {
  readonly action: 'create' | 'delete' | 'move' | 'update' | 'chmod'
  readonly file_path: string
  readonly previous_path?: string | undefined
  readonly content?: string | undefined
  readonly encoding?: 'text' | 'base64' | undefined
  /** Whether the file may be executed; what it was before, or not, where it is left out. */
  readonly execute_filemode?: boolean | undefined
}

/** The path of a file as git has it: GitLab 8.15 dropped a slash before it. */
function pathOf(path: string): string {
  return path.replace(/^\//, '')
}

/**
 * What to do with a file. Content is required except for delete and move; throws 400 for what is
 * missing, and content that is no Base64 where it should be.
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
  const bytes = decodeBase64(isBase64Lax ? passingOver(content) : content)
  if (!bytes) throw invalid({ content: [`is not valid Base64${of(requested)}`] })
  return bytes
}

/** What of a text is Base64, up to its padding; digits that make no whole byte are left out. */
function passingOver(text: string): string {
  const [before = ''] = text.split('=', 1)
  const digits = before.replace(/[^A-Za-z\d+/]/g, '')
  return digits.length % 4 === 1 ? digits.slice(0, -1) : digits
}
