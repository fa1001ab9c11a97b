import type { SnippetRecord } from '../../../store/models/snippet.ts'

/** A file of a snippet. */
export interface SnippetFile {
  readonly path: string
  readonly content: string
}

/** Returns the files of a snippet: the first one, and the further ones of later releases. */
export function filesOf({ file_name, content, more_files }: SnippetRecord): SnippetFile[] {
  return [{ path: file_name, content }, ...more_files]
}

/** An action on a file of a snippet. */
export interface FileAction {
  readonly action: 'create' | 'update' | 'delete' | 'move'
  readonly file_path?: string | undefined
  readonly previous_path?: string | undefined
  readonly content?: string | undefined
}

/** Returns the files after actions were applied; undefined where one fails, or no file is left. */
export function filesAfter(
  files: readonly SnippetFile[],
  actions: readonly FileAction[],
): SnippetFile[] | undefined {
  const contents = new Map(files.map(({ path, content }) => [path, content]))
  for (const { action, file_path: path = '', previous_path = path, content } of actions) {
    const isMove = action === 'move'
    const before = contents.get(isMove ? previous_path : path)
    const isTaken = contents.has(path)
    if (path === '' || (action === 'create') === (before !== undefined)) return undefined
    if (isMove && (isTaken || path === previous_path)) return undefined
    if (action === 'delete') contents.delete(path)
    else {
      const text = content ?? (isMove ? before : undefined)
      if (text === undefined || text.trim() === '') return undefined
      if (isMove) contents.delete(previous_path)
      contents.set(path, text)
    }
  }
  const left = Array.from(contents, ([path, content]) => ({ path, content }))
  return left.length > 0 ? left : undefined
}
