import type { Forge } from '../forge.ts'
import type { ForgeControl } from '../forge-control.ts'
import { ControlError } from './control-error.ts'

/** A forge as a suite controls it. */
export type ControlledForge = Forge & ForgeControl

/** @throws ControlError where a forge has not all that ForgeControl promises. */
export function controlOf(forge: Forge): ControlledForge {
  if (isControlled(forge)) return forge
  throw new ControlError(501, '501 Not Implemented: this forge has no clock, faults and snapshots')
}

function isControlled(forge: Forge): forge is ControlledForge {
  return ['clock', 'snapshots', 'coverage', 'verifyNoUnhandled'].every((member) => member in forge)
}
