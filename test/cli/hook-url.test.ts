import { expect, it } from 'vitest'
import { run } from './command.ts'

it.each(['verify', 'compare'])('is for system hooks alone, with %s', async (command) => {
  const words = [command, 'http://127.0.0.1:1', '--token', 'a', '--yes']
  const { code, err } = await run(...words, '--hook-url', 'http://127.0.0.1:9')
  expect(code).toBe(2)
  expect(err).toContain('--hook-url is for system hooks, which are made with --instance alone')
})

it.each(['verify', 'compare'])(
  'takes an address alone that can be listened at, with %s',
  async (command) => {
    const words = [command, 'http://127.0.0.1:1', '--token', 'a', '--yes', '--instance']
    const { code, err } = await run(...words, '--hook-url', 'https://192.0.2.7')
    expect(code).toBe(2)
    expect(err).toContain('--hook-url takes an address such as http://192.0.2.7:9000')
  },
)
