import { execFileSync } from 'node:child_process'
import { describe, expect, it } from 'vitest'
import { trailersOf } from '../../src/git/trailers.ts'

const messages = [
  'Title\n\nChangelog: added\nReviewed-by: Ann <ann@example.com>\n',
  'Title\n\nChangelog: added\nReviewed-by:Bob\n\n',
  'Title: not one\n',
  'Title\n\nA text: with words\nand another line\n',
  'Title\n\nSome words.\nSigned-off-by: Ann\n',
  'Title\n\nOne.\nTwo.\nThree.\nFour.\nSigned-off-by: Ann\n',
  'Title\n\nBody.\n\nNote: first\n  second\nOther: x\n',
  'Title\n\n(cherry picked from commit abc)\nKey: value\n',
  'Title\n',
]

describe('trailers', () => {
  it.each(messages)('of %j are those that git finds', (message) => {
    const found = execFileSync('git', ['interpret-trailers', '--parse'], {
      input: message,
      encoding: 'utf8',
    })
    const written = trailersOf(message).map(({ key, value }) => `${key}: ${value}\n`)
    expect(written.join('')).toBe(found)
  })
})
