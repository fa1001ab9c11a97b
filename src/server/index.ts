export { type Application, createApplication } from './application.ts'
export { type Listening, type ListenOptions, listen } from './listen.ts'
