export { type Application, type ApplicationOptions, createApplication } from './application.ts'
export { type Listening, type ListenOptions, listen } from './listen.ts'
export type { ServedRequest } from './served-request.ts'
