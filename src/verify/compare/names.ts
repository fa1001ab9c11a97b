import type { Lookup } from '../reproduction/history.ts'
import type { Instance } from '../story/instance.ts'

/**
 * Makes the names of one history, the same on both sides. All begin with the prefix of the run and letters of the
 * history, so that a search finds only records of this history.
 */
export function createHistoryNames(
  prefix: string,
  number: number,
  {
    mailDomain,
    sshKeys,
    passwords,
    hookReceiver,
  }: Pick<Instance, 'mailDomain' | 'sshKeys' | 'passwords' | 'hookReceiver'>,
): Lookup {
  const word = `${prefix}-${lettersOf(number)}`
  const texts = new Map<string, string>()
  const once = (key: string, make: () => string) => {
    const known = texts.get(key) ?? make()
    texts.set(key, known)
    return known
  }
  return (symbol, field) => {
    if (symbol === 'word') return word
    if (symbol === 'mail') return mailDomain
    if (symbol === 'receiver') return hookReceiver?.url.replace(/\/$/, '')
    if (symbol === 'lt') return '<'
    const [, kind = '', count = ''] = /^([a-zA-Z]+?)(\d*)$/.exec(symbol) ?? []
    if (field === 'name') return `${word}${kind.toLowerCase()}-${count || 0}`
    if (field === 'password') return once(`${symbol} password`, passwords.next)
    return field === 'key' ? once(`${symbol} key`, sshKeys.next) : undefined
  }
}

/** Returns three letters: `aaa`, `aab` and so on. */
function lettersOf(number: number): string {
  const letter = (place: number) =>
    String.fromCharCode(97 + (Math.floor(number / 26 ** place) % 26))
  return letter(2) + letter(1) + letter(0)
}
