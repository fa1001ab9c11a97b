import { describeRuntime } from './suite.ts'

describeRuntime({
  title: 'Deno',
  name: 'deno',
  package: '@deno/linux-x64-glibc',
  program: 'deno',
  flags: ['run', '--allow-all', '--cached-only'],
  // msw 3 intercepts the sockets of Node, by which the fetch of Deno does not go.
  msw: ['present'],
  serves: true,
})
