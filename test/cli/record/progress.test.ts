import { expect, it } from 'vitest'
import { createProgressLine } from '../../../src/cli/record/record.ts'

/** What is written while projects are read, one a second. */
function shown(isTTY: boolean): string {
  let text = ''
  let time = 0
  const write = (chunk: string | Uint8Array) => {
    text += chunk
    return true
  }
  const line = createProgressLine({ isTTY, write }, false, () => time)
  for (let completed = 0; completed < 12; completed++) {
    const projects = { completed, total: 3000 }
    const remaining = 1000 * (3000 - completed)
    const reading = `project ${completed + 1}`
    line.show({ reading, requests: 20 * completed, projects, remaining })
    time += 1000
  }
  line.show({ reading: 'users and settings', requests: 240 })
  line.end()
  return text
}

it('writes elsewhere than on a terminal a line every few seconds, and one for each part', () => {
  expect(shown(false).split('\n')).toEqual([
    'Reading project 1 (0 of 3000 done), about 50 min left',
    'Reading project 6 (5 of 3000 done), about 50 min left',
    'Reading project 11 (10 of 3000 done), about 50 min left',
    'Reading users and settings',
    '',
  ])
})

it('writes over one line on a terminal', () => {
  expect(shown(true)).toContain(
    '\r\u001b[KReading project 12 (11 of 3000 done): 220 requests, about 50 min left',
  )
  expect(shown(true).endsWith('\r\u001b[K')).toBe(true)
})
