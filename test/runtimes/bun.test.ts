import { describeRuntime } from './suite.ts'

describeRuntime({
  title: 'Bun',
  name: 'bun',
  package: '@oven/bun-linux-x64',
  program: 'bin/bun',
  // msw 3 intercepts the sockets of Node, by which the fetch of Bun does not go.
  msw: ['present'],
  serves: true,
})
