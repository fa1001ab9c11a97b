import type { Entry, RecordedWorld } from './world.ts'

/** A kind of data in a recording that may still identify people, in words, with the number of its occurrences. */
export interface PossiblyPersonal {
  readonly what: string
  readonly count: number
}

const written = ['issues', 'merge_requests', 'notes', 'snippets', 'milestones', 'commits'] as const

const telephone = /\+\d[\d ()/-]{7,18}\d/
const ipAddress = /\b\d{1,3}(?:\.\d{1,3}){3}\b/
const userAddress = /\bhttps?:\/\/[^\s/]{1,100}\/(?:~|@|u\/|users?\/|in\/|profile\/)/i

/**
 * Counts data that replacing names cannot find: names of people who are not users of the server, in prose and in files,
 * and texts that look like telephone numbers and addresses. Empty where there is none.
 *
 * @example
 * for (const { what, count } of possiblyPersonal(world)) console.log(`${count} ${what}`)
 */
export function possiblyPersonal({ records }: RecordedWorld): readonly PossiblyPersonal[] {
  const texts = written.flatMap((list) => records[list] ?? []).flatMap(textsOf)
  const files = (records.commits ?? []).flatMap(filesOf)
  const contents = files.flatMap((file) => (typeof file === 'string' ? [file] : []))
  const all = [...texts, ...contents]
  const matching = (pattern: RegExp) => all.filter((text) => pattern.test(text)).length
  return [
    {
      what: 'texts that people wrote, with names that no user of the server has',
      count: texts.length,
    },
    { what: 'files of text, with names of authors and licensees', count: contents.length },
    { what: 'other files, such as pictures', count: files.length - contents.length },
    { what: 'texts with something like a telephone number', count: matching(telephone) },
    { what: 'texts with an IP address', count: matching(ipAddress) },
    { what: 'texts with the address of a profile', count: matching(userAddress) },
    {
      what: 'names of groups and projects',
      count: (records.namespaces ?? []).length + (records.projects ?? []).length,
    },
  ].filter(({ count }) => count > 0)
}

const fields = ['title', 'description', 'body', 'message', 'content'] as const

function textsOf(entry: Entry): string[] {
  return fields.flatMap((field) => {
    const text = entry[field]
    return typeof text === 'string' && text !== '' ? [text] : []
  })
}

function filesOf({ files }: Entry): unknown[] {
  return typeof files === 'object' && files !== null ? Object.values(files) : []
}
