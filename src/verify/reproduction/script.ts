import type { OperationId } from '../../contract/operation-contract.ts'
import { type Credential, placeCredential } from '../client/encode.ts'
import type { Operation } from '../contract/operation.ts'
import type { Kind } from '../sandbox/kinds.ts'
import { rsaKey } from '../story/ssh-keys.ts'
import { type History, replacePlaceholders, type Step, sessionOf, type Value } from './history.ts'
import { wrongCredential } from './wrong-tokens.ts'

/** The facts about the API and the server that a script needs. */
export interface ScriptOptions {
  readonly operation: (id: OperationId) => Operation
  readonly tokenField: string
  /** The kinds of records to remove at the end, in this order. */
  readonly kinds: readonly Kind[]
  /** The address with the base path of the API. */
  readonly apiUrl: string
  readonly mailDomain: string
}

/** The texts of a script: its header, and the line before the last response. */
interface ScriptTexts {
  readonly title: string
  readonly conclusion: string
}

/**
 * Formats a history as a shell script: it creates what it needs under names of its own, calls the server using only
 * curl, shows the last response, and removes what it created.
 */
export function scriptOf(
  history: History,
  { title, conclusion }: ScriptTexts,
  options: ScriptOptions,
): string {
  const last = history.at(-1)
  const receives = JSON.stringify(history).includes('<receiver>')
  return [
    '#!/usr/bin/env bash',
    ...comment(title),
    '# FORGERY_TOKEN=TOKEN bash FILE [URL], with the token of an administrator.',
    'set -u',
    `url=\${1:-${options.apiUrl}}`,
    // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
    'token=${FORGERY_TOKEN:?the token of an administrator}',
    ...(receives ? [receiverLine] : []),
    "word=forgery-$(LC_ALL=C tr -dc 'a-km-np-z2-9' </dev/urandom | head -c 8)-x",
    '',
    library,
    'remove() {',
    ...removals(history, options).map((line) => `  ${line}`),
    '}',
    'trap remove EXIT',
    '',
    ...history.flatMap((step, index) => callLines(step, history.slice(index + 1), options)),
    `echo ${quote(conclusion)}`,
    ...(last ? ['printf \'%s\\n\' "$status" "$head" "$body"'] : []),
    '',
  ].join('\n')
}

const receiverLine =
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
  'receiver=${FORGERY_RECEIVER:?an address that the server reaches and that shows its requests, without a slash at its end}'

const comment = (text: string) => text.split('\n').map((line) => `# ${line}`)

/** `call METHOD PATH …` sets `$status`, `$head` and `$body`; `field PATH` extracts a value of the body. */
const library = String.raw`call() {
  local method=$1 path=$2
  shift 2
  body=$(curl -sS -i -X "$method" "$@" "$url$path" | tr -d '\r')
  while case ${'$'}{body%%$'\n'*} in 'HTTP/'*' 100'*) true ;; *) false ;; esac; do body=${'$'}{body#*$'\n\n'}; done
  head=${'$'}{body%%$'\n\n'*}
  body=${'$'}{body#*$'\n\n'}
  status=$(printf '%s' "$head" | sed -n '1s/^[^ ]* \([0-9]*\).*/\1/p')
  echo "$method $path: $status"
}

# The values of a JSON text, each in a line: PATH=VALUE.
values() {
  printf '%s' "$body" | awk '
    function skip() { while (index(" \t\n", substr(t, p, 1)) && p <= length(t)) p++ }
    function word(   s, c) {
      for (p++; (c = substr(t, p, 1)) != "\"" && p <= length(t); p++) {
        if (c == "\\") c = substr(t, ++p, 1)
        s = s c
      }
      p++
      return s
    }
    function value(path,   c, key, n) {
      skip(); c = substr(t, p, 1)
      if (c == "{" || c == "[") {
        for (p++; ; ) {
          skip()
          if (index("}]", substr(t, p, 1)) || p > length(t)) break
          key = n++
          if (c == "{") { key = word(); skip(); p++ }
          value(path == "" ? key : path "." key)
          skip()
          if (substr(t, p, 1) == ",") p++
        }
        p++
      } else if (c == "\"") print path "=" word()
      else { match(substr(t, p), /^[^],} \t\n]+/); print path "=" substr(t, p, RLENGTH); p += RLENGTH }
    }
    { t = t $0 "\n" }
    END { p = 1; value("") }'
}
field() { values | sed -n "s/^$1=//p" | head -n 1; }
# The place of the item of a list whose field has a value.
item() { values | awk -v end=".$1=$2" 'substr($0, length($0) - length(end) + 1) == end { sub(/\..*/, ""); print; exit }'; }
`

function callLines(step: Step, later: History, options: ScriptOptions): string[] {
  const words = [...credentialWords(step, options), ...parameterWords(step, options)]
  const { method } = options.operation(step.operation)
  const path = `${pathWord(step, options)}${queryWord(step, options)}`
  const line = ['call', method, path, ...words].join(' ')
  return [line, ...assignments(step, later, options)]
}

/** Assigns variables for what later steps and the removal need from the response. */
function assignments(
  { makes, from }: Step,
  later: History,
  { tokenField }: ScriptOptions,
): string[] {
  if (makes === undefined) return []
  const fields = new Set(['id'])
  for (const step of later) {
    replacePlaceholders(JSON.stringify(step.parameters), (symbol, field) => {
      if (symbol === makes && field !== undefined) fields.add(field)
      return ''
    })
    if (makes === sessionOf(step.as)) fields.add(tokenField)
  }
  const [, name, value] = /^\[(\w+)=(.*)\]$/.exec(from ?? '') ?? []
  const before = name === undefined ? (from === undefined ? '' : `${from}.`) : '$at.'
  return [
    ...(name === undefined ? [] : [`at=$(item ${name} ${quote(value ?? '')})`]),
    ...[...fields].map((field) => `${variable(makes, field)}=$(field "${before}${field}")`),
  ]
}

const variable = (symbol: string, field = 'id') => (field === 'id' ? symbol : `${symbol}_${field}`)

function credentialWords(step: Step, options: ScriptOptions): string[] {
  const { sudo, sudoIn } = step
  const isInHeader = sudo !== undefined && sudoIn !== 'query'
  const words = isInHeader ? [`-H ${quoteFilled(`SUDO: ${sudo}`, options.mailDomain)}`] : []
  return [...tokenWords(step, options), ...words]
}

function tokenWords({ as, credential }: Step, { tokenField }: ScriptOptions): string[] {
  // curl sends a header without a value only where a semicolon ends it.
  if (credential === 'empty token') return [`-H 'PRIVATE-TOKEN;'`]
  if (as === 'nobody' || isInQuery(credential)) return []
  const wrong = wrongCredential(credential)
  if (wrong) return headersOf(wrong).map((header) => `-H ${quote(header)}`)
  const admin = `-H "PRIVATE-TOKEN: $token"`
  if (credential === 'sudo as nobody') return [admin, `-H 'SUDO: 2147480000'`]
  if (as === 'admin') return [admin]
  if (credential === 'sudo by name') return [admin, `-H "SUDO: ${named(as)}"`]
  if (credential === 'sudo by id') return [admin, `-H "SUDO: $${as}"`]
  const own = `-H "PRIVATE-TOKEN: $${variable(sessionOf(as), tokenField)}"`
  if (credential === 'sudo as oneself') return [own, `-H "SUDO: ${named(as)}"`]
  return credential === 'sudo without the right' ? [own, `-H "SUDO: ${named('owner')}"`] : [own]
}

const headersOf = (credential: Credential) =>
  Object.entries(placeCredential(credential).headers).map(([name, value]) => `${name}: ${value}`)

const isInQuery = (credential: Step['credential']) =>
  credential === 'query' || credential === 'sudo in the query'

/** Returns the credentials and parameters in the query of a write. */
function queryWord(step: Step, { operation, mailDomain, tokenField }: ScriptOptions): string {
  const { as, credential, inQuery, sudo, sudoIn } = step
  const token = as === 'admin' ? 'token' : variable(sessionOf(as), tokenField)
  const credentials =
    credential === 'query'
      ? [`"private_token=$${token}"`]
      : credential === 'sudo in the query'
        ? [`"private_token=$token&sudo=${named(as)}"`]
        : credential === 'empty token'
          ? [`'private_token='`]
          : wrongPairs(credential)
  const given = inQuery ? pairsOf(givenIn(step, operation(step.operation))) : []
  const placed = given.filter((_, index) => inQuery === 'all' || index % 2 === 0)
  const pairs = placed.map(([name, value]) =>
    quoteFilled(`${encodeURIComponent(name)}=${encodeParts(value ?? '')}`, mailDomain),
  )
  const user = sudo !== undefined && sudoIn === 'query' ? [`sudo=${encodeParts(sudo)}`] : []
  const words = [...credentials, ...user.map((one) => quoteFilled(one, mailDomain)), ...pairs]
  return words.length === 0 ? '' : `'?'${words.join("'&'")}`
}

/** Returns a wrong token as a parameter of a query, where it stands there. */
function wrongPairs(credential: Step['credential']): string[] {
  const { query } = placeCredential(wrongCredential(credential) ?? { kind: 'none' })
  return Object.entries(query).map(([name, value]) => quote(`${name}=${value}`))
}

/** Encodes a value for an address, except its placeholders. */
const encodeParts = (value: Value) =>
  String(value)
    .split(/(<[a-zA-Z]+\d*(?:\.[a-z_]+)?>)/)
    .map((part, index) => (index % 2 === 0 ? encodeURIComponent(part) : part))
    .join('')

const named = (symbol: string) => {
  const [, kind = '', count = ''] = /^([a-zA-Z]+?)(\d*)$/.exec(symbol) ?? []
  return `\${word}${kind.toLowerCase()}-${count || 0}`
}

/** Returns the shell expression for a placeholder. */
function shellValue(symbol: string, field: string | undefined, mailDomain: string): string {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
  if (symbol === 'word') return '${word}'
  if (symbol === 'mail') return mailDomain
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
  if (symbol === 'receiver') return '${receiver}'
  if (symbol === 'lt') return '<'
  if (field === 'name') return named(symbol)
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the shell fills it in
  if (field === 'password') return 'Aa1-${word}'
  return field === 'key' ? rsaKey() : `\${${variable(symbol, field)}:-0}`
}

/** Quotes a text except for its shell expressions. */
function quoteFilled(text: string, mailDomain: string): string {
  const marked = replacePlaceholders(
    text,
    (symbol, field) => `\u0000${shellValue(symbol, field, mailDomain)}\u0000`,
  )
  return marked
    .split('\u0000')
    .map((part, index) => (index % 2 === 0 ? (part === '' ? '' : quote(part)) : `"${part}"`))
    .join('')
}

const quote = (text: string) => `'${text.replaceAll("'", `'\\''`)}'`

function pathWord(step: Step, { operation, mailDomain }: ScriptOptions): string {
  const { path } = operation(step.operation)
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeParts(step.parameters[name] ?? ''),
  )
  return quoteFilled(filled, mailDomain)
}

function parameterWords(step: Step, { operation, mailDomain }: ScriptOptions): string[] {
  const { method } = operation(step.operation)
  const { form, inQuery } = step
  const given = givenIn(step, operation(step.operation)).filter(
    (_, index) => !inQuery || (inQuery === 'every other' && index % 2 === 1),
  )
  if (given.length === 0) return []
  const isWrite = method === 'POST' || method === 'PUT'
  if (isWrite && !form) {
    // A placeholder that is a complete value is a number, except that of a commit.
    const json = JSON.stringify(Object.fromEntries(given)).replace(
      /"(<(?!commit)[a-zA-Z]+\d*(?:\.(?:id|iid))?>)"/g,
      (whole, text: string) => (text === '<word>' || text === '<mail>' ? whole : text),
    )
    return [`-H 'Content-Type: application/json'`, `--data-raw ${quoteFilled(json, mailDomain)}`]
  }
  return [
    ...(isWrite || (method === 'DELETE' && form) ? [] : ['-G']),
    ...pairsOf(given).map(
      ([name, value]) => `--data-urlencode ${quoteFilled(`${name}=${value ?? ''}`, mailDomain)}`,
    ),
  ]
}

type Given = readonly (readonly [name: string, value: Value])[]

/** Returns the parameters of a step beside its path. */
function givenIn(step: Step, { parameters }: Operation): Given {
  const inPath = new Set(parameters.filter((one) => one.in === 'path').map(({ name }) => name))
  return Object.entries(step.parameters).filter(
    (entry): entry is [string, Value] => !inPath.has(entry[0]) && entry[1] !== undefined,
  )
}

const pairsOf = (given: Given): Given =>
  given.flatMap(([name, value]) =>
    Array.isArray(value)
      ? value.map((one): readonly [string, Value] => [`${name}[]`, one])
      : [[name, value] as const],
  )

/** Groups are removed before the users who own them. */
function removals(history: History, { operation, kinds }: ScriptOptions): string[] {
  const lines = kinds.flatMap(({ creates, removes, isOfCaller }) =>
    history
      .filter((step) => step.operation === creates && step.makes !== undefined && !isOfCaller)
      .map(({ makes = '' }) => {
        const path = operation(removes).path.replace(/\{\w+\}/, `$${makes}`)
        return `[ -z "\${${makes}:-}" ] || call DELETE "${path}" -H "PRIVATE-TOKEN: $token"`
      }),
  )
  return lines.length > 0 ? lines : ['true']
}
