import { type Entry, type ListName, listNames, type RecordedWorld } from './world.ts'

/** A fictitious person. */
export interface InventedPerson {
  readonly username: string
  readonly name: string
  readonly email: string
}

/** Generates replacements of personal data, reproducibly for the same recording. */
export interface Inventor {
  person(): InventedPerson
  token(): string
  key(): string
}

/** The replacements of personal data, wherever it occurs. */
interface Replacements {
  readonly usernames: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, string>
  /** First names, family names and usernames, where they occur on their own in prose. */
  readonly words: ReadonlyMap<string, string>
  emails(email: string): string
  /** Patterns whose matches are removed after replacing people. */
  readonly scrubbed: readonly RegExp[]
}

/** Replaces the matches of `--scrub`. */
const SCRUBBED = '[scrubbed]'

/** The fields with prose of users, as opposed to code. */
const freeTexts: ReadonlySet<string> = new Set(['title', 'description', 'body', 'message', 'note'])

/** Shorter words coincide with other words too often. */
const MIN_WORD_LENGTH = 3

/** The profile fields of a user, and accounts elsewhere. */
const ofPerson = ['bio', 'location', 'skype', 'linkedin', 'twitter', 'website_url', 'organization']

/**
 * Anonymizes a world: full names, mentions and e-mail addresses are replaced everywhere, including texts and files. In
 * prose of users, so are usernames, first names and family names on their own. Then matches of the patterns `scrubbed`
 * are removed. Tokens and keys are regenerated; profile fields, avatars and external identities are removed. The ids of
 * commits change.
 */
export function replacePersonalData(
  { records }: RecordedWorld,
  inventor: Inventor,
  scrubbed: readonly RegExp[] = [],
): RecordedWorld {
  const replacements = { ...plan(records, inventor), scrubbed }
  const rewrite = (list: ListName) => (entry: Entry) =>
    rewriteEntry(list, entry, replacements, inventor)
  return {
    records: Object.fromEntries(
      listNames.flatMap((list) => {
        const entries = records[list]
        return entries ? [[list, entries.map(rewrite(list))]] : []
      }),
    ),
  }
}

function plan({ users = [], commits = [] }: RecordedWorld['records'], inventor: Inventor) {
  const usernames = new Map<string, string>()
  const names = new Map<string, string>()
  const emails = new Map<string, string>()
  for (const { username, name, email } of users) {
    const person = inventor.person()
    usernames.set(String(username), person.username)
    names.set(String(name), person.name)
    emails.set(String(email).toLowerCase(), person.email)
  }
  for (const { author, committer } of commits) {
    for (const { name, email } of [Object(author), Object(committer)]) {
      if (typeof name !== 'string' || typeof email !== 'string') continue
      if (names.has(name) && emails.has(email.toLowerCase())) continue
      const person = inventor.person()
      if (!names.has(name)) names.set(name, person.name)
      if (!emails.has(email.toLowerCase())) emails.set(email.toLowerCase(), person.email)
    }
  }
  return {
    usernames,
    names,
    words: wordsOf(usernames, names),
    emails(email: string) {
      const known = emails.get(email.toLowerCase()) ?? inventor.person().email
      emails.set(email.toLowerCase(), known)
      return known
    },
  }
}

/** Maps the words of people's names to the corresponding words of the replacements. */
function wordsOf(
  usernames: ReadonlyMap<string, string>,
  names: ReadonlyMap<string, string>,
): ReadonlyMap<string, string> {
  const words = new Map<string, string>()
  const add = (one: string | undefined, other: string | undefined) => {
    if (one && other && one.length >= MIN_WORD_LENGTH && !words.has(one)) words.set(one, other)
  }
  for (const [name, other] of names) {
    const [parts, others] = [name.split(/\s+/), other.split(/\s+/)]
    if (parts.length < 2) continue
    add(parts[0], others[0])
    add(parts.at(-1), others.at(-1))
  }
  for (const [username, other] of usernames) add(username, other)
  return words
}

function rewriteEntry(
  list: ListName,
  entry: Entry,
  replacements: Replacements,
  inventor: Inventor,
): Entry {
  const rewritten = Object(rewriteValue(entry, replacements)) as Entry
  const { usernames } = replacements
  switch (list) {
    case 'users':
      return {
        ...rewritten,
        username: usernames.get(String(entry.username)),
        ...Object.fromEntries(ofPerson.flatMap((name) => (entry[name] ? [[name, '']] : []))),
        avatar_url: null,
        identities: [],
      }
    case 'namespaces':
      if (entry.kind !== 'user') return rewritten
      return { ...rewritten, ...pathOf(usernames.get(String(entry.path)) ?? String(entry.path)) }
    case 'keys':
      return { ...rewritten, title: 'key', key: inventor.key() }
    case 'credentials':
      return { ...rewritten, token: tokenOf(String(entry.token), usernames) }
    case 'projects':
      return { ...rewritten, ...(entry.runners_token ? { runners_token: inventor.token() } : {}) }
    default:
      return rewritten
  }
}

const pathOf = (path: string) => ({ name: path, path })

function tokenOf(token: string, usernames: ReadonlyMap<string, string>): string {
  const username = token.replace(/-token$/, '')
  return `${usernames.get(username) ?? username}-token`
}

function rewriteValue(value: unknown, replacements: Replacements, key = ''): unknown {
  if (typeof value === 'string') return rewriteText(value, replacements, freeTexts.has(key))
  if (Array.isArray(value)) return value.map((one) => rewriteValue(one, replacements, key))
  if (typeof value !== 'object' || value === null) return value
  const isPerson = 'name' in value && 'email' in value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      rewriteField(key, inner, replacements, isPerson),
    ]),
  )
}

/** A name beside an e-mail address is that of a person: a user, or the author of a commit. */
function rewriteField(
  key: string,
  value: unknown,
  replacements: Replacements,
  isPerson: boolean,
): unknown {
  if (key === 'base64' || key === 'id') return value
  const isName = key === 'user_name' || (key === 'name' && isPerson)
  const name = isName ? replacements.names.get(String(value)) : undefined
  return name ?? rewriteValue(value, replacements, key)
}

/** Matches an address, a mention, or a word with dots. */
const word = /[\p{L}\p{N}._%+@-]+/gu
const isLetters = (text: string) => /^\p{L}+$/u.test(text)

function rewriteText(text: string, replacements: Replacements, isFree: boolean): string {
  let rewritten = text
  for (const [name, other] of replacements.names) {
    // A name of one word is treated like any other word.
    if (/\s/.test(name)) rewritten = replaceWords(rewritten, name, other)
  }
  rewritten = rewritten.replace(word, (one) => rewriteWord(one, replacements, isFree))
  return replacements.scrubbed.reduce(
    (before, pattern) => before.replace(pattern, SCRUBBED),
    rewritten,
  )
}

/** Replaces an address or a mention, except the full stop of a sentence after it. */
function rewriteWord(
  text: string,
  { usernames, emails, words }: Replacements,
  isFree: boolean,
): string {
  let length = text.length
  while (length > 0 && '.-'.includes(text.charAt(length - 1))) length--
  const [one, rest] = [text.slice(0, length), text.slice(length)]
  if (one.startsWith('@')) return `@${usernames.get(one.slice(1)) ?? one.slice(1)}${rest}`
  if (isAddress(one)) return `${emails(one)}${rest}`
  return isFree ? `${words.get(one) ?? one}${rest}` : text
}

/** Whether a text is a person's e-mail address: `left-pad@1.2.3` is not, and git@forge.example is not a person's. */
function isAddress(text: string): boolean {
  const [local = '', domain = '', ...more] = text.split('@')
  const labels = domain.split('.')
  const last = labels.at(-1) ?? ''
  const isDomain = labels.length > 1 && !labels.includes('') && last.length > 1 && isLetters(last)
  return local !== '' && local !== 'git' && isDomain && more.length === 0
}

/** Replaces whole words only. */
function replaceWords(text: string, words: string, other: string): string {
  const parts = text.split(words)
  return parts.reduce((before, after) => {
    // Two code units contain at least one character.
    const isWhole = !endsInWord.test(before.slice(-2)) && !beginsWithWord.test(after.slice(0, 2))
    return `${before}${isWhole ? other : words}${after}`
  })
}

const endsInWord = /[\p{L}\p{N}]$/u
const beginsWithWord = /^[\p{L}\p{N}]/u
