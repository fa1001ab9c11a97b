import { Writable } from 'node:stream'
import { stripVTControlCharacters } from 'node:util'
import { expect, it } from 'vitest'
import { showProgress } from '../../src/cli/verify/verify-progress.ts'

/** Keeps what is written; `isTTY` says whether it is a terminal. */
function fakeStream(isTTY: boolean) {
  let text = ''
  const stream = new Writable({
    write(chunk, _encoding, done) {
      text += chunk
      done()
    },
  })
  return { stream: Object.assign(stream, { isTTY, columns: 100 }), text: () => text }
}

it('draws a bar on a terminal, and takes it away at the end', () => {
  const { stream, text } = fakeStream(true)
  const display = showProgress(stream)
  display.show({ completed: 0, stories: 40, requests: 2, failures: 0 })
  display.show({ completed: 40, stories: 40, requests: 900, failures: 3 })
  display.end()
  const shown = stripVTControlCharacters(text())
  expect(shown).toContain('0% | 0 of 40 | 2 requests | 0 failed')
  expect(shown).toContain('100% | 40 of 40 | 900 requests | 3 failed')
  const [clear, show] = ['\u001b[2K', '\u001b[?25h']
  expect(text().slice(text().lastIndexOf('3 failed'))).toContain(clear)
  expect(text()).toContain(show)
})

it('shows the completed part of a comparison', () => {
  const { stream, text } = fakeStream(true)
  const display = showProgress(stream)
  const all = { completed: 40, stories: 40, requests: 900, failures: 3 }
  display.show(all)
  display.show({ ...all, requests: 1200, compared: 0.25, remaining: 30_000 })
  display.end()
  const shown = stripVTControlCharacters(text())
  expect(shown).toContain('25% | comparison with a forge | 1200 requests | 3 failed | about 30 s')
  const lines = fakeStream(false)
  let time = 0
  const line = showProgress(lines.stream, () => time)
  time = 6000
  line.show({ ...all, compared: 0.257 })
  expect(lines.text()).toBe('25% of the comparison with a forge, 900 requests, 3 failed\n')
})

it('ends without a word where nothing was shown', () => {
  const { stream, text } = fakeStream(true)
  showProgress(stream).end()
  expect(text()).toBe('')
})

it('writes a line every few seconds elsewhere', () => {
  const { stream, text } = fakeStream(false)
  let time = 0
  const display = showProgress(stream, () => time)
  for (const completed of [0, 1, 2, 3]) {
    display.show({ completed, stories: 4, requests: 100 * completed, failures: 1 })
    time += 3000
  }
  display.end()
  expect(text()).toBe('2 of 4 checks and stories, 200 requests, 1 failed\n')
})

it.each([
  [4200, 'about 5 s left'],
  [89_000, 'about 89 s left'],
  [600_000, 'about 10 min left'],
])('says how long the rest may take: %i ms are %s', (remaining, words) => {
  const one = { completed: 1, stories: 4, requests: 9, failures: 0, remaining }
  const line = fakeStream(false)
  let time = 0
  const display = showProgress(line.stream, () => time)
  time = 6000
  display.show(one)
  expect(line.text()).toBe(`1 of 4 checks and stories, 9 requests, 0 failed, ${words}\n`)
  const bar = fakeStream(true)
  const shown = showProgress(bar.stream)
  shown.show(one)
  shown.end()
  expect(stripVTControlCharacters(bar.text())).toContain(`0 failed | ${words}`)
})
