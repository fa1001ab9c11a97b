import { describe, expect, it } from 'vitest'
import { joinBytes } from '../../../src/git/join-bytes.ts'
import { createObjectDatabase } from '../../../src/git/objects/database.ts'
import { markPacket, packet } from '../../../src/git/protocol/pkt-line.ts'
import { uploadPack } from '../../../src/git/protocol/upload-pack.ts'
import { branchReference } from '../../../src/git/repository.ts'
import { commit, create, createRepository, setReference, update } from '../samples.ts'
import { servedAlone } from './git-server.ts'

/** One database, as all projects of a forge have it: a repository, and what belongs to another one. */
const objects = createObjectDatabase()
const own = commit(objects, undefined, create('own'))
const secret = commit(objects, commit(objects, undefined, create('a')), update('a', 'secret'))
const repository = servedAlone(
  objects,
  setReference(createRepository(), branchReference('master'), own.id),
)

type Line = string | 'flush' | 'delimiter'

function ask(version: 0 | 2, ...lines: Line[]): Uint8Array {
  const request = lines.map((line) =>
    line === 'flush' || line === 'delimiter' ? markPacket(line) : packet(line),
  )
  return joinBytes([...uploadPack(repository, joinBytes(request), { version, notices: [] })])
}

const textOf = (bytes: Uint8Array) => new TextDecoder('latin1').decode(bytes)

/** How many objects the pack of an answer has. */
function countOf(answer: Uint8Array): number {
  const at = textOf(answer).indexOf('PACK')
  return new DataView(answer.buffer, answer.byteOffset).getUint32(at + 8)
}

describe('a request that no git sends', () => {
  const fetchIt = ['command=fetch', 'object-format=sha1', 'delimiter', 'no-progress'] as const

  it('is given nothing of another repository for an end of history that it claims', () => {
    const claim = [`shallow ${secret.id}`, 'deepen 2147483647', 'done', 'flush'] as const
    const answer = ask(2, ...fetchIt, `want ${own.id}`, ...claim)
    expect(countOf(answer)).toBe(3)
    expect(textOf(answer)).not.toContain(secret.id)
    const older = ask(
      0,
      `want ${own.id} side-band-64k no-progress`,
      ...claim.slice(0, 2),
      'flush',
      'done',
    )
    expect(countOf(older)).toBe(3)
  })

  it('is not told that the database has what it claims to have', () => {
    const answer = ask(2, ...fetchIt, `want ${own.id}`, `have ${secret.id}`, 'flush')
    expect(textOf(answer)).toBe('0014acknowledgments\n0008NAK\n0000')
  })

  it.each<[name: string, version: 0 | 2, lines: readonly Line[], text: string]>([
    ['an object of another', 2, [...fetchIt, `want ${secret.id}`, 'done', 'flush'], 'not our ref'],
    ['an object of another', 0, [`want ${secret.id}`, 'flush', 'done'], 'not our ref'],
    ['no command', 2, ['command=push', 'flush'], "invalid command 'push'"],
    ['no argument', 2, [...fetchIt, 'want x', 'flush'], "not 'want x'"],
    ['no filter', 2, [...fetchIt, 'filter blob:some', 'flush'], "invalid filter-spec 'blob:some'"],
    [
      'another hash',
      2,
      ['command=fetch', 'object-format=sha256', 'flush'],
      'mismatched object format',
    ],
    [
      'two lengths',
      0,
      [`want ${own.id}`, 'deepen 1', 'deepen-since 1', 'flush'],
      'cannot be used together',
    ],
    [
      'no ref',
      0,
      [`want ${own.id}`, 'deepen-not nowhere', 'flush'],
      'ambiguous deepen-not: nowhere',
    ],
    [
      'another delimiter',
      2,
      ['command=ls-refs', 'delimiter', 'delimiter', 'flush'],
      'expected flush after ls-refs arguments',
    ],
    ['no end', 2, [...fetchIt, `want ${own.id}`, 'done'], 'expected flush after fetch arguments'],
    ['words', 0, [`want ${own.id}`, 'flush', 'give'], "expected SHA1 list, got 'give'"],
  ])('is told what is wrong with it: %s (version %i)', (_, version, lines, text) => {
    expect(textOf(ask(version, ...lines))).toMatch(/^[0-9a-f]{4}ERR upload-pack: /)
    expect(textOf(ask(version, ...lines))).toContain(text)
  })

  it('is told so in a line, however long its own was', () => {
    const answer = ask(2, ...fetchIt, `want ${own.id}`, `filter ${'x'.repeat(65_500)}`, 'flush')
    expect(textOf(answer)).toMatch(/^[0-9a-f]{4}ERR upload-pack: invalid filter-spec 'x{900}/)
  })

  it('lists refs by 100,000 prefixes as by one', () => {
    const prefixes = Array.from({ length: 100_000 }, (_, at) => `ref-prefix refs/x/${at}`)
    const answer = ask(2, 'command=ls-refs', 'delimiter', ...prefixes, 'ref-prefix refs/h', 'flush')
    expect(textOf(answer)).toBe(`003f${own.id} refs/heads/master\n0000`)
  })
})
