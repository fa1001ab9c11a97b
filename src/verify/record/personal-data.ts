import { type Entry, type ListName, listNames, type RecordedWorld } from './world.ts'

/** Somebody who does not exist. */
export interface InventedPerson {
  readonly username: string
  readonly name: string
  readonly email: string
}

/** Invents what stands for what is personal; the same for the same recording. */
export interface Inventor {
  person(): InventedPerson
  token(): string
  key(): string
}

/** What is replaced by what, wherever it stands. */
interface Replacements {
  readonly usernames: ReadonlyMap<string, string>
  readonly names: ReadonlyMap<string, string>
  emails(email: string): string
}

/** What a user says of themselves and where they are found elsewhere. */
const ofPerson = ['bio', 'location', 'skype', 'linkedin', 'twitter', 'website_url', 'organization']

/**
 * A world without its people: usernames, names and e-mail addresses are replaced everywhere, in texts
 * and files as well; tokens and keys are new; what users say of themselves, their pictures and their
 * identities elsewhere are gone. Commits come to other ids.
 */
export function replacePersonalData({ records }: RecordedWorld, inventor: Inventor): RecordedWorld {
  const replacements = plan(records, inventor)
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
    emails(email: string) {
      const known = emails.get(email.toLowerCase()) ?? inventor.person().email
      emails.set(email.toLowerCase(), known)
      return known
    },
  }
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

function rewriteValue(value: unknown, replacements: Replacements): unknown {
  if (typeof value === 'string') return rewriteText(value, replacements)
  if (Array.isArray(value)) return value.map((one) => rewriteValue(one, replacements))
  if (typeof value !== 'object' || value === null) return value
  const isPerson = 'name' in value && 'email' in value
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      rewriteField(key, inner, replacements, isPerson),
    ]),
  )
}

/** Whoever has a name beside an e-mail address is a person: a user, or the author of a commit. */
function rewriteField(
  key: string,
  value: unknown,
  replacements: Replacements,
  isPerson: boolean,
): unknown {
  if (key === 'base64' || key === 'id') return value
  const isName = key === 'user_name' || (key === 'name' && isPerson)
  const name = isName ? replacements.names.get(String(value)) : undefined
  return name ?? rewriteValue(value, replacements)
}

const email = /[\p{L}\p{N}._%+-]+@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*\.\p{L}{2,}/gu
const mention = /(^|[^\p{L}\p{N}_/])@([a-zA-Z0-9_][a-zA-Z0-9_.-]*[a-zA-Z0-9_]|[a-zA-Z0-9_])/gu

function rewriteText(text: string, { usernames, names, emails }: Replacements): string {
  let rewritten = text.replace(email, (address) =>
    address.startsWith('git@') ? address : emails(address),
  )
  rewritten = rewritten.replace(mention, (whole, before: string, username: string) =>
    usernames.has(username) ? `${before}@${usernames.get(username)}` : whole,
  )
  for (const [name, other] of names) {
    // A name of one word is a word like any other.
    if (/\s/.test(name)) rewritten = replaceWords(rewritten, name, other)
  }
  return rewritten
}

/** Replaces whole words alone. */
function replaceWords(text: string, words: string, other: string): string {
  if (!text.includes(words)) return text
  const escaped = words.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  return text.replace(
    new RegExp(`(?<![\\p{L}\\p{N}])${escaped}(?![\\p{L}\\p{N}])`, 'gu'),
    () => other,
  )
}
