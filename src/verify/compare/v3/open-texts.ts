import type { Rules } from '../rules.ts'

/**
 * Explains why two different texts are equal as far as the specification goes.
 *
 * @example
 * openText(['Issue'], 'description', 'Wet\n', 'Wet\r\n') // 'whether the blanks around a text …'
 */
export const openText: Rules['openText'] = (schemas, field, server, forge) => {
  if (
    schemas.some((schema) => /^(?:Pipeline|Commit(?!Status))/.test(schema)) &&
    field === 'status' &&
    /^(?:pending|running)$/.test(server)
  ) {
    return 'a service beside may still be at work on any commit'
  }
  if (schemas.includes('RepositoryFile') && field === 'content') {
    const isSame = server.replace(/[\r\n]/g, '') === forge
    return isSame ? 'how long the lines of Base64 are is not stated' : undefined
  }
  if (schemas.includes('SshKey') && field === 'key') {
    const isSame = withoutComment(server) === withoutComment(forge)
    return isSame ? 'what becomes of the comment of a key is not stated' : undefined
  }
  const isReopened = server === 'opened' && forge === 'reopened'
  if (field === 'state' && schemas.includes('MergeRequest') && isReopened) {
    return 'what closing and reopening does to a merge request is not stated'
  }
  if (field === 'name_with_namespace' && joinedAlike(server) === joinedAlike(forge)) {
    return 'what stands between the names of a project and its namespace is not stated'
  }
  if (field === 'message' && server.trimEnd() === forge.trimEnd()) {
    return 'whether a message ends with its line is not stated'
  }
  if (field === 'mode' && server.padStart(6, '0') === forge) {
    return 'how many digits a mode has is not stated'
  }
  if (field === 'message' && withoutSource(server) === forge.trimEnd()) {
    return 'what the message of a picked commit says is not stated'
  }
  if (/^(?:title|description|body|bio)$/.test(field) && tidied(server) === tidied(forge)) {
    return 'whether the blanks around a text, the ends of its lines and how it is composed are kept is not stated'
  }
  const withoutNumbers = (text: string) => text.replace(/#\d+/g, '#')
  if (withoutNumbers(server) === withoutNumbers(forge)) return 'numbers may leave some out'
  const isHeld = schemas.includes('Difference') && field === 'diff'
  const isSame = hunksOf(server) === hunksOf(forge)
  return isHeld && isSame ? 'what stands around the lines of a hunk is not stated' : undefined
}

/** The names of a namespace and a project, without what stands between them. */
export const joinedAlike = (names: string) =>
  names
    .split(/[/»›>→:|]/)
    .map((name) => name.trim())
    .filter((name) => name !== '')
    .join()

const withoutComment = (key: string) => key.split(' ').slice(0, 2).join(' ')

/** A text without the blanks around it, with the line ends of Unix, and each letter and its accents as one character. */
export const tidied = (text: string) => text.replaceAll('\r\n', '\n').trim().normalize('NFC')

/** Removes the lines with the sources of a commit that was picked, as git writes them with `cherry-pick -x`. */
function withoutSource(message: string): string {
  const text = message.trimEnd()
  const end = text.lastIndexOf('\n')
  const hasSource = /^\(cherry picked from commit \S+\)$/.test(text.slice(end + 1))
  return hasSource ? withoutSource(text.slice(0, end)) : text
}

/** Removes the header of a diff, such as file names and lines of git, and the headings of its hunks. */
const hunksOf = (diff: string) =>
  /^@@ /m.test(diff)
    ? diff.slice(diff.search(/^@@ /m)).replace(/^(@@ -[\d,]+ \+[\d,]+ @@) .*$/gm, '$1')
    : ''
