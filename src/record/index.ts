/** Records a real server as a seed. */
export { createJournal, type Journal, type RecordedAnswer } from './journal.ts'
export { type Administrator, withAdministrator } from './people.ts'
export { type Inventor, replacePersonalData } from './personal-data.ts'
export { possiblyPersonal } from './possibly-personal.ts'
export { CannotRecord } from './reader.ts'
export { type Progress, record } from './record.ts'
export type { RecordedWorld } from './world.ts'
