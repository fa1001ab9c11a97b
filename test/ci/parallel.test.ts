import { expect, it } from 'vitest'
import { type Job, readConfiguration } from '../../src/ci/configuration.ts'

const read = (...lines: string[]) => readConfiguration(lines.join('\n'))
const valuesOf = (job: Job | undefined) =>
  Object.fromEntries([...(job?.variables ?? [])].map(([key, { value }]) => [key, value]))

it('makes so many of a job, which know their place', () => {
  const jobs = read('test: { script: a, parallel: 3 }')
  expect(jobs.map(({ name }) => name)).toEqual(['test 1/3', 'test 2/3', 'test 3/3'])
  expect(valuesOf(jobs[1])).toEqual({
    CI_NODE_INDEX: '2',
    CI_NODE_TOTAL: '3',
  })
})

it('makes one for each choice of a matrix', () => {
  const jobs = read(
    'build:',
    '  script: a',
    '  variables: { A: b }',
    '  parallel:',
    '    matrix:',
    '      - OS: linux',
    '        ARCH: [x86, arm]',
    '      - OS: [mac]',
    'after: { script: a, needs: [build] }',
  )
  expect(jobs.map(({ name }) => name)).toEqual([
    'build: [linux, x86]',
    'build: [linux, arm]',
    'build: [mac]',
    'after',
  ])
  expect(valuesOf(jobs[1])).toEqual({
    A: 'b',
    OS: 'linux',
    ARCH: 'arm',
    CI_NODE_INDEX: '2',
    CI_NODE_TOTAL: '3',
  })
  expect(jobs[3]?.needs?.map(({ job }) => job)).toEqual([
    'build: [linux, x86]',
    'build: [linux, arm]',
    'build: [mac]',
  ])
})

it('refuses too many', () => {
  const numbers = JSON.stringify(Array.from({ length: 20 }, (_, index) => index))
  expect(() => read('a: { script: a, parallel: 201 }')).toThrow(
    'jobs:a:parallel config must be less than or equal to 200',
  )
  expect(() => read('a: { script: a, parallel: 0 }')).toThrow(
    'jobs:a:parallel config must be greater than or equal to 1',
  )
  expect(() => read('a: { script: a, parallel: many }')).toThrow(
    'jobs:a:parallel should be an integer or a hash',
  )
  expect(() =>
    read(`a: { script: a, parallel: { matrix: [{ A: ${numbers}, B: ${numbers} }] } }`),
  ).toThrow('jobs:a:parallel:matrix config generates too many jobs (maximum is 200)')
  const jobs = ['a', 'b', 'c'].map((name) => `${name}: { script: a, parallel: 200 }`)
  expect(() => read(...jobs)).toThrow('more than 500 jobs')
})
