export type { Application, ApplicationOptions } from './application.ts'
export { type Listening, type ListenOptions, listen } from './listen.ts'
export type { ServedRequest } from './served-request.ts'
