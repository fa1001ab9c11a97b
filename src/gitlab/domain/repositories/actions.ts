import { invalid } from '../../../contract/errors.ts'
import type { CommitAction } from '../../../git/commit.ts'
import { decodeBase64 } from '../../../shared/base64.ts'

/** An item of `actions[]` as requests have it (`createCommit`). */
export interface RequestedAction {
  readonly action: 'create' | 'delete' | 'move' | 'update'
  readonly file_path: string
  readonly previous_path?: string | undefined
  readonly content?: string | undefined
  readonly encoding?: 'text' | 'base64' | undefined
}

/** The path of a file as git has it: GitLab 8.15 dropped a slash before it. */
function pathOf(path: string): string {
  return path.replace(/^\//, '')
}

/**
 * What to do with a file. Content is required except for delete and move; throws 400 for what is
 * missing, and content that is no Base64 where it should be.
 */
export function readAction(requested: RequestedAction): CommitAction {
  const { action, previous_path } = requested
  const path = pathOf(requested.file_path)
  switch (action) {
    case 'delete':
      return { action, path }
    case 'move': {
      if (previous_path === undefined)
        throw invalid({ previous_path: [`is missing${of(requested)}`] })
      const content = contentOf(requested)
      const moved = { action, path, previousPath: pathOf(previous_path) }
      return content === undefined ? moved : { ...moved, content }
    }
    case 'create':
    case 'update': {
      const content = contentOf(requested)
      if (content === undefined) throw invalid({ content: [`is missing${of(requested)}`] })
      return { action, path, content }
    }
  }
}

const of = ({ file_path }: RequestedAction) => ` (${file_path})`

function contentOf(requested: RequestedAction): Uint8Array | undefined {
  const { content, encoding } = requested
  if (content === undefined || encoding !== 'base64') {
    return content === undefined ? undefined : new TextEncoder().encode(content)
  }
  const bytes = decodeBase64(content)
  if (!bytes) throw invalid({ content: [`is not valid Base64${of(requested)}`] })
  return bytes
}
