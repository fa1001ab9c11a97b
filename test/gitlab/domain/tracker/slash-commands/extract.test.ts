import { expect, it } from 'vitest'
import { extractCommands } from '../../../../../src/gitlab/domain/tracker/slash-commands/extract.ts'
import { growthExponent, MAX_EXPONENT } from '../../../../growth.ts'

const extract = (text: string) => extractCommands(text, (name) => ['close', 'title'].includes(name))

it('takes out the lines that are commands, with their arguments', () => {
  expect(extract('Done.\n/close\n/title A new one \nBye.\n')).toEqual({
    text: 'Done.\nBye.',
    commands: [
      { name: 'close', argument: '' },
      { name: 'title', argument: 'A new one' },
    ],
  })
  expect(extract('/close\r\n')).toEqual({ text: '', commands: [{ name: 'close', argument: '' }] })
})

it.each([
  'Please /close',
  ' /close',
  '/closed',
  '/shrug',
  '/Close',
  '/title a/b',
  '```\n/close\n```',
  '```ruby\nputs 1\n/close\n```',
  '>>>\n/close\n>>>',
  '<pre>\n/close\n</pre>',
  'as it was \n',
])('leaves “%s” as it is', (text) => {
  expect(extract(text)).toEqual({ text, commands: [] })
})

it('reads on after a block, and in one that does not end', () => {
  expect(extract('```\n/close\n```\n/close').commands).toHaveLength(1)
  expect(extract('```\n/close').commands).toHaveLength(1)
})

it.each(['```\n', '>>>\n', '<a>\n', '/close\n', '/title x\n', '<a>\n```\n>>>\n'])(
  'reads %j over and over in a time that grows with its length',
  async (lines) => {
    const exponent = await growthExponent(5000, (count) => {
      const text = `${lines.repeat(count)}end`
      return () => extract(text)
    })
    expect(exponent).toBeLessThan(MAX_EXPONENT)
  },
)

it('reads no command that begins behind the first million characters', () => {
  const long = `${'a'.repeat(99)}\n`.repeat(9999)
  expect(extract(`${long}/close\n${long}/close\nend`)).toEqual({
    text: `${long}${long}/close\nend`,
    commands: [{ name: 'close', argument: '' }],
  })
})

it('leaves a block of very many lines as it is', () => {
  const block = `\`\`\`\n${'\n'.repeat(300_000)}\`\`\``
  expect(extract(`${block}\n/close`)).toEqual({
    text: block,
    commands: [{ name: 'close', argument: '' }],
  })
})
