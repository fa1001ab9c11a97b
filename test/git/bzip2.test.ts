import { spawnSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { Bzip2 } from '../../src/git/bzip2.ts'
import { joinBytes } from '../../src/git/join-bytes.ts'
import { lacks } from '../programs.ts'

function compressed(...parts: readonly Uint8Array[]): Uint8Array {
  const written: Uint8Array[] = []
  const bzip2 = new Bzip2((part) => written.push(part))
  for (const part of parts) bzip2.push(part, false)
  bzip2.push(new Uint8Array(), true)
  return joinBytes(written)
}

/** What Python's bz2 reads of it. */
function decompressed(bytes: Uint8Array): Uint8Array {
  const program =
    'import bz2, sys; sys.stdout.buffer.write(bz2.decompress(sys.stdin.buffer.read()))'
  const { status, stdout, stderr } = spawnSync('python3', ['-c', program], {
    input: bytes,
    maxBuffer: 2 ** 24,
  })
  if (status !== 0) throw new Error(stderr.toString())
  return new Uint8Array(stdout)
}

const text = (words: string) => new TextEncoder().encode(words)
/** Bytes without a pattern, the same in every run. */
const noise = (length: number, byteOf = (random: number) => Math.floor(random * 256)) => {
  let state = 1
  return Uint8Array.from({ length }, () => {
    state = (state * 48_271) % 2_147_483_647
    return byteOf(state / 2_147_483_647)
  })
}
/** Each byte is much rarer than the one before: Huffman gives the rarest codes of more than 17 bits. */
const skewed = noise(650_000, (random) => Math.floor(Math.log(random) / Math.log(0.4)))

describe.skipIf(lacks('python3'))('bytes in the format of bzip2', () => {
  it.each([
    ['nothing', []],
    ['a byte', [text('a')]],
    ['one byte again and again', [new Uint8Array(100_000)]],
    [
      'runs of every length',
      [joinBytes(Array.from({ length: 600 }, (_, run) => new Uint8Array(run).fill(run)))],
    ],
    ['a period', [text('ab'.repeat(5_000))]],
    ['a text', [text('The keeper lights the lamp, and the lamp lights the harbour.\n'.repeat(40))]],
    ['all bytes without a pattern', [noise(70_000)]],
    ['few bytes without a pattern', [noise(70_000, (random) => Math.floor(random * 3))]],
    ['counts that would make codes too long', [skewed]],
    ['several parts', [text('one '), noise(1_000), text('three')]],
  ])('hold %s', (_, parts) => {
    const read = decompressed(compressed(...parts))
    expect(Buffer.compare(read, joinBytes([...parts]))).toBe(0)
  })

  it('take less room than a text with a pattern', () => {
    const words = text('The keeper lights the lamp, and the lamp lights the harbour.\n'.repeat(400))
    expect(compressed(words).length).toBeLessThan(words.length / 50)
  })
})
