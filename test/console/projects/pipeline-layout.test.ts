import { expect, it } from 'vitest'
import { layOutPipeline } from '../../../src/console/projects/pipeline-layout.ts'

const namesIn = (layout: ReturnType<typeof layOutPipeline>) =>
  layout.stages.map(({ name, jobs }) => [name, jobs.map((job) => `${job.name} ${job.id}`)])

it('draws stages in the order in which their jobs were made', () => {
  const jobs = [
    { id: 4, name: 'deploy', stage: 'deploy' },
    { id: 3, name: 'lint', stage: 'test' },
    { id: 2, name: 'unit', stage: 'test' },
    { id: 1, name: 'compile', stage: 'build' },
  ]
  expect(namesIn(layOutPipeline(jobs))).toEqual([
    ['build', ['compile 1']],
    ['test', ['unit 2', 'lint 3']],
    ['deploy', ['deploy 4']],
  ])
})

it('draws of a job that was run again the last run, where the first one stood', () => {
  const jobs = [
    { id: 1, name: 'compile', stage: 'build' },
    { id: 2, name: 'unit', stage: 'test' },
    { id: 3, name: 'compile', stage: 'build' },
    { id: 9, name: 'compile', stage: 'build' },
  ]
  const layout = layOutPipeline(jobs)
  expect(namesIn(layout)).toEqual([
    ['build', ['compile 9']],
    ['test', ['unit 2']],
  ])
  expect(layout.earlier.get('compile')?.map(({ id }) => id)).toEqual([3, 1])
  expect(layout.earlier.get('unit')).toEqual([])
})

it('links what jobs need, and nothing that is not there', () => {
  const jobs = [
    { id: 1, name: 'a', stage: 'build' },
    { id: 2, name: 'b', stage: 'build' },
    { id: 3, name: 'c', stage: 'test', needs: ['b', 'gone'] },
  ]
  expect(layOutPipeline(jobs).links).toEqual([{ from: [0, 1], to: [1, 0] }])
  expect(layOutPipeline([])).toEqual({ stages: [], links: [], earlier: new Map() })
})
