export { createApplication } from './application.ts'
export { type Listening, type ListenOptions, listen } from './listen.ts'
