/** `forgery/client`: controls a forge that runs in another process. */
export { ControlCallError } from './call.ts'
export type {
  RecordQuery,
  RecordWithLinks,
  ServedCollections,
  ServedRecord,
  ServedRecordPage,
} from './collections.ts'
export { type ConnectOptions, connect, type ServedForge } from './connect.ts'
export type { ListedWorld, NewServedWorld, ServedWorld, ServedWorlds } from './worlds.ts'
