import type { OperationId } from '../../../../contract/operation-contract.ts'
import type { Values } from '../../../reproduction/history.ts'
import { eachAfterEach } from '../../orders.ts'
import { add } from '../reads.ts'
import type { World } from '../world.ts'
import type { Look } from './look.ts'

/** The writes of a record by what they do; each may be repeated. */
export type Writes = Readonly<Record<string, () => void>>

/** Adds each write after each other one and after itself, and after each write what shows the record. */
export function writeInEachOrder(writes: Writes, look: Look): void {
  look.wide()
  for (const write of eachAfterEach(Object.values(writes))) {
    write()
    look.near()
  }
  look.wide()
}

/** Returns a write that sends the next of several values each time it is repeated. */
export function inTurn(
  world: World,
  as: string,
  operation: OperationId<'v3'>,
  common: Values,
  values: readonly Values[] = [{}],
): () => void {
  let times = 0
  return () => add(world, as, operation, { ...common, ...values[times++ % values.length] })
}

/** How many of the reads follow each write. */
const READS_AFTER_A_WRITE = 3

/** Returns a look of certain reads, which take turns. */
export function lookInTurn(
  world: World,
  reads: readonly (readonly [as: string, operation: OperationId<'v3'>, parameters: Values])[],
): Look {
  let place = 0
  const read = (count: number) => {
    for (let times = 0; times < count; times++) {
      const [as = 'owner', operation, parameters] = reads[place++ % reads.length] ?? []
      if (operation) add(world, as, operation, parameters)
    }
  }
  return { wide: () => read(reads.length), near: () => read(READS_AFTER_A_WRITE) }
}
