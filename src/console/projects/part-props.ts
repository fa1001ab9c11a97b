import type { Project } from '../../contract/generated/v4/contract.ts'

/** The props of a page of a project. */
export interface PartProps {
  readonly project: Project
  /** The segments of the address after the name of the part. */
  readonly rest: readonly string[]
  /** Returns the address of a part of the project. */
  readonly placeOf: (...segments: readonly string[]) => string
}
