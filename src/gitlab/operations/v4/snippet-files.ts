import { missingAttribute, nestedError, wrongParameters } from '../../../contract/errors.ts'
import type { SnippetRecord } from '../../../store/models/snippet.ts'
import {
  type FileAction,
  filesAfter,
  filesOf,
  type SnippetFile,
} from '../../domain/snippets/files.ts'
import type { FileAnswer } from '../answers.ts'

/** Returns the files of a new snippet: the listed ones, or the single one of `content` and `file_name`. */
export function givenFiles({
  files = [],
  content = '',
  file_name,
}: {
  readonly files?: readonly { readonly file_path: string; readonly content: string }[]
  readonly content?: string
  readonly file_name?: string
}): [SnippetFile, ...SnippetFile[]] {
  const blank = files.findIndex((file) => file.content.trim() === '')
  if (blank >= 0) throw wrongParameters([{ name: `files[${blank}][content]`, problem: 'is empty' }])
  const [first, ...others] = files.map((file) => ({ path: file.file_path, content: file.content }))
  if (first) return [first, ...others]
  if (file_name === undefined) throw missingAttribute('file_name')
  return [{ path: file_name, content }]
}

/**
 * Returns the files after an update. Throws 422 for impossible actions, and 400 for a single content where there are
 * several files.
 */
export function changedFiles(
  snippet: SnippetRecord,
  {
    files: actions,
    content: code,
    file_name,
  }: {
    readonly files?: readonly FileAction[]
    readonly content?: string
    readonly file_name?: string
  },
) {
  if (actions) {
    const [first, ...more_files] = filesAfter(filesOf(snippet), actions) ?? []
    if (!first) throw nestedError(422, 'Snippet actions have invalid data')
    return { file_name: first.path, code: first.content, more_files }
  }
  const isOne = code === undefined && file_name === undefined
  if (!isOne && snippet.more_files.length > 0) {
    const reason = 'To update Snippets with multiple files, you must use the `files` parameter'
    throw nestedError(400, reason)
  }
  return { file_name, code }
}

/** Returns the content of a file as a download. */
export function rawFile({ path, content }: SnippetFile): FileAnswer {
  return { body: content, type: 'text/plain', name: path }
}
