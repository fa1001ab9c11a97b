import { describe, expect, it, onTestFinished } from 'vitest'
import { decodeBase64, encodeBase64 } from '../../src/shared/base64.ts'

const allBytes = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 7) % 256)

describe('Base64', () => {
  it.each([0, 1, 2, 3, 4, 5, 255, 256, 257, 1000])('of %i bytes is that of Node', (length) => {
    const bytes = allBytes(length)
    const text = Buffer.from(bytes).toString('base64')
    expect(encodeBase64(bytes)).toBe(text)
    expect(decodeBase64(text)).toEqual(bytes)
  })

  it('may have white space and no padding', () => {
    expect(decodeBase64(' aGVs\nbG8 ')).toEqual(new TextEncoder().encode('hello'))
    expect(decodeBase64('')).toEqual(new Uint8Array())
  })

  it.each(['a', 'aGVsbG8==', '*', 'aGV=bG8=', 'é'])('is not %j', (text) => {
    expect(decodeBase64(text)).toBeUndefined()
  })

  it('is left to the engine where that can do it', () => {
    const bytes = allBytes(3)
    Object.defineProperty(bytes, 'toBase64', { value: () => 'native' })
    expect(encodeBase64(bytes)).toBe('native')
    const before = Object.getOwnPropertyDescriptor(Uint8Array, 'fromBase64')
    onTestFinished(() => {
      if (before) Object.defineProperty(Uint8Array, 'fromBase64', before)
      else Reflect.deleteProperty(Uint8Array, 'fromBase64')
    })
    const fromBase64 = (text: string) => new TextEncoder().encode(`${text} decoded`)
    Object.defineProperty(Uint8Array, 'fromBase64', { value: fromBase64, configurable: true })
    expect(decodeBase64('abc')).toEqual(new TextEncoder().encode('abc decoded'))
  })

  it('of 7 MB takes a tenth of a second or so', () => {
    const bytes = allBytes(7_000_000)
    const times = Array.from({ length: 3 }, () => {
      const start = process.cpuUsage()
      const text = encodeBase64(bytes)
      expect(decodeBase64(text)?.length).toBe(bytes.length)
      const used = process.cpuUsage(start)
      return (used.user + used.system) / 1000
    })
    expect(Math.min(...times)).toBeLessThan(250)
  })
})
